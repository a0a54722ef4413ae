// CreateBackup: the backup has what the table held at one instant; its records follow in the
// background.

#include "store/engine/backup_jobs.h"
#include "store/engine/messages.h"
#include "store/engine/new_table.h"
#include "store/engine/operations.h"
#include "store/engine/table_copy.h"

namespace isotherm::engine {

Result<BackupDetails> create_backup(Core& core, const CreateBackupRequest& request) {
  const std::lock_guard lock(core.table_mutex());
  const TablePtr table = core.tables().find(request.table_name);
  if (table == nullptr) return messages::no_such_table(request.table_name);
  const TimePoint now = core.clock().now();
  switch (status_at(*table, now)) {
    case TableStatus::active:
    case TableStatus::updating: break;
    case TableStatus::creating:
      return messages::table_is_busy(table->description.name, "is being created");
    case TableStatus::deleting:
      return messages::table_is_busy(table->description.name, "is being deleted");
  }

  rocksdb::WriteBatch batch;
  StoredBackup backup;
  backup.id = new_job_id(core.clock().unix_time());
  ASSIGN_OR_RETURN(backup.records, core.catalog().next_id(batch));
  ASSIGN_OR_RETURN(backup.marks, core.catalog().next_id(batch));
  backup.source = table->id;
  backup.description.source = describe(*table, now);
  BackupDetails& details = backup.description.details;
  details.arn = job_arn(table->description.arn, "backup", backup.id);
  details.name = request.backup_name;
  details.status = BackupStatus::creating;
  details.created = core.clock().unix_time();
  details.size_bytes = backup.description.source.size_bytes;
  core.catalog().put_shelved(Shelf::backups, backup.id, backup_document(backup, *table), batch);

  auto copy = std::make_shared<TableCopy>(table->id, backup.records, backup.marks, std::string());
  ASSIGN_OR_RETURN(const TablePtr current, begin_copy(core, table, copy, batch));
  core.jobs().add(std::make_unique<BackupJob>(core, backup.id, std::move(copy)));
  core.wake();
  return details;
}

}  // namespace isotherm::engine
