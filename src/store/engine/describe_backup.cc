// DescribeBackup, ListBackups and DeleteBackup.

#include <algorithm>

#include "store/engine/backup_records.h"
#include "store/engine/jobs.h"
#include "store/engine/messages.h"
#include "store/engine/operations.h"

namespace isotherm::engine {
namespace {

// Backups in one answer [API reference].
constexpr std::size_t backups_max = 100;

bool fits(const StoredBackup& backup, const ListBackupsRequest& request) {
  const BackupDetails& details = backup.description.details;
  if (request.table_name && backup.description.source.name != table_name_of(*request.table_name)) {
    return false;
  }
  if (request.from && details.created < *request.from) return false;
  if (request.to && details.created >= *request.to) return false;
  return !request.type || details.type == *request.type;
}

}  // namespace

Result<BackupDescription> describe_backup(Core& core, const DescribeBackupRequest& request) {
  ASSIGN_OR_RETURN(StoredBackup backup, find_backup(core, request.backup_arn));
  return std::move(backup.description);
}

Result<ListBackupsResponse> list_backups(Core& core, const ListBackupsRequest& request) {
  if (request.from && request.to && *request.from > *request.to) {
    return messages::bad_time_range();
  }
  std::string start;
  if (request.exclusive_start_backup_arn) {
    const auto name = parse_job_arn(*request.exclusive_start_backup_arn, "backup");
    if (!name) return messages::bad_backup_arn(*request.exclusive_start_backup_arn);
    start = name->id;
  }
  ASSIGN_OR_RETURN(const std::vector<StoredBackup> backups, all_backups(core));
  const std::size_t limit =
      static_cast<std::size_t>(request.limit.value_or(static_cast<std::int64_t>(backups_max)));
  ListBackupsResponse response;
  for (const StoredBackup& backup : backups) {
    if (backup.id <= start || !fits(backup, request)) continue;
    if (response.backups.size() == limit) {
      response.last_evaluated_backup_arn = response.backups.back().details.arn;
      break;
    }
    const TableDescription& source = backup.description.source;
    response.backups.push_back({backup.description.details, source.name, source.arn, source.id});
  }
  return response;
}

Result<BackupDescription> delete_backup(Core& core, const DeleteBackupRequest& request) {
  const std::lock_guard lock(core.table_mutex());
  ASSIGN_OR_RETURN(StoredBackup backup, find_backup(core, request.backup_arn));
  BackupDetails& details = backup.description.details;
  if (details.status == BackupStatus::creating) {
    return messages::backup_in_use(details.arn, "is being created");
  }
  if (core.jobs().reads(backup.records)) {
    return messages::backup_in_use(details.arn, "is being restored");
  }
  rocksdb::WriteBatch batch;
  core.catalog().drop_shelved(Shelf::backups, backup.id, batch);
  core.catalog().put_dropped(backup.records, batch);
  TRY(core.database().write(batch));
  core.wake();
  details.status = BackupStatus::deleted;
  return std::move(backup.description);
}

}  // namespace isotherm::engine
