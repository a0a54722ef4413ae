// RestoreTableFromBackup: the new table is there at once, CREATING; its items, indexes and counters
// follow in the background.

#include <algorithm>
#include <utility>

#include "store/engine/backup_jobs.h"
#include "store/engine/messages.h"
#include "store/engine/new_table.h"
#include "store/engine/operations.h"
#include "store/engine/restored_table.h"

namespace isotherm::engine {

Result<TableDescription> restore_table_from_backup(Core& core,
                                                   const RestoreTableFromBackupRequest& request) {
  const std::lock_guard lock(core.table_mutex());
  ASSIGN_OR_RETURN(const StoredBackup backup, find_backup(core, request.backup_arn));
  const BackupDetails& details = backup.description.details;
  if (details.status == BackupStatus::creating) {
    return messages::backup_in_use(details.arn, "is being created");
  }
  TRY(check_target(core, request.target_table_name));
  TableDescription source = backup.description.source;
  source.restore = RestoreSummary{details.arn, source.arn, details.created, true};
  ASSIGN_OR_RETURN(
      TableDescription description,
      restored_description(core, std::move(source), request.target_table_name, request.overrides));

  rocksdb::WriteBatch batch;
  ASSIGN_OR_RETURN(std::shared_ptr<Table> table, make_table(core, std::move(description), batch));
  table->is_loading = true;
  const std::string job_id = new_job_id(core.clock().unix_time());
  core.catalog().put_table(*table, batch);
  core.catalog().put_shelved(Shelf::restores, job_id, restore_document({table->id, backup.records}),
                             batch);
  TRY(core.database().write(batch));
  const TablePtr published = core.tables().publish(std::move(table));
  core.jobs().add(std::make_unique<RestoreJob>(core, job_id, backup.records, published->id));
  core.wake();
  return published->description;
}

}  // namespace isotherm::engine
