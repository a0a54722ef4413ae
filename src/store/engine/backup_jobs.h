#pragma once

// The work behind CreateBackup and the restores.

#include <memory>
#include <string>

#include "store/engine/backup_records.h"
#include "store/engine/jobs.h"
#include "store/engine/past.h"
#include "store/engine/table_copy.h"
#include "store/engine/table_load.h"

namespace isotherm::engine {

/// Copies a table into a backup's records, then makes the backup AVAILABLE.
class BackupJob final : public Job {
 public:
  BackupJob(Core& core, std::string backup_id, std::shared_ptr<TableCopy> copy)
      : core_(core), backup_id_(std::move(backup_id)), copy_(std::move(copy)) {}

  Result<bool> step() override;
  bool reads(ResourceId resource) const override {
    return resource == copy_->source() || resource == copy_->marks();
  }

 private:
  Core& core_;
  std::string backup_id_;
  std::shared_ptr<TableCopy> copy_;
};

/// Fills a new table with the records of a backup.
class RestoreJob final : public Job {
 public:
  RestoreJob(Core& core, std::string job_id, ResourceId backup_records, ResourceId table)
      : core_(core),
        job_id_(std::move(job_id)),
        backup_records_(backup_records),
        load_(core, table) {}

  Result<bool> step() override;
  bool reads(ResourceId resource) const override { return resource == backup_records_; }

 private:
  Core& core_;
  std::string job_id_;
  ResourceId backup_records_;
  bool copied_ = false;
  TableLoad load_;
};

/// What a restore must know after a restart.
struct RestoreOrder {
  ResourceId table = 0;
  /// The records of a backup, or a table.
  ResourceId source = 0;
  /// Only of a restore to a point in time.
  ResourceId marks = 0;
  ResourceId past_marks = 0;
  /// Absent: as it was when it was asked for.
  std::optional<UnixMillis> time = {};
};

/// Fills a new table with what another table held at a time.
class RestoreToTimeJob final : public Job {
 public:
  RestoreToTimeJob(Core& core, std::string job_id, std::shared_ptr<TableCopy> copy,
                   const RestoreOrder& order)
      : core_(core),
        job_id_(std::move(job_id)),
        copy_(std::move(copy)),
        order_(order),
        load_(core, order.table) {}

  Result<bool> step() override;
  bool reads(ResourceId resource) const override {
    return resource == order_.source || resource == order_.marks || resource == order_.past_marks ||
           (past_ && resource == past_->log());
  }
  std::optional<UnixMillis> needs_changes_since(ResourceId table) const override {
    return table == order_.source && !is_past_ ? order_.time : std::nullopt;
  }

 private:
  Result<bool> copy_step();

  Core& core_;
  std::string job_id_;
  std::shared_ptr<TableCopy> copy_;
  RestoreOrder order_;
  bool copied_ = false;
  /// The copy is as the table was at the time asked for.
  bool is_past_ = false;
  /// Takes the copy back to the time asked for.
  std::unique_ptr<Past> past_;
  TableLoad load_;
};

Item restore_document(const RestoreOrder& order);

Result<void> resume_backups(Core& core);
Result<void> resume_restores(Core& core);

/// Drops system backups whose time is over.
Result<void> expire_backups(Core& core);
/// Forgets exports and imports that ended long ago.
Result<void> forget_old_jobs(Core& core);

}  // namespace isotherm::engine
