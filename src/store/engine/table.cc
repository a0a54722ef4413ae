#include "store/engine/table.h"

#include <algorithm>

#include "store/engine/table_checks.h"

namespace isotherm::engine {
namespace {

template <class Described>
void fill_counters(const Index& index, Described& described) {
  described.item_count = index.counters->items.load(std::memory_order_relaxed);
  described.size_bytes = index.counters->bytes.load(std::memory_order_relaxed);
}

}  // namespace

bool Index::projects(std::string_view attribute, const KeySchema& table_key) const {
  if (projection.type == ProjectionType::all) return true;
  if (key.has(attribute) || table_key.has(attribute)) return true;
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
  if (table.is_loading) return TableStatus::creating;
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
  const bool settled = !table.is_loading && table.settles_at && now >= *table.settles_at;
  description.status = status_at(table, now);
  if (settled) description.warm_rises = false;
  description.item_count = table.counters->items.load(std::memory_order_relaxed);
  description.size_bytes = table.counters->bytes.load(std::memory_order_relaxed);
  for (LocalSecondaryIndex& local : description.local_indexes) {
    if (const Index* index = table.find_index(local.name)) fill_counters(*index, local);
  }
  for (GlobalSecondaryIndex& global : description.global_indexes) {
    const Index* index = table.find_index(global.name);
    if (index == nullptr) continue;
    fill_counters(*index, global);
    if (settled) global.warm_rises = false;
    if (settled && !index->is_backfilling && !index->is_deleting &&
        description.status != TableStatus::deleting) {
      global.status = IndexStatus::active;
    }
  }
  return description;
}

void show_capacity_of(const TableDescription& before, TableDescription& description) {
  // Units of another billing mode show at once.
  const bool switches = description.billing_mode != before.billing_mode;
  const auto show = [&](const auto& old, auto& shown) {
    shown.warm = warm_of(old.warm, before.billing_mode, old.provisioned);
    if (switches) return;
    shown.provisioned = old.provisioned;
    shown.changes.decreases_today = old.changes.decreases_today;
  };
  show(before, description);
  for (GlobalSecondaryIndex& index : description.global_indexes) {
    const GlobalSecondaryIndex* old = before.find_global_index(index.name);
    if (old != nullptr) show(*old, index);
  }
}

}  // namespace isotherm::engine
