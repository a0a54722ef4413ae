#include "store/engine/backup_records.h"

#include <utility>

#include "store/engine/catalog_document.h"
#include "store/engine/messages.h"

namespace isotherm::engine {

std::string job_arn(std::string_view table_arn, std::string_view kind, std::string_view id) {
  std::string arn(table_arn);
  return arn.append("/").append(kind).append("/").append(id);
}

std::optional<JobName> parse_job_arn(std::string_view arn, std::string_view kind) {
  const std::size_t table = arn.find(":table/");
  if (!arn.starts_with("arn:") || table == std::string_view::npos) return std::nullopt;
  std::string_view rest = arn.substr(table + std::string_view(":table/").size());
  const std::size_t slash = rest.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  JobName name{std::string(rest.substr(0, slash)), {}};
  rest.remove_prefix(slash + 1);
  if (!rest.starts_with(kind) || rest.substr(kind.size(), 1) != "/") return std::nullopt;
  name.id = rest.substr(kind.size() + 1);
  return name;
}

Item backup_document(const StoredBackup& backup, const Table& source) {
  const BackupDetails& details = backup.description.details;
  Item document{{"name", details.name},
                {"type", Number(static_cast<int>(details.type))},
                {"status", Number(static_cast<int>(details.status))},
                {"created", Number(details.created.count())},
                {"size", Number(details.size_bytes)},
                {"items", Number(backup.description.source.item_count)},
                {"records", Number(static_cast<std::int64_t>(backup.records))},
                {"source", Number(static_cast<std::int64_t>(backup.source))},
                {"marks", Number(static_cast<std::int64_t>(backup.marks))},
                {"table", table_document(source)}};
  if (details.expires) document.emplace("expires", Number(details.expires->count()));
  return document;
}

Result<StoredBackup> backup_from_document(const Core& core, std::string id, const Item& document) {
  DocumentReader reader(document);
  StoredBackup backup;
  backup.id = std::move(id);
  BackupDetails& details = backup.description.details;
  details.name = reader.text("name");
  details.type = static_cast<BackupType>(reader.integer("type"));
  details.status = static_cast<BackupStatus>(reader.integer("status"));
  details.created = UnixMillis(reader.integer("created"));
  details.size_bytes = reader.integer("size");
  if (reader.has("expires")) details.expires = UnixMillis(reader.integer("expires"));
  backup.records = static_cast<ResourceId>(reader.integer("records"));
  backup.source = static_cast<ResourceId>(reader.integer("source"));
  backup.marks = static_cast<ResourceId>(reader.integer("marks"));
  std::optional<StoredTable> table = table_from_document(reader.map("table"));
  if (!table || !reader.ok()) return Error::internal("the record of a backup is damaged");
  TableDescription& source = backup.description.source;
  source = std::move(table->description);
  source.arn = table_arn(core.options().region, core.options().account, source.name);
  source.size_bytes = details.size_bytes;
  source.item_count = reader.integer("items");
  details.arn = job_arn(source.arn, "backup", backup.id);
  return backup;
}

Result<StoredBackup> find_backup(Core& core, const std::string& arn) {
  const std::optional<JobName> name = parse_job_arn(arn, "backup");
  if (!name) return messages::backup_not_found(arn);
  ASSIGN_OR_RETURN(const auto document, core.catalog().shelved(Shelf::backups, name->id));
  if (!document) return messages::backup_not_found(arn);
  ASSIGN_OR_RETURN(StoredBackup backup, backup_from_document(core, name->id, *document));
  if (backup.description.source.name != name->table) return messages::backup_not_found(arn);
  return backup;
}

Result<std::vector<StoredBackup>> all_backups(Core& core) {
  ASSIGN_OR_RETURN(auto shelf, core.catalog().shelf(Shelf::backups));
  std::vector<StoredBackup> backups;
  backups.reserve(shelf.size());
  for (auto& [id, document] : shelf) {
    ASSIGN_OR_RETURN(StoredBackup backup, backup_from_document(core, std::move(id), document));
    backups.push_back(std::move(backup));
  }
  return backups;
}

}  // namespace isotherm::engine
