#include "store/engine/database.h"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/table.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <utility>

namespace isotherm::engine {
namespace {

constexpr std::size_t mebibyte = 1024 * 1024;
// Bloom filter bits for a key: about one false positive in a hundred.
constexpr double filter_bits = 10;
// Of a memtable, for a filter that spares look-ups of new keys.
constexpr double memtable_filter_ratio = 0.02;
constexpr std::size_t block_bytes = 8 * 1024;
// Of the memory for what was read: single records get one in so many parts, blocks the rest.
constexpr std::size_t record_cache_part = 4;

std::size_t record_cache_bytes(const EngineOptions& options) {
  return options.cache_bytes / record_cache_part;
}

rocksdb::BlockBasedTableOptions table_options(const EngineOptions& options) {
  rocksdb::BlockBasedTableOptions table;
  table.block_size = block_bytes;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(filter_bits));
  table.optimize_filters_for_memory = true;
  table.block_cache = rocksdb::NewLRUCache(options.cache_bytes - record_cache_bytes(options));
  table.cache_index_and_filter_blocks = true;
  table.cache_index_and_filter_blocks_with_high_priority = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  // Of a large table, the index and the filters are larger than the cache: they are read by part.
  table.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
  table.partition_filters = true;
  table.format_version = 5;
  // Most reads are of one key.
  table.data_block_index_type = rocksdb::BlockBasedTableOptions::kDataBlockBinaryAndHash;
  return table;
}

rocksdb::Options rocks_options(const EngineOptions& options, rocksdb::Env* env) {
  rocksdb::Options rocks;
  rocks.env = env;
  rocks.create_if_missing = true;
  rocks.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table_options(options)));
  rocks.compression = rocksdb::kLZ4Compression;
  rocks.write_buffer_size = std::clamp(options.cache_bytes / 4, 4 * mebibyte, 64 * mebibyte);
  rocks.max_write_buffer_number = 3;
  rocks.memtable_prefix_bloom_size_ratio = memtable_filter_ratio;
  rocks.memtable_whole_key_filtering = true;
  rocks.level_compaction_dynamic_level_bytes = true;
  rocks.max_background_jobs = 2;
  rocks.bytes_per_sync = mebibyte;
  // A torn last record is an unacknowledged write; damage before it must be told, not skipped.
  rocks.wal_recovery_mode = rocksdb::WALRecoveryMode::kTolerateCorruptedTailRecords;
  rocks.enable_pipelined_write = true;
  rocks.avoid_unnecessary_blocking_io = true;
  rocks.avoid_flush_during_shutdown = options.data_dir.empty();
  rocks.info_log_level = rocksdb::InfoLogLevel::WARN_LEVEL;
  rocks.keep_log_file_num = 2;
  rocks.max_log_file_size = mebibyte;
  rocks.skip_stats_update_on_db_open = true;
  rocks.stats_dump_period_sec = 0;
  rocks.stats_persist_period_sec = 0;
  return rocks;
}

Error cannot_open(const std::string& folder, const std::string& why) {
  return Error::internal("The data folder " + folder + " cannot be used: " + why);
}

Result<void> check_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) {
    return cannot_open(folder, error.message() +
                                   ". Create it, or choose another folder with --data, or use "
                                   "--in-memory.");
  }
  if (!std::filesystem::is_directory(folder, error)) {
    return cannot_open(folder, "it is not a folder. Choose another one with --data.");
  }
  return {};
}

Error open_error(const std::string& folder, const rocksdb::Status& status) {
  const std::string text = status.ToString();
  if (text.find("lock ") != std::string::npos || text.find("LOCK") != std::string::npos) {
    if (text.find("Permission denied") == std::string::npos &&
        text.find("Read-only") == std::string::npos) {
      return cannot_open(folder,
                         "another process has it open. Stop that process, or choose another folder "
                         "with --data. (" +
                             text + ")");
    }
  }
  if (status.IsIOError()) {
    return cannot_open(folder,
                       text +
                           ". Check that this user may write there and that the disk has room, "
                           "or choose another folder with --data.");
  }
  if (status.IsCorruption()) {
    return cannot_open(folder, text +
                                   ". It is damaged. Restore it from a copy, or choose another "
                                   "folder with --data.");
  }
  return cannot_open(folder, text +
                                 ". It may have been written by another program; choose another "
                                 "folder with --data.");
}

}  // namespace

Result<std::unique_ptr<Database>> Database::open(const EngineOptions& options) {
  std::unique_ptr<Database> database(new Database(record_cache_bytes(options)));
  const bool in_memory = options.data_dir.empty();
  rocksdb::Env* env = options.environment ? options.environment : rocksdb::Env::Default();
  if (in_memory) {
    database->env_.reset(rocksdb::NewMemEnv(env));
    env = database->env_.get();
  } else {
    TRY(check_folder(options.data_dir));
  }

  rocksdb::DB* db = nullptr;
  const std::string folder = in_memory ? "/isotherm" : options.data_dir;
  const rocksdb::Status status = rocksdb::DB::Open(rocks_options(options, env), folder, &db);
  if (!status.ok()) return open_error(folder, status);
  database->db_.reset(db);

  database->write_options_.disableWAL = in_memory;
  if (!in_memory && options.durability == Durability::fsync) {
    Database* self = database.get();
    database->syncer_ = std::make_unique<LogSyncer>([self] { return self->sync().ok(); });
  }
  return database;
}

