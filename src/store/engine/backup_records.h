#pragma once

// Backups as they are kept: a document in the catalog, and the items as the records of a resource
// of their own, so that they survive their table.

#include <optional>
#include <string>
#include <vector>

#include "store/backup_operations.h"
#include "store/engine/catalog.h"
#include "store/engine/core.h"

namespace isotherm::engine {

struct StoredBackup {
  /// The last part of its ARN.
  std::string id;
  BackupDescription description;
  /// Where its items are.
  ResourceId records = 0;
  /// While it is being made: the copy that makes it.
  ResourceId source = 0;
  ResourceId marks = 0;
};

/// `<table arn>/<kind>/<id>`
std::string job_arn(std::string_view table_arn, std::string_view kind, std::string_view id);
/// The id out of such an ARN; nothing when it is none, or of a table of another name.
struct JobName {
  std::string table;
  std::string id;
};
std::optional<JobName> parse_job_arn(std::string_view arn, std::string_view kind);

Item backup_document(const StoredBackup& backup, const Table& source);
Result<StoredBackup> backup_from_document(const Core& core, std::string id, const Item& document);

/// The backup that an ARN names, or BackupNotFoundException.
Result<StoredBackup> find_backup(Core& core, const std::string& arn);
/// All, the oldest first.
Result<std::vector<StoredBackup>> all_backups(Core& core);

}  // namespace isotherm::engine
