#include "store/engine/import_job.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <utility>

#include "base/json_writer.h"
#include "model/limits.h"
#include "store/engine/key_checks.h"
#include "store/engine/messages.h"

namespace isotherm::engine {
namespace {

// Of one step.
constexpr std::size_t step_rows = 1'000;
constexpr std::size_t step_bytes = 512 * 1024;
// Of one import [DG:S3DataImport.Validation].
constexpr std::size_t files_max = 50'000;
// Rejected rows beyond these are only counted.
constexpr std::int64_t log_bytes_max = 64 * 1024 * 1024;

exports::Compression compression_of(ImportCompression compression) {
  switch (compression) {
    case ImportCompression::gzip: return exports::Compression::gzip;
    case ImportCompression::zstd: return exports::Compression::zstd;
    case ImportCompression::none: break;
  }
  return exports::Compression::none;
}

exports::RowFormat row_format(const ImportDescription& import, const Table& table) {
  exports::RowFormat format;
  switch (import.format) {
    case ImportFormat::dynamodb_json: format.format = exports::ItemFormat::dynamodb_json; break;
    case ImportFormat::ion: format.format = exports::ItemFormat::ion; break;
    case ImportFormat::csv: format.format = exports::ItemFormat::csv; break;
  }
  if (import.csv && import.csv->delimiter) format.csv.delimiter = (*import.csv->delimiter)[0];
  if (import.csv) format.csv.header = import.csv->header;
  for (const AttributeDefinition& attribute : table.description.attributes) {
    format.key_types.emplace(attribute.name, attribute.type);
  }
  return format;
}

}  // namespace

ImportJob::ImportJob(Core& core, StoredImport stored, Item table)
    : core_(core),
      stored_(std::move(stored)),
      table_document_(std::move(table)),
      load_(core, stored_.table) {}

ImportJob::~ImportJob() = default;

Result<bool> ImportJob::step() {
  switch (phase_) {
    case Phase::begin: return stored_.is_read ? (phase_ = Phase::load, true) : open_files();
    case Phase::read: return read_step();
    case Phase::load: {
      ASSIGN_OR_RETURN(const bool more, load_.step());
      if (!more) TRY(finish());
      return true;
    }
    case Phase::end: break;
  }
  return false;
}

Result<bool> ImportJob::open_files() {
  const ImportSource& source = stored_.description.source;
  const auto bucket = exports::Bucket::open(core_.options().bucket_root, source.bucket);
  if (!bucket) return fail("S3NoSuchBucket", "The specified bucket does not exist");
  Result<std::vector<exports::Object>> files = bucket->list(source.prefix.value_or(""), files_max);
  if (!files.ok()) return fail("S3AccessDenied", files.error().message());
  if (files->empty()) return fail("S3NoSuchKey", "The specified key does not exist");
  if (files->size() > files_max) {
    return fail("ValidationError", "An import takes at most 50000 objects");
  }
  files_ = std::move(files).value();
  while (file_ < files_.size() && files_[file_].key < stored_.file_key) ++file_;
  phase_ = Phase::read;
  return true;
}

Result<void> ImportJob::open_file() {
  const TablePtr table = find_table(core_, stored_.table);
  expects(table != nullptr, "a table that is being filled is there");
  const exports::Object& file = files_[file_];
  if (stored_.file_key != file.key) {
    stored_.file_key = file.key;
    stored_.rows_done = 0;
  }
  ASSIGN_OR_RETURN(auto bytes,
                   exports::open_file(file.path, compression_of(stored_.description.compression)));
  rows_ = exports::make_row_reader(std::move(bytes), row_format(stored_.description, *table));
  for (std::int64_t row = 0; row < stored_.rows_done; ++row) {
    ASSIGN_OR_RETURN(const std::optional<exports::Row> passed, rows_->next());
    if (!passed) break;
  }
  return {};
}

void ImportJob::reject(const std::string& problem) {
  ImportDescription& d = stored_.description;
  ++d.error_count;
  if (stored_.log_bytes + static_cast<std::int64_t>(log_.size()) > log_bytes_max) return;
  JsonWriter json(log_);
  json.begin_object().key("itemS3Pointer").begin_object();
  json.key("bucket").string(d.source.bucket).key("key").string(stored_.file_key);
  json.key("itemIndex").integer(stored_.rows_done).end_object();
  json.key("importArn").string(d.arn);
  json.key("errorMessages").begin_array().string(problem).end_array().end_object();
  log_ += '\n';
}

Result<void> ImportJob::add(const Table& table, const Item& item, rocksdb::WriteBatch& batch) {
  TRY(check_item_key(item, table.description.key));
  TRY(check_index_keys(item, table));
  const std::size_t bytes = size_bytes(item);
  if (bytes > limits::item_bytes_max) return messages::item_too_large();
  std::string value;
  encode_item(item, bytes, value);
  batch.Put(item_key(table.id, table.description.key, item).bytes(), value);
  ++stored_.description.imported_items;
  return {};
}

void ImportJob::next_file() {
  if (rows_) stored_.bytes_before += static_cast<std::int64_t>(rows_->bytes());
  stored_.description.processed_bytes = stored_.bytes_before;
  rows_.reset();
  ++file_;
}

Result<void> ImportJob::save(rocksdb::WriteBatch& batch) {
  write_log();
  core_.catalog().put_shelved(Shelf::imports, stored_.id, import_document(stored_, table_document_),
                              batch);
  return core_.database().write(batch);
}

Result<bool> ImportJob::read_step() {
  rocksdb::WriteBatch batch;
  if (file_ == files_.size()) {
    stored_.is_read = true;
    phase_ = Phase::load;
    TRY(save(batch));
    return true;
  }
  const TablePtr table = find_table(core_, stored_.table);
  expects(table != nullptr, "a table that is being filled is there");
  if (!rows_) {
    if (const Result<void> opened = open_file(); !opened.ok()) {
      reject(opened.error().message());
      next_file();
      TRY(save(batch));
      return true;
    }
  }
  for (std::size_t row = 0; row < step_rows && batch.GetDataSize() < step_bytes; ++row) {
    Result<std::optional<exports::Row>> next = rows_->next();
    if (!next.ok()) reject(next.error().message());
    if (!next.ok() || !*next) {
      next_file();
      break;
    }
    ++stored_.description.processed_items;
    if (!(*next)->problem.empty()) {
      reject((*next)->problem);
    } else if (const Result<void> added = add(*table, (*next)->item, batch); !added.ok()) {
      reject(added.error().message());
    }
    ++stored_.rows_done;
  }
  if (rows_) {
    stored_.description.processed_bytes =
        stored_.bytes_before + static_cast<std::int64_t>(rows_->bytes());
  }
  TRY(save(batch));
  return true;
}

void ImportJob::write_log() {
  if (log_.empty()) return;
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(core_.options().bucket_root) / ".import-errors";
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  const std::string path = folder / (stored_.id + ".jsonl");
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  // A log that cannot be written does not hold the import up: rows are counted all the same.
  if (descriptor >= 0) {
    const ssize_t written =
        ::pwrite(descriptor, log_.data(), log_.size(), static_cast<off_t>(stored_.log_bytes));
    if (written > 0) stored_.log_bytes += written;
    ::close(descriptor);
  }
  log_.clear();
}

Result<void> ImportJob::finish() {
  phase_ = Phase::end;
  ImportDescription& d = stored_.description;
  d.status = d.error_count == 0 ? ImportStatus::completed : ImportStatus::failed;
  d.end = core_.clock().unix_time();
  if (d.error_count > 0) {
    d.failure_code = "ItemValidationError";
    d.failure_message =
        "Some of the items failed validation checks and were not imported. Please check CloudWatch "
        "error logs for more details.";
  }
  const std::lock_guard lock(core_.table_mutex());
  rocksdb::WriteBatch batch;
  core_.catalog().put_shelved(Shelf::imports, stored_.id, import_document(stored_, table_document_),
                              batch);
  return load_.open(batch);
}

Result<bool> ImportJob::fail(std::string code, std::string message) {
  phase_ = Phase::end;
  ImportDescription& d = stored_.description;
  d.status = ImportStatus::failed;
  d.end = core_.clock().unix_time();
  d.failure_code = std::move(code);
  d.failure_message = std::move(message);
  const std::lock_guard lock(core_.table_mutex());
  const TablePtr table = find_table(core_, stored_.table);
  expects(table != nullptr, "a table that is being filled is there");
  auto gone = std::make_shared<Table>(*table);
  gone->is_loading = false;
  gone->description.status = TableStatus::deleting;
  gone->settles_at = core_.clock().now();
  rocksdb::WriteBatch batch;
  core_.catalog().put_shelved(Shelf::imports, stored_.id, import_document(stored_, table_document_),
                              batch);
  core_.catalog().delete_table(*table, batch);
  core_.catalog().put_dropped(table->id, batch);
  for (const Index& index : table->indexes) core_.catalog().put_dropped(index.id, batch);
  TRY(core_.database().write(batch));
  core_.tables().publish(std::move(gone));
  return true;
}

Result<void> resume_imports(Core& core) {
  ASSIGN_OR_RETURN(auto shelf, core.catalog().shelf(Shelf::imports));
  for (auto& [id, document] : shelf) {
    ASSIGN_OR_RETURN(StoredImport stored, import_from_document(core, id, document));
    if (stored.description.status != ImportStatus::in_progress) continue;
    Item table = *document["table"].get_if<Map>();
    core.jobs().add(std::make_unique<ImportJob>(core, std::move(stored), std::move(table)));
  }
  return {};
}

}  // namespace isotherm::engine
