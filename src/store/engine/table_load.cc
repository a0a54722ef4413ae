#include "store/engine/table_load.h"

#include <memory>
#include <mutex>

#include "store/engine/item_change.h"
#include "store/engine/maintenance.h"

namespace isotherm::engine {
namespace {

// Records that one step counts.
constexpr int count_records = 20'000;

}  // namespace

TablePtr find_table(Core& core, ResourceId id) {
  for (TablePtr& table : core.tables().all()) {
    if (table->id == id) return std::move(table);
  }
  return nullptr;
}

Result<bool> TableLoad::step() {
  const TablePtr table = find_table(core_, table_id_);
  expects(table != nullptr, "a table that is being filled is there");
  if (filled_ < table->indexes.size()) {
    ASSIGN_OR_RETURN(const bool more, fill_index_step(core_, table, table->indexes[filled_]));
    if (!more) ++filled_;
    return true;
  }
  return count_step(table);
}

Counters* TableLoad::counted(const Table& table, ResourceId& resource) const {
  if (counted_ == 0) return resource = table.id, table.counters.get();
  if (counted_ > table.indexes.size()) return nullptr;
  const Index& index = table.indexes[counted_ - 1];
  return resource = index.id, index.counters.get();
}

Result<bool> TableLoad::count_step(const TablePtr& table) {
  ResourceId resource = 0;
  Counters* counters = counted(*table, resource);
  if (counters == nullptr) return false;
  const std::string lower = cursor_.empty() ? resource_prefix(resource) : cursor_ + '\0';
  const std::string upper = resource_end(resource);
  const bool off = core_.options().throughput.mode == throughput::Mode::off;
  Database::Range range(core_.database(), lower, upper, true);
  for (int i = 0; i < count_records && range.valid(); ++i, range.next()) {
    const std::optional<std::size_t> size = encoded_item_size(range.value());
    if (!size) return core_.database().corrupt_record(range.key());
    ++items_;
    bytes_ += static_cast<std::int64_t>(*size);
    cursor_ = range.key();
    if (counted_ > 0 || off) continue;
    const std::lock_guard lock(table->load->mutex);
    table->load->table.resource.add_bytes(position_of(range.key()),
                                          static_cast<std::int64_t>(*size), core_.clock().now());
  }
  if (range.valid()) return true;
  TRY(range.status());
  counters->items.store(items_);
  counters->bytes.store(bytes_);
  ++counted_;
  cursor_.clear();
  items_ = bytes_ = 0;
  return true;
}

Result<void> TableLoad::open(rocksdb::WriteBatch& batch) {
  const TablePtr table = find_table(core_, table_id_);
  expects(table != nullptr, "a table that is being filled is there");
  auto next = std::make_shared<Table>(*table);
  next->is_loading = false;
  if (next->description.restore) next->description.restore->in_progress = false;
  for (Index& index : next->indexes) index.is_backfilling = false;
  next->settles_at = core_.clock().now();
  core_.catalog().put_table(*next, batch);
  TRY(core_.database().write(batch));
  core_.tables().publish(std::move(next));
  return {};
}

}  // namespace isotherm::engine
