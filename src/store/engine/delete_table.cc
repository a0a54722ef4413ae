// DeleteTable: the table is gone from the catalog at once; its data go in the background.

#include <algorithm>

#include "store/engine/backup_records.h"
#include "store/engine/messages.h"
#include "store/engine/new_table.h"
#include "store/engine/operations.h"

namespace isotherm::engine {

namespace {

// How long the backup of a deleted table is kept [DG:PointInTimeRecovery].
constexpr std::chrono::hours system_backup_kept{24 * 35};

/// A table with point-in-time recovery leaves a backup behind: its records become the backup's.
void put_system_backup(Core& core, const Table& table, rocksdb::WriteBatch& batch) {
  const UnixMillis now = core.clock().unix_time();
  StoredBackup backup;
  backup.id = new_job_id(now);
  backup.records = table.id;
  backup.description.source = describe(table, core.clock().now());
  BackupDetails& details = backup.description.details;
  details.name = table.description.name + "$DeletedTableBackup";
  details.type = BackupType::system;
  details.created = now;
  details.expires = now + system_backup_kept;
  details.size_bytes = backup.description.source.size_bytes;
  core.catalog().put_shelved(Shelf::backups, backup.id, backup_document(backup, table), batch);
}

}  // namespace

Result<TableDescription> delete_table(Core& core, const DeleteTableRequest& request) {
  const std::lock_guard lock(core.table_mutex());
  const TablePtr table = core.tables().find(request.table_name);
  if (table == nullptr) return messages::table_not_found(table_name_of(request.table_name));
  const TimePoint now = core.clock().now();
  switch (status_at(*table, now)) {
    case TableStatus::active: break;
    case TableStatus::creating:
      return messages::table_in_use(table->description.name, "is being created");
    case TableStatus::updating: return messages::table_is_updating(table->description.name);
    case TableStatus::deleting:
      return messages::table_in_use(table->description.name, "is being deleted");
  }
  const auto& indexes = describe(*table, now).global_indexes;
  if (std::any_of(indexes.begin(), indexes.end(), [](const GlobalSecondaryIndex& index) {
        return index.status != IndexStatus::active;
      })) {
    return messages::indexes_in_use();
  }
  if (table->description.deletion_protection) {
    return messages::deletion_protected();
  }

  auto deleting = std::make_shared<Table>(*table);
  deleting->description = describe(*table, now);
  deleting->description.status = TableStatus::deleting;
  deleting->settle_after(core.options().state_change_delay, core.clock());
  for (Index& index : deleting->indexes) index.is_deleting = true;
  for (GlobalSecondaryIndex& index : deleting->description.global_indexes) {
    index.status = IndexStatus::deleting;
  }

  rocksdb::WriteBatch batch;
  ChangeLogFit fit(core, *deleting);
  TRY(fit.prepare(batch));
  core.catalog().delete_table(*table, batch);
  if (table->description.recovery_days) {
    put_system_backup(core, *table, batch);
  } else {
    core.catalog().put_dropped(table->id, batch);
  }
  for (const Index& index : table->indexes) core.catalog().put_dropped(index.id, batch);
  TRY(core.database().write(batch));
  fit.commit();
  TableDescription answer = core.tables().publish(std::move(deleting))->description;
  core.item_locks().barrier();
  core.wake();
  return answer;
}

}  // namespace isotherm::engine
