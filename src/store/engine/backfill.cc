// Fills an index that is being created with the items that were there before it.

#include <algorithm>
#include <utility>

#include "store/engine/item_change.h"
#include "store/engine/key_checks.h"
#include "store/engine/maintenance.h"

namespace isotherm::engine {
namespace {

// Items of one step: few enough that their locks are held for a moment only.
constexpr std::size_t step_items = 64;
// Of a step without locks.
constexpr std::size_t unlocked_items = 500;

struct Target {
  TablePtr table;
  const Index* index = nullptr;
};

/// The first index that is to be filled.
std::optional<Target> find_target(Core& core) {
  const TimePoint now = core.clock().now();
  for (const TablePtr& table : core.tables().all()) {
    if (table->description.status == TableStatus::deleting || table->is_loading) continue;
    if (table->settles_at && now < *table->settles_at) continue;
    for (const Index& index : table->indexes) {
      if (index.is_backfilling) return Target{table, &index};
    }
  }
  return std::nullopt;
}

/// Keys of the next items; at the end of the table, none.
Result<std::vector<std::string>> next_keys(Core& core, const Target& target,
                                           std::size_t count_max) {
  ASSIGN_OR_RETURN(std::string lower, core.catalog().backfill(target.index->id));
  if (lower.empty()) {
    lower = resource_prefix(target.table->id);
  } else {
    lower.push_back('\0');
  }
  const std::string upper = resource_end(target.table->id);
  std::vector<std::string> keys;
  Database::Range range(core.database(), lower, upper, true);
  for (; range.valid() && keys.size() < count_max; range.next()) keys.emplace_back(range.key());
  TRY(range.status());
  return keys;
}

struct Added {
  std::string key;
  std::size_t bytes = 0;
};

/// Adds the entry of one item, when it belongs into the index and is not there yet.
Result<void> add_entry(Core& core, const Target& target, const std::string& item_key,
                       rocksdb::WriteBatch& batch, std::vector<Added>& added) {
  ASSIGN_OR_RETURN(const std::optional<SizedItem> item, core.read_item(item_key));
  const KeySchema& table_key = target.table->description.key;
  const Index& index = *target.index;
  if (!item || !belongs_in(item->item, index.key)) return {};
  const Item entry = index_entry(item->item, table_key, index.key, index.projection);
  std::string key = index_entry_key(index.id, index.key, table_key, entry).bytes();
  ASSIGN_OR_RETURN(const auto stored, core.read_item_size(key));
  if (stored) return {};
  const std::size_t bytes = size_bytes(entry);
  std::string value;
  encode_item(entry, bytes, value);
  batch.Put(key, value);
  added.push_back({std::move(key), bytes});
  return {};
}

void count(Core& core, const Target& target, const std::vector<Added>& added) {
  const std::lock_guard lock(target.table->load->mutex);
  const TimePoint now = core.clock().now();
  for (const Added& entry : added) {
    const auto bytes = static_cast<std::int64_t>(entry.bytes);
    target.index->counters->add(1, bytes);
    if (core.options().throughput.mode == throughput::Mode::off || !target.index->load) continue;
    target.index->load->resource.add_bytes(position_of(entry.key), bytes, now);
  }
}

/// The index is complete: a new version of the table says so.
Result<void> complete(Core& core, const Target& target) {
  const std::lock_guard lock(core.table_mutex());
  const TablePtr table = core.tables().find(target.table->description.name);
  if (table == nullptr || table->id != target.table->id) return {};
  auto next = std::make_shared<Table>(*table);
  next->description = describe(*table, core.clock().now());
  for (Index& index : next->indexes) {
    if (index.id == target.index->id) index.is_backfilling = false;
  }
  if (GlobalSecondaryIndex* index = next->description.find_global_index(target.index->name)) {
    index->backfilling = false;
  }
  next->settle_after(Duration(0), core.clock());
  rocksdb::WriteBatch batch;
  core.catalog().put_table(*next, batch);
  TRY(core.database().write(batch));
  core.tables().publish(std::move(next));
  return {};
}

/// Adds the entries of items, and writes how far that has come.
Result<void> add_entries(Core& core, const Target& target, const std::vector<std::string>& keys) {
  rocksdb::WriteBatch batch;
  std::vector<Added> added;
  for (const std::string& key : keys) TRY(add_entry(core, target, key, batch, added));
  core.catalog().put_backfill(target.index->id, keys.back(), batch);
  TRY(core.database().write(batch));
  count(core, target, added);
  return {};
}

}  // namespace

Result<bool> fill_index_step(Core& core, const TablePtr& table, const Index& index) {
  const Target target{table, &index};
  ASSIGN_OR_RETURN(const std::vector<std::string> keys, next_keys(core, target, unlocked_items));
  if (keys.empty()) return false;
  TRY(add_entries(core, target, keys));
  return true;
}

Result<bool> backfill_step(Core& core) {
  const std::optional<Target> target = find_target(core);
  if (!target) return false;
  ASSIGN_OR_RETURN(const std::vector<std::string> keys, next_keys(core, *target, step_items));
  if (keys.empty()) {
    TRY(complete(core, *target));
    return true;
  }

  std::vector<std::size_t> stripes;
  for (const std::string& key : keys) stripes.push_back(ItemLocks::stripe_of(key));
  std::sort(stripes.begin(), stripes.end());
  stripes.erase(std::unique(stripes.begin(), stripes.end()), stripes.end());
  const auto locks = core.item_locks().lock(stripes);
  // The index may just have been dropped, or the table deleted.
  if (!target->table->is_current()) return true;

  TRY(add_entries(core, *target, keys));
  return true;
}

}  // namespace isotherm::engine
