#include "store/engine/backup_jobs.h"

#include <mutex>
#include <utility>

#include "store/engine/catalog_document.h"
#include "store/engine/change_logs.h"
#include "store/engine/export_records.h"

namespace isotherm::engine {

Result<bool> BackupJob::step() {
  ASSIGN_OR_RETURN(const bool more, copy_->step(core_));
  if (more) return true;
  const std::lock_guard lock(core_.table_mutex());
  end_copy(core_, *copy_);
  ASSIGN_OR_RETURN(std::optional<Item> document,
                   core_.catalog().shelved(Shelf::backups, backup_id_));
  expects(document.has_value(), "a backup that is being made cannot be deleted");
  (*document)["status"] = Number(static_cast<int>(BackupStatus::available));
  rocksdb::WriteBatch batch;
  core_.catalog().put_shelved(Shelf::backups, backup_id_, *document, batch);
  core_.catalog().forget(copy_->target(), batch);
  core_.catalog().put_dropped(copy_->marks(), batch);
  TRY(core_.database().write(batch));
  return false;
}

Result<bool> RestoreJob::step() {
  if (!copied_) {
    ASSIGN_OR_RETURN(const bool more, copy_records_step(core_, backup_records_, load_.table()));
    copied_ = !more;
    return true;
  }
  ASSIGN_OR_RETURN(const bool more, load_.step());
  if (more) return true;
  const std::lock_guard lock(core_.table_mutex());
  rocksdb::WriteBatch batch;
  core_.catalog().drop_shelved(Shelf::restores, job_id_, batch);
  TRY(load_.open(batch));
  return false;
}

Result<bool> RestoreToTimeJob::copy_step() {
  ASSIGN_OR_RETURN(const bool more, copy_->step(core_));
  if (more) return true;
  const std::lock_guard lock(core_.table_mutex());
  end_copy(core_, *copy_);
  copied_ = true;
  const TablePtr table = find_table(core_, order_.table);
  const auto log = core_.change_logs().find_of_table(order_.source);
  if (order_.time && log != nullptr) {
    past_ =
        rewind(core_, log, {table->description.key, order_.table, order_.past_marks}, *order_.time);
  }
  return true;
}

Result<bool> RestoreToTimeJob::step() {
  if (!copied_) return copy_step();
  if (past_) {
    ASSIGN_OR_RETURN(const bool more, past_->step());
    if (!more) past_.reset();
    return true;
  }
  is_past_ = true;
  ASSIGN_OR_RETURN(const bool more, load_.step());
  if (more) return true;
  const std::lock_guard lock(core_.table_mutex());
  rocksdb::WriteBatch batch;
  core_.catalog().drop_shelved(Shelf::restores, job_id_, batch);
  core_.catalog().put_dropped(order_.marks, batch);
  core_.catalog().put_dropped(order_.past_marks, batch);
  TRY(load_.open(batch));
  return false;
}

Item restore_document(const RestoreOrder& order) {
  Item document{{"table", Number(static_cast<std::int64_t>(order.table))},
                {"source", Number(static_cast<std::int64_t>(order.source))},
                {"marks", Number(static_cast<std::int64_t>(order.marks))},
                {"past_marks", Number(static_cast<std::int64_t>(order.past_marks))}};
  if (order.time) document.emplace("time", Number(order.time->count()));
  return document;
}

Result<void> resume_backups(Core& core) {
  ASSIGN_OR_RETURN(const std::vector<StoredBackup> backups, all_backups(core));
  for (const StoredBackup& backup : backups) {
    if (backup.description.details.status != BackupStatus::creating) continue;
    ASSIGN_OR_RETURN(auto copy, resume_copy(core, backup.source, backup.records, backup.marks));
    core.jobs().add(std::make_unique<BackupJob>(core, backup.id, std::move(copy)));
  }
  return {};
}

Result<void> resume_restores(Core& core) {
  ASSIGN_OR_RETURN(const auto restores, core.catalog().shelf(Shelf::restores));
  for (const auto& [id, document] : restores) {
    DocumentReader reader(document);
    RestoreOrder order{static_cast<ResourceId>(reader.integer("table")),
                       static_cast<ResourceId>(reader.integer("source")),
                       static_cast<ResourceId>(reader.integer("marks")),
                       static_cast<ResourceId>(reader.integer("past_marks"))};
    if (reader.has("time")) order.time = UnixMillis(reader.integer("time"));
    if (!reader.ok()) return Error::internal("the record of a restore is damaged");
    if (order.marks == 0) {
      core.jobs().add(std::make_unique<RestoreJob>(core, id, order.source, order.table));
      continue;
    }
    ASSIGN_OR_RETURN(auto copy, resume_copy(core, order.source, order.table, order.marks));
    core.jobs().add(std::make_unique<RestoreToTimeJob>(core, id, std::move(copy), order));
  }
  return {};
}

namespace {

/// Exports and imports that ended long ago are told no more.
template <class Stored>
Result<void> forget_old(Core& core, Shelf shelf, const std::vector<Stored>& jobs) {
  const UnixMillis now = core.clock().unix_time();
  for (const Stored& stored : jobs) {
    const std::optional<UnixMillis>& end = stored.description.end;
    if (!end || now - *end < jobs_told) continue;
    rocksdb::WriteBatch batch;
    core.catalog().drop_shelved(shelf, stored.id, batch);
    TRY(core.database().write(batch));
  }
  return {};
}

}  // namespace

Result<void> forget_old_jobs(Core& core) {
  const std::lock_guard lock(core.table_mutex());
  ASSIGN_OR_RETURN(const std::vector<StoredExport> exports, all_exports(core));
  TRY(forget_old(core, Shelf::exports, exports));
  ASSIGN_OR_RETURN(const std::vector<StoredImport> imports, all_imports(core));
  return forget_old(core, Shelf::imports, imports);
}

Result<void> expire_backups(Core& core) {
  const UnixMillis now = core.clock().unix_time();
  const std::lock_guard lock(core.table_mutex());
  ASSIGN_OR_RETURN(const std::vector<StoredBackup> backups, all_backups(core));
  for (const StoredBackup& backup : backups) {
    const std::optional<UnixMillis>& expires = backup.description.details.expires;
    if (!expires || now < *expires || core.jobs().reads(backup.records)) continue;
    rocksdb::WriteBatch batch;
    core.catalog().drop_shelved(Shelf::backups, backup.id, batch);
    core.catalog().put_dropped(backup.records, batch);
    TRY(core.database().write(batch));
  }
  return {};
}

}  // namespace isotherm::engine
