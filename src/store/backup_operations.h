#pragma once

// Requests and responses of backups, of restores, and of point-in-time recovery.

#include <optional>
#include <string>
#include <vector>

#include "model/table.h"
#include "store/table_operations.h"

namespace isotherm {

enum class BackupStatus { creating, available, deleted };
enum class BackupType { user, system, aws_backup };

/// What every answer about a backup tells.
struct BackupDetails {
  std::string arn;
  std::string name;
  std::int64_t size_bytes = 0;
  BackupStatus status = BackupStatus::available;
  BackupType type = BackupType::user;
  UnixMillis created{0};
  /// Of a system backup: when it goes.
  std::optional<UnixMillis> expires;
};

/// A backup with the table that it was made of, as that was at the time.
struct BackupDescription {
  BackupDetails details;
  TableDescription source;
};

struct CreateBackupRequest {
  std::string table_name;
  std::string backup_name;
};
struct DescribeBackupRequest {
  std::string backup_arn;
};
struct DeleteBackupRequest {
  std::string backup_arn;
};

struct ListBackupsRequest {
  std::optional<std::string> table_name;
  std::optional<std::int64_t> limit;
  /// Included.
  std::optional<UnixMillis> from;
  /// Not included.
  std::optional<UnixMillis> to;
  std::optional<std::string> exclusive_start_backup_arn;
  /// Absent: all types.
  std::optional<BackupType> type;
};
struct BackupSummary {
  BackupDetails details;
  std::string table_name;
  std::string table_arn;
  std::string table_id;
};
struct ListBackupsResponse {
  std::vector<BackupSummary> backups;
  std::optional<std::string> last_evaluated_backup_arn;
};

/// What a restored table has in place of what its source had.
struct RestoreOverrides {
  std::optional<BillingMode> billing_mode;
  std::optional<ProvisionedThroughput> provisioned;
  std::optional<OnDemandThroughput> on_demand;
  /// The indexes that are restored; absent: all.
  std::optional<std::vector<SecondaryIndexRequest>> local_indexes;
  std::optional<std::vector<SecondaryIndexRequest>> global_indexes;
};

struct RestoreTableFromBackupRequest {
  std::string target_table_name;
  std::string backup_arn;
  RestoreOverrides overrides;
};

struct RestoreTableToPointInTimeRequest {
  /// A name or an ARN; one of the two members of the API.
  std::string source_table;
  std::string target_table_name;
  bool use_latest_restorable_time = false;
  std::optional<UnixMillis> restore_date_time;
  RestoreOverrides overrides;
};

struct UpdateContinuousBackupsRequest {
  std::string table_name;
  bool enabled = false;
  std::optional<std::int64_t> recovery_period_days;
};
struct DescribeContinuousBackupsRequest {
  std::string table_name;
};

/// Point-in-time recovery of a table.
struct ContinuousBackupsDescription {
  bool enabled = false;
  /// These only while it is enabled.
  std::int64_t recovery_period_days = 0;
  UnixMillis earliest_restorable{0};
  UnixMillis latest_restorable{0};
};

}  // namespace isotherm
