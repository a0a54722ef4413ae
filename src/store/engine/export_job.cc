#include "store/engine/export_job.h"

#include <mutex>
#include <utility>

#include "exports/export_line.h"
#include "exports/manifest.h"
#include "store/engine/change_logs.h"
#include "store/engine/item_change.h"
#include "store/engine/table_load.h"

namespace isotherm::engine {
namespace {

// Of one step.
constexpr std::size_t step_bytes = 1024 * 1024;
// Of one file, before compression: small enough for many readers side by side.
constexpr std::size_t file_bytes = 64 * 1024 * 1024;

std::string_view format_name(const ExportTableRequest& request) {
  return request.format == ExportFormat::ion ? "ION" : "DYNAMODB_JSON";
}

exports::ItemFormat format_of(const ExportTableRequest& request) {
  return request.format == ExportFormat::ion ? exports::ItemFormat::ion
                                             : exports::ItemFormat::dynamodb_json;
}

}  // namespace

ExportJob::ExportJob(Core& core, StoredExport stored, std::shared_ptr<TableCopy> copy)
    : core_(core), stored_(std::move(stored)), copy_(std::move(copy)) {}

ExportJob::~ExportJob() = default;

bool ExportJob::reads(ResourceId resource) const {
  return resource == stored_.records || resource == stored_.marks ||
         (copy_ && resource == copy_->source()) || (copy_ && resource == copy_->marks()) ||
         (past_ && resource == past_->log());
}

std::optional<UnixMillis> ExportJob::needs_changes_since(ResourceId table) const {
  const bool is_read = table == stored_.source && (phase_ == Phase::copy || phase_ == Phase::past);
  if (!is_read) return std::nullopt;
  return stored_.is_incremental() ? stored_.description.request.incremental->from
                                  : stored_.asked.export_time;
}

Result<bool> ExportJob::step() {
  switch (phase_) {
    case Phase::copy:
    case Phase::past: return gather_step();
    case Phase::files: return write_step();
    case Phase::end: break;
  }
  return false;
}

Result<bool> ExportJob::gather_step() {
  if (phase_ == Phase::copy) {
    if (copy_) {
      ASSIGN_OR_RETURN(const bool more, copy_->step(core_));
      if (more) return true;
      const std::lock_guard lock(core_.table_mutex());
      end_copy(core_, *copy_);
    }
    phase_ = Phase::past;
    const auto log = core_.change_logs().find_of_table(stored_.source);
    const PastRecords records{stored_.key, stored_.records, stored_.marks};
    const ExportTableRequest& request = stored_.description.request;
    if (log == nullptr) return true;
    if (stored_.is_incremental()) {
      past_ = gather(core_, log, records, *request.incremental->from, *request.incremental->to);
    } else if (stored_.asked.export_time) {
      past_ = rewind(core_, log, records, *request.export_time);
    }
    return true;
  }
  if (past_) {
    ASSIGN_OR_RETURN(const bool more, past_->step());
    if (more) return true;
    past_.reset();
  }
  const Result<void> begun = begin_files();
  if (!begun.ok()) TRY(end(Failed{"UNKNOWN", begun.error().message()}));
  return true;
}

std::string ExportJob::folder_key() const {
  return exports::key_below(stored_.description.request.prefix.value_or(""),
                            "AWSDynamoDB/" + stored_.id);
}

std::string ExportJob::data_key(std::uint64_t number) const {
  const std::string name =
      exports::data_file_name(stored_.id, number, format_name(stored_.description.request));
  if (!stored_.is_incremental()) return folder_key() + "/data/" + name;
  return exports::key_below(stored_.description.request.prefix.value_or(""),
                            "AWSDynamoDB/data/" + name);
}

Result<void> ExportJob::write_object(const std::string& key, std::string_view bytes) const {
  ASSIGN_OR_RETURN(const std::string path, bucket_->path_of(key));
  return exports::write_file(path, bytes);
}

Result<void> ExportJob::begin_files() {
  phase_ = Phase::files;
  bucket_ = exports::Bucket::open(core_.options().bucket_root, stored_.description.request.bucket);
  if (!bucket_) return end(Failed{"S3NoSuchBucket", "The specified bucket does not exist"});
  TRY(write_object(folder_key() + "/_started", {}));
  return next_file();
}

Result<void> ExportJob::next_file() {
  file_key_ = data_key(files_++);
  ASSIGN_OR_RETURN(const std::string path, bucket_->path_of(file_key_));
  ASSIGN_OR_RETURN(file_, exports::DataFile::create(path));
  return {};
}

Result<void> ExportJob::finish_file() {
  ASSIGN_OR_RETURN(const exports::Checksums sums, file_->finish());
  manifest_ += exports::file_line(static_cast<std::int64_t>(file_->items()), sums, file_key_);
  items_ += static_cast<std::int64_t>(file_->items());
  file_.reset();
  return {};
}

Result<void> ExportJob::append_record(std::string_view key, std::string_view value) {
  const ExportTableRequest& request = stored_.description.request;
  line_.clear();
  if (!stored_.is_incremental()) {
    const std::optional<Item> item = decode_item(value);
    if (!item) return core_.database().corrupt_record(key);
    bytes_ += static_cast<std::int64_t>(encoded_item_size(value).value_or(0));
    exports::append_item_line(*item, format_of(request), line_);
  } else {
    const std::optional<ChangeRecord> change = decode_change(value);
    if (!change) return core_.database().corrupt_record(key);
    exports::NetChange net;
    net.keys = key_of(change->after ? change->after->item : change->before->item, stored_.key);
    if (change->after) net.after = &change->after->item;
    const bool with_old = request.incremental->view == ExportView::new_and_old_images;
    if (change->before && with_old) net.before = &change->before->item;
    net.time_micros = change->time.count() * 1000;
    bytes_ += static_cast<std::int64_t>((change->after ? change->after->size : 0) +
                                        (net.before != nullptr ? change->before->size : 0));
    exports::append_change_line(net, format_of(request), line_);
  }
  file_->count_item();
  return file_->add(line_);
}

Result<bool> ExportJob::write_step() {
  const std::string lower = cursor_.empty() ? resource_prefix(stored_.records) : cursor_ + '\0';
  const std::string upper = resource_end(stored_.records);
  const auto write = [&]() -> Result<bool> {
    Database::Range range(core_.database(), lower, upper, true);
    std::size_t bytes = 0;
    for (; range.valid() && bytes < step_bytes; range.next()) {
      const throughput::KeyPosition position = position_of(range.key());
      while (partition_ + 1 < stored_.partitions.size() &&
             throughput::KeyPosition(stored_.partitions[partition_ + 1]) <= position) {
        ++partition_;
        TRY(finish_file());
        TRY(next_file());
      }
      if (file_->bytes() >= file_bytes) {
        TRY(finish_file());
        TRY(next_file());
      }
      bytes += range.value().size();
      TRY(append_record(range.key(), range.value()));
      cursor_ = range.key();
    }
    if (range.valid()) return true;
    TRY(range.status());
    // Partitions behind the last item have their files, too.
    TRY(finish_file());
    for (; partition_ + 1 < stored_.partitions.size(); ++partition_) {
      TRY(next_file());
      TRY(finish_file());
    }
    TRY(write_manifests());
    return false;
  };
  const Result<bool> more = write();
  if (more.ok() && *more) return true;
  if (more.ok()) {
    TRY(end(std::nullopt));
    return true;
  }
  // A fault of the database stops the engine; one of the bucket only this export.
  if (!core_.database().failure().empty()) return more.error();
  TRY(end(Failed{"UNKNOWN", more.error().message()}));
  return true;
}

Result<void> ExportJob::write_manifests() {
  ExportDescription& d = stored_.description;
  d.end = core_.clock().unix_time();
  d.item_count = items_;
  d.billed_bytes = bytes_;
  exports::Summary summary;
  summary.export_arn = d.arn;
  summary.start = d.start;
  summary.end = *d.end;
  summary.table_arn = d.table_arn;
  summary.table_id = d.table_id;
  if (stored_.is_incremental()) {
    const IncrementalExport& span = *d.request.incremental;
    summary.span =
        exports::Summary::Span{*span.from, *span.to, span.view == ExportView::new_and_old_images};
  } else {
    summary.export_time = *d.request.export_time;
  }
  summary.bucket = d.request.bucket;
  summary.prefix = d.request.prefix;
  summary.sse_algorithm = d.request.sse_algorithm.value_or("AES256");
  summary.sse_kms_key_id = d.request.sse_kms_key_id;
  summary.manifest_files_key = folder_key() + "/manifest-files.json";
  summary.billed_bytes = bytes_;
  summary.item_count = items_;
  summary.format = format_name(d.request);
  const std::string text = exports::summary_text(summary);
  const auto write = [&](const std::string& name, std::string_view bytes) -> Result<void> {
    const std::string sum = exports::checksums_of(bytes).md5;
    TRY(write_object(folder_key() + "/" + name + ".md5", sum));
    TRY(write_object(folder_key() + "/" + name + ".checksum", sum));
    return write_object(folder_key() + "/" + name + ".json", bytes);
  };
  TRY(write("manifest-files", manifest_));
  TRY(write("manifest-summary", text));
  d.manifest = folder_key() + "/manifest-summary.json";
  return {};
}

Result<void> ExportJob::end(std::optional<Failed> failed) {
  phase_ = Phase::end;
  file_.reset();
  ExportDescription& d = stored_.description;
  d.status = failed ? ExportStatus::failed : ExportStatus::completed;
  if (failed) {
    d.end = core_.clock().unix_time();
    d.manifest.reset();
    d.item_count.reset();
    d.billed_bytes.reset();
    d.failure_code = std::move(failed->code);
    d.failure_message = std::move(failed->message);
  }
  const std::lock_guard lock(core_.table_mutex());
  rocksdb::WriteBatch batch;
  core_.catalog().put_shelved(Shelf::exports, stored_.id, export_document(stored_), batch);
  core_.catalog().put_dropped(stored_.records, batch);
  core_.catalog().put_dropped(stored_.marks, batch);
  if (copy_) core_.catalog().put_dropped(copy_->marks(), batch);
  return core_.database().write(batch);
}

Result<void> resume_exports(Core& core) {
  ASSIGN_OR_RETURN(std::vector<StoredExport> exports, all_exports(core));
  for (StoredExport& stored : exports) {
    if (stored.description.status != ExportStatus::in_progress) continue;
    std::shared_ptr<TableCopy> copy;
    if (!stored.is_incremental()) {
      ASSIGN_OR_RETURN(copy, resume_copy(core, stored.source, stored.records, stored.copy_marks));
    }
    core.jobs().add(std::make_unique<ExportJob>(core, std::move(stored), std::move(copy)));
  }
  return {};
}

}  // namespace isotherm::engine
