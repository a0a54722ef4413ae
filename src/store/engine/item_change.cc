#include "store/engine/item_change.h"

#include <algorithm>
#include <utility>

#include "store/engine/key_checks.h"
#include "store/engine/table_copy.h"
#include "throughput/index_write_units.h"

namespace isotherm::engine {
namespace {

/// Of what an index shows of an item, without copying it.
std::size_t entry_bytes(const Item& item, std::size_t item_bytes, const Index& index,
                        const KeySchema& table_key) {
  if (index.projection.type == ProjectionType::all) return item_bytes;
  std::size_t bytes = 0;
  for (const auto& [name, value] : item) {
    if (index.projects(name, table_key)) bytes += name.size() + size_bytes(value);
  }
  return bytes;
}

bool same_attribute(const Item& a, const Item& b, const std::string& name) {
  const AttributeValue* in_a = find(a, name);
  const AttributeValue* in_b = find(b, name);
  if (in_a == nullptr || in_b == nullptr) return in_a == in_b;
  return *in_a == *in_b;
}

bool same_key(const Item& a, const Item& b, const KeySchema& key) {
  bool same = true;
  key.for_each(
      [&](const AttributeDefinition& part) { same = same && same_attribute(a, b, part.name); });
  return same;
}

/// Whether two versions of an item with the same index key have equal entries.
bool same_entry(const Item& a, const Item& b, const Index& index) {
  switch (index.projection.type) {
    case ProjectionType::all: return a == b;
    case ProjectionType::keys_only: return true;
    case ProjectionType::include:
      return std::all_of(index.projection.non_key_attributes.begin(),
                         index.projection.non_key_attributes.end(),
                         [&](const std::string& name) { return same_attribute(a, b, name); });
  }
  return false;
}

std::string entry_value(const Item& item, std::size_t bytes, const Index& index,
                        const KeySchema& table_key) {
  std::string value;
  if (index.projection.type == ProjectionType::all) {
    encode_item(item, bytes, value);
  } else {
    encode_item(index_entry(item, table_key, index.key, index.projection), bytes, value);
  }
  return value;
}

// What the item is called among the hottest keys.
throughput::KeyName name_of(const ItemChange& change, const KeySchema& key) {
  if (change.after != nullptr) return {*change.after, key};
  if (change.before != nullptr) return {*change.before, key};
  if (change.partition != nullptr) return {*change.partition};
  return {};
}

}  // namespace

Result<void> admit_read_of(Core& core, const Table& table, const RecordKey& record, const Item& key,
                           double units) {
  if (core.options().throughput.mode == throughput::Mode::off) return {};
  const throughput::Charge charge{&table.load->table.resource,
                                  position_of(record.bytes()),
                                  units,
                                  {key, table.description.key}};
  return core.admit_read(table, {&charge, 1});
}

throughput::KeyPosition ChangePlan::keep(std::string key) {
  expects(keys_.size() < keys_.capacity(), "kept keys do not move");
  keys_.push_back(std::move(key));
  return position_of(keys_.back());
}

void ChangePlan::charge(const Index& index, throughput::KeyPosition position, double units,
                        const Item& entry) {
  if (units == 0) return;
  if (!index.is_global) {
    consumed_.local_indexes[index.name].write_units += units;
    charges_.front().units += units;
    return;
  }
  consumed_.global_indexes[index.name].write_units += units;
  charges_.push_back({&index.load->resource, position, units, {entry, index.key}});
}

Result<void> ChangePlan::add_index(Core& core, const Table& table, const Index& index,
                                   const ItemChange& change, rocksdb::WriteBatch& batch) {
  const KeySchema& table_key = table.description.key;
  const bool was_in = change.before != nullptr && belongs_in(*change.before, index.key);
  const bool is_in = change.after != nullptr && belongs_in(*change.after, index.key);
  if (!was_in && !is_in) return {};

  if (is_in && !index.is_global) {
    stored_bytes_ += entry_bytes(*change.after, change.after_bytes, index, table_key);
  }
  const bool key_changed = was_in && is_in && !same_key(*change.before, *change.after, index.key);
  const bool changed =
      !(was_in && is_in) || key_changed || !same_entry(*change.before, *change.after, index);
  if (!changed && !index.is_backfilling) return {};

  const std::size_t old_bytes =
      was_in ? entry_bytes(*change.before, change.before_bytes, index, table_key) : 0;
  const std::size_t new_bytes =
      is_in ? entry_bytes(*change.after, change.after_bytes, index, table_key) : 0;

  const bool stays = was_in && is_in && !key_changed;
  if (was_in && !stays) {
    TRY(remove_entry(core, table, index, change, batch));
  }
  if (!is_in) return {};

  std::string key = index_entry_key(index.id, index.key, table_key, *change.after).bytes();
  bool replaces = stays;
  if (replaces && index.is_backfilling) {
    ASSIGN_OR_RETURN(const auto stored, core.read_item_size(key));
    replaces = stored.has_value();
  }
  batch.Put(key, entry_value(*change.after, new_bytes, index, table_key));
  const throughput::KeyPosition position = keep(std::move(key));
  const std::optional<std::size_t> old_entry = stays ? std::optional(old_bytes) : std::nullopt;
  charge(index, position, throughput::index_write_units(old_entry, new_bytes, false, changed),
         *change.after);
  const auto added = static_cast<std::int64_t>(new_bytes);
  counts_.push_back({&index, replaces ? 0 : 1,
                     replaces ? added - static_cast<std::int64_t>(old_bytes) : added, position});
  return {};
}

Result<void> ChangePlan::remove_entry(Core& core, const Table& table, const Index& index,
                                      const ItemChange& change, rocksdb::WriteBatch& batch) {
  const KeySchema& table_key = table.description.key;
  const Item& item = *change.before;
  std::string key = index_entry_key(index.id, index.key, table_key, item).bytes();
  const std::size_t bytes = entry_bytes(item, change.before_bytes, index, table_key);
  bool exists = true;
  if (index.is_backfilling) {
    ASSIGN_OR_RETURN(const auto stored, core.read_item_size(key));
    exists = stored.has_value();
  }
  batch.Delete(key);
  const throughput::KeyPosition position = keep(std::move(key));
  charge(index, position, throughput::index_write_units(bytes, std::nullopt, false, true), item);
  if (exists) counts_.push_back({&index, -1, -static_cast<std::int64_t>(bytes), position});
  return {};
}

Result<ChangePlan> ChangePlan::make(Core& core, const Table& table, const ItemChange& change,
                                    rocksdb::WriteBatch& batch) {
  ChangePlan plan;
  plan.consumed_.table_name = table.description.name;
  plan.keys_.reserve(2 * table.indexes.size());
  plan.stored_bytes_ = change.after_bytes;

  for (const auto& copy : table.copies) TRY(copy->keep_old(core, change.key->bytes(), batch));
  const double units =
      change.unit_factor * write_units(std::max(change.before_bytes, change.after_bytes));
  plan.consumed_.table.write_units = units;
  plan.charges_.push_back({&table.load->table.resource, position_of(change.key->bytes()), units,
                           name_of(change, table.description.key)});

  if (change.after != nullptr) {
    std::string value;
    encode_item(*change.after, change.after_bytes, value);
    batch.Put(change.key->bytes(), value);
  } else if (change.existed) {
    batch.Delete(change.key->bytes());
  }
  if (change.existed || change.after != nullptr) {
    plan.counts_.push_back({nullptr, (change.after != nullptr ? 1 : 0) - (change.existed ? 1 : 0),
                            static_cast<std::int64_t>(change.after_bytes) -
                                static_cast<std::int64_t>(change.before_bytes),
                            plan.charges_.front().position});
  }
  if (table.log != nullptr) {
    plan.logged_ = table.log->append(change, core.clock().unix_time(), batch);
  }
  for (const Index& index : table.indexes) {
    if (!index.is_deleting) TRY(plan.add_index(core, table, index, change, batch));
  }
  return plan;
}

Result<void> ChangePlan::admit(Core& core, const Table& table) {
  if (core.options().throughput.mode == throughput::Mode::off) return {};
  return core.admit_write(table, charges_);
}

void ChangePlan::apply(Core& core, const Table& table) const {
  for (const Count& count : counts_) {
    Counters& counters = count.index == nullptr ? *table.counters : *count.index->counters;
    if (count.items != 0 || count.bytes != 0) counters.add(count.items, count.bytes);
  }
  if (core.options().throughput.mode == throughput::Mode::off) return;
  const std::lock_guard lock(table.load->mutex);
  const TimePoint now = core.clock().now();
  for (const Count& count : counts_) {
    if (count.bytes == 0) continue;
    if (count.index == nullptr) {
      table.load->table.resource.add_bytes(count.position, count.bytes, now);
    } else if (count.index->load) {
      count.index->load->resource.add_bytes(count.position, count.bytes, now);
    }
  }
}

}  // namespace isotherm::engine
