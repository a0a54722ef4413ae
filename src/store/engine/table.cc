#include "store/engine/table.h"

#include <algorithm>

namespace isotherm::engine {
namespace {

bool is_key_attribute(const KeySchema& key, std::string_view attribute) {
  return key.partition.name == attribute || (key.sort && key.sort->name == attribute);
}

template <class Described>
void fill_counters(const Index& index, Described& described) {
  described.item_count = index.counters->items.load(std::memory_order_relaxed);
  described.size_bytes = index.counters->bytes.load(std::memory_order_relaxed);
}

}  // namespace

bool Index::projects(std::string_view attribute, const KeySchema& table_key) const {
  if (projection.type == ProjectionType::all) return true;
  if (is_key_attribute(key, attribute) || is_key_attribute(table_key, attribute)) return true;
  const auto& names = projection.non_key_attributes;
  return projection.type == ProjectionType::include &&
         std::find(names.begin(), names.end(), attribute) != names.end();
}

const Index* Table::find_index(std::string_view name) const {
  const auto it = std::find_if(indexes.begin(), indexes.end(),
                               [&](const Index& index) { return index.name == name; });
  return it == indexes.end() ? nullptr : &*it;
}

TableStatus status_at(const Table& table, TimePoint now) {
  const TableStatus status = table.description.status;
  if (!table.settles_at || now < *table.settles_at) return status;
  if (status == TableStatus::deleting) return status;
  // An index that is being made or dropped keeps the table UPDATING.
  const bool busy = std::any_of(table.indexes.begin(), table.indexes.end(), [](const Index& index) {
    return index.is_backfilling || index.is_deleting;
  });
  return busy ? TableStatus::updating : TableStatus::active;
}

TableDescription describe(const Table& table, TimePoint now) {
  TableDescription description = table.description;
  const bool settled = table.settles_at && now >= *table.settles_at;
  description.status = status_at(table, now);
  description.item_count = table.counters->items.load(std::memory_order_relaxed);
  description.size_bytes = table.counters->bytes.load(std::memory_order_relaxed);
  for (LocalSecondaryIndex& local : description.local_indexes) {
    if (const Index* index = table.find_index(local.name)) fill_counters(*index, local);
  }
  for (GlobalSecondaryIndex& global : description.global_indexes) {
    const Index* index = table.find_index(global.name);
    if (index == nullptr) continue;
    fill_counters(*index, global);
    if (settled && !index->is_backfilling && !index->is_deleting &&
        description.status != TableStatus::deleting) {
      global.status = IndexStatus::active;
    }
  }
  return description;
}

void show_capacity_of(const TableDescription& before, TableDescription& description) {
  if (description.billing_mode != before.billing_mode) return;
  description.provisioned = before.provisioned;
  description.warm = before.warm;
  for (GlobalSecondaryIndex& index : description.global_indexes) {
    const GlobalSecondaryIndex* old = before.find_global_index(index.name);
    if (old == nullptr) continue;
    index.provisioned = old->provisioned;
    index.warm = old->warm;
  }
}

}  // namespace isotherm::engine
