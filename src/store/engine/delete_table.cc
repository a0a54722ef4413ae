// DeleteTable: the table is gone from the catalog at once; its data go in the background.

#include "store/engine/messages.h"
#include "store/engine/operations.h"

namespace isotherm::engine {

Result<TableDescription> delete_table(Core& core, const DeleteTableRequest& request) {
  const std::lock_guard lock(core.table_mutex());
  const TablePtr table = core.tables().find(request.table_name);
  if (table == nullptr) return messages::table_not_found(table_name_of(request.table_name));
  const TimePoint now = core.clock().now();
  switch (status_at(*table, now)) {
    case TableStatus::active: break;
    case TableStatus::creating:
      return messages::table_in_use(table->description.name, "is being created");
    case TableStatus::updating:
      return messages::table_in_use(table->description.name, "is being updated");
    case TableStatus::deleting:
      return messages::table_in_use(table->description.name, "is being deleted");
  }
  if (table->description.deletion_protection) {
    return messages::deletion_protected();
  }

  auto deleting = std::make_shared<Table>(*table);
  deleting->description = describe(*table, now);
  deleting->description.status = TableStatus::deleting;
  deleting->settles_at = now + core.options().state_change_delay;
  for (Index& index : deleting->indexes) index.is_deleting = true;
  for (GlobalSecondaryIndex& index : deleting->description.global_indexes) {
    index.status = IndexStatus::deleting;
  }

  rocksdb::WriteBatch batch;
  ChangeLogFit fit(core, *deleting);
  TRY(fit.prepare(batch));
  core.catalog().delete_table(*table, batch);
  core.catalog().put_dropped(table->id, batch);
  for (const Index& index : table->indexes) core.catalog().put_dropped(index.id, batch);
  TRY(core.database().write(batch));
  fit.commit();
  TableDescription answer = core.tables().publish(std::move(deleting))->description;
  core.item_locks().barrier();
  core.wake();
  return answer;
}

}  // namespace isotherm::engine