Database::~Database() {
  syncer_.reset();
  if (db_) db_->Close();
}

Result<bool> Database::get(std::string_view key, rocksdb::PinnableSlice& value,
                           const rocksdb::Snapshot* snapshot) {
  RecordCache::Ticket ticket;
  if (snapshot == nullptr && records_.find(key, *value.GetSelf(), ticket)) {
    value.PinSelf();
    return true;
  }
  rocksdb::ReadOptions options;
  options.snapshot = snapshot;
  const rocksdb::Status status = db_->Get(options, db_->DefaultColumnFamily(), slice(key), &value);
  if (status.ok()) {
    if (snapshot == nullptr) records_.keep(key, view(value), ticket);
    return true;
  }
  if (status.IsNotFound()) return false;
  return fail("reading a record failed: " + status.ToString());
}

Result<void> Database::write(rocksdb::WriteBatch& batch) {
  if (failed_.load(std::memory_order_acquire)) return refusal();
  if (history_ != nullptr) history_->before_write();
  RecordCache::Writing writing(records_, batch);
  const rocksdb::Status status = db_->Write(write_options_, &batch);
  if (!status.ok()) return fail("writing to the log failed: " + status.ToString());
  writing.succeeded();
  write_count_.fetch_add(1, std::memory_order_relaxed);
  return {};
}

Task<Result<void>> Database::durable() {
  if (!syncer_) co_return Result<void>{};
  const bool synced = co_await syncer_->wait();
  if (!synced) co_return refusal();
  co_return Result<void>{};
}

Result<void> Database::sync() {
  if (failed_.load(std::memory_order_acquire)) return refusal();
  if (write_options_.disableWAL) return {};
  const rocksdb::Status status = db_->SyncWAL();
  if (!status.ok()) return fail("syncing the log failed: " + status.ToString());
  return {};
}

void Database::flush() {
  if (failed_.load(std::memory_order_acquire) || write_options_.disableWAL) return;
  // When it fails, the log still has everything.
  (void)db_->Flush(rocksdb::FlushOptions());
}

Result<void> Database::remove_range(std::string_view begin, std::string_view end) {
  rocksdb::WriteBatch batch;
  batch.DeleteRange(slice(begin), slice(end));
  TRY(write(batch));
  // Frees whole files at once; what is left goes with the next compactions.
  const rocksdb::Slice first = slice(begin);
  const rocksdb::Slice last = slice(end);
  const rocksdb::Status status =
      rocksdb::DeleteFilesInRange(db_.get(), db_->DefaultColumnFamily(), &first, &last, false);
  if (!status.ok()) return fail("dropping data failed: " + status.ToString());
  return {};
}

std::uint64_t Database::approximate_bytes(std::string_view begin, std::string_view end) {
  rocksdb::SizeApproximationOptions options;
  options.include_memtables = true;
  options.include_files = true;
  const rocksdb::Range range(slice(begin), slice(end));
  std::uint64_t bytes = 0;
  const rocksdb::Status status =
      db_->GetApproximateSizes(options, db_->DefaultColumnFamily(), &range, 1, &bytes);
  return status.ok() ? bytes : 0;
}

Error Database::fail(std::string what) {
  const std::lock_guard lock(failure_mutex_);
  if (failure_.empty()) {
    failure_ = "The store has stopped accepting writes: " + std::move(what) +
               ". What was acknowledged before is safe. Find the cause (disk full, disk fault, "
               "permissions), then restart.";
    failed_.store(true, std::memory_order_release);
  }
  return Error::internal(failure_);
}

Error Database::corrupt_record(std::string_view key) {
  constexpr char digits[] = "0123456789abcdef";
  std::string hex;
  for (const char c : key) {
    hex.push_back(digits[static_cast<unsigned char>(c) >> 4]);
    hex.push_back(digits[static_cast<unsigned char>(c) & 0xF]);
  }
  return fail("the record with key " + hex + " is damaged");
}

std::string Database::failure() const {
  const std::lock_guard lock(failure_mutex_);
  return failure_;
}

Error Database::refusal() const { return Error::internal(failure()); }

Database::Range::Range(Database& database, std::string_view lower, std::string_view upper,
                       bool forward, const rocksdb::Snapshot* snapshot)
    : database_(database), lower_(slice(lower)), upper_(slice(upper)), forward_(forward) {
  rocksdb::ReadOptions options;
  options.snapshot = snapshot;
  options.iterate_lower_bound = &lower_;
  options.iterate_upper_bound = &upper_;
  iterator_.reset(database.db_->NewIterator(options));
  forward ? iterator_->SeekToFirst() : iterator_->SeekToLast();
}

Result<void> Database::Range::status() const {
  const rocksdb::Status status = iterator_->status();
  if (!status.ok()) return database_.fail("reading records failed: " + status.ToString());
  return {};
}

}  // namespace isotherm::engine
