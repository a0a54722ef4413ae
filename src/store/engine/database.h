#pragma once

// The RocksDB behind an engine: opening, records, the log's durability, and what happens when the
// folder fails. Its Status never leaves this class.
//
// When a write, a sync or a read of the log fails, or a record is not what it must be, the
// database is failed: from then on it refuses every write with the reason, until it is opened
// again. Reads go on.

#include <rocksdb/db.h>
#include <rocksdb/iterator.h>
#include <rocksdb/slice.h>
#include <rocksdb/write_batch.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "store/engine/engine.h"
#include "store/engine/history.h"
#include "store/engine/log_syncer.h"
#include "store/engine/record_cache.h"

namespace rocksdb {
class Env;
}

namespace isotherm::engine {

inline rocksdb::Slice slice(std::string_view bytes) { return {bytes.data(), bytes.size()}; }
inline std::string_view view(const rocksdb::Slice& slice) { return {slice.data(), slice.size()}; }

class Database {
 public:
  static Result<std::unique_ptr<Database>> open(const EngineOptions& options);
  ~Database();

  /// Reads a record, as of now or as of the snapshot; false: there is none.
  Result<bool> get(std::string_view key, rocksdb::PinnableSlice& value,
                   const rocksdb::Snapshot* snapshot = nullptr);

  /// Records from `lower`, included, to `upper`, excluded. The bounds must live as long.
  class Range;

  /// Tells `history` of each write to come; nullptr: nothing.
  void keep_history(History* history) { history_ = history; }

  /// Writes all or nothing; when it returns, the log is with the operating system.
  Result<void> write(rocksdb::WriteBatch& batch);

  /// Whether an answer has to wait for `durable`.
  bool must_wait() const { return syncer_ != nullptr; }
  /// Waits until all that was written before is as durable as the options ask.
  Task<Result<void>> durable();
  /// Syncs the log now, on the calling thread.
  Result<void> sync();

  /// Moves what is in the log to files, so that the next start has nothing to replay.
  void flush();

  /// Removes all records of the range, now or soon.
  Result<void> remove_range(std::string_view begin, std::string_view end);

  /// About how many bytes the records of the range take.
  std::uint64_t approximate_bytes(std::string_view begin, std::string_view end);

  /// Turns the database to failed, and gives the error that says so.
  Error fail(std::string what);
  /// For a record that cannot be decoded.
  Error corrupt_record(std::string_view key);
  /// Empty: not failed.
  std::string failure() const;

  rocksdb::DB& rocks() { return *db_; }
  std::uint64_t write_count() const { return write_count_.load(std::memory_order_relaxed); }
  std::uint64_t sync_count() const { return syncer_ ? syncer_->sync_count() : 0; }

 private:
  explicit Database(std::size_t record_cache_bytes) : records_(record_cache_bytes) {}
  Error refusal() const;

  std::unique_ptr<rocksdb::Env> env_;
  std::unique_ptr<rocksdb::DB> db_;
  rocksdb::WriteOptions write_options_;
  RecordCache records_;
  std::atomic<bool> failed_{false};
  mutable std::mutex failure_mutex_;
  std::string failure_;
  std::atomic<std::uint64_t> write_count_{0};
  std::unique_ptr<LogSyncer> syncer_;
  History* history_ = nullptr;
};

/// Records of a range, in either direction.
class Database::Range {
 public:
  Range(Database& database, std::string_view lower, std::string_view upper, bool forward,
        const rocksdb::Snapshot* snapshot = nullptr);
  ~Range() = default;
  Range(const Range&) = delete;
  Range& operator=(const Range&) = delete;

  bool valid() const { return iterator_->Valid(); }
  void next() { forward_ ? iterator_->Next() : iterator_->Prev(); }
  std::string_view key() const { return view(iterator_->key()); }
  std::string_view value() const { return view(iterator_->value()); }
  /// To be asked when `valid` has become false: whether the range ended, or reading failed.
  Result<void> status() const;

 private:
  Database& database_;
  rocksdb::Slice lower_;
  rocksdb::Slice upper_;
  bool forward_;
  std::unique_ptr<rocksdb::Iterator> iterator_;
};

}  // namespace isotherm::engine
