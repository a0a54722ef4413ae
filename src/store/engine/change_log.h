#pragma once

// ChangeLog: the ordered log of the changes of one table's items. Each change is a record in the
// same write batch as the item, so that log and items always agree. A table has a log only while a
// stream or point-in-time recovery needs it; a write of any other table pays one comparison.
//
//   append: take the next sequence number ─> record into the batch ─> [batch is written] ─> ~Entry
//
// 1. Sequence numbers rise strictly; the changes of one item have them in the order in which they
//    were applied, since a writer holds the item's lock from taking the number to the end.
// 2. Readers see only records below every number that is still on its way to the database. So what
//    a reader has not seen lies behind what it has seen.
// 3. Times never fall as sequence numbers rise.
// 4. A record lies in the shard whose range of keys holds its item's. Shards of a stream follow the
//    table's partitions: when one is split, its shard is closed and shards for the parts are opened
//    behind it. A record's number is between its shard's `first` and `last`.
// 5. A shard is stored before a record goes into it.

#include <rocksdb/write_batch.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/engine/change_log_state.h"
#include "store/engine/change_record.h"
#include "store/engine/database.h"

namespace isotherm::engine {

class Catalog;
struct ItemChange;

/// What clients can read of a stream, and how long one that was disabled stays [DG:Streams].
inline constexpr std::chrono::hours stream_retention{24};

class ChangeLog {
 public:
  /// A new log.
  ChangeLog(Database& database, ChangeLogState state);
  /// The log as it was left: finds its last record.
  static Result<std::shared_ptr<ChangeLog>> open(Database& database, ChangeLogState state);

  ResourceId id() const { return id_; }
  ResourceId table_id() const { return table_id_; }

  /// A number that was taken and may not be written yet. Must end before the log does.
  class Entry;
  /// Adds the record of a change to the batch. Nothing for one that leaves the item as it was. The
  /// item is locked, and both its versions are given.
  [[nodiscard]] Entry append(const ItemChange& change, UnixMillis now, rocksdb::WriteBatch& batch);

  /// A copy of streams and shards.
  ChangeLogState state() const;
  /// Whether it has a stream of that label.
  bool has_stream(std::string_view table, std::string_view label) const;
  /// All records with lower numbers are written.
  std::uint64_t readable_before() const;

  /// The number of the first record of a shard that is not older than `time`; without one, the
  /// number that comes after all that are written.
  Result<std::uint64_t> first_since(const LogShard& shard, UnixMillis time) const;

  /// A change of streams and shards. No record is appended meanwhile.
  class Edit;
  Edit edit();

  /// Splits shards of the stream where the table's partitions have been split.
  Result<void> follow(std::shared_ptr<const throughput::Borders> partitions, UnixMillis now,
                      Catalog& catalog);
  /// Forgets records, shards and streams whose time has passed, but no record of `held_since` or
  /// later. False: nothing is left of it.
  Result<bool> trim(UnixMillis now, std::optional<UnixMillis> held_since, Catalog& catalog);

 private:
  void install(ChangeLogState state);
  void finish(std::uint64_t sequence);

  Database& database_;
  const ResourceId id_;
  const ResourceId table_id_;
  mutable std::mutex mutex_;
  ChangeLogState state_;
  /// The open shards, in the order of their ranges.
  throughput::Borders borders_{std::vector<throughput::KeyPoint>()};
  std::vector<std::uint32_t> open_shards_;
  /// Numbers on their way to the database, rising.
  std::vector<std::uint64_t> in_flight_;
  /// What background work has seen, so that it rests when nothing has changed.
  std::shared_ptr<const throughput::Borders> followed_;
  UnixMillis trim_after_{0};
};

class ChangeLog::Entry {
 public:
  Entry() = default;
  Entry(ChangeLog& log, std::uint64_t sequence) : log_(&log), sequence_(sequence) {}
  Entry(Entry&& other) noexcept
      : log_(std::exchange(other.log_, nullptr)), sequence_(other.sequence_) {}
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;
  Entry& operator=(Entry&& other) noexcept {
    std::swap(log_, other.log_);
    std::swap(sequence_, other.sequence_);
    return *this;
  }
  ~Entry() {
    if (log_ != nullptr) log_->finish(sequence_);
  }

 private:
  ChangeLog* log_ = nullptr;
  std::uint64_t sequence_ = 0;
};

class ChangeLog::Edit {
 public:
  explicit Edit(ChangeLog& log) : log_(&log), lock_(log.mutex_), state_(log.state_) {}

  ChangeLogState& state() { return state_; }
  /// Closes one shard, or all that are open.
  void close(LogShard& shard, UnixMillis now);
  void close_all(UnixMillis now);
  /// Opens a shard behind all others.
  void open(std::string stream, std::uint32_t parent, throughput::KeyRange range, UnixMillis now);

  /// To be called once the state is stored: from now on it holds.
  void commit() { log_->install(std::move(state_)); }

 private:
  ChangeLog* log_;
  std::unique_lock<std::mutex> lock_;
  ChangeLogState state_;
};

/// Walks the records of one shard, from a sequence number on, below another.
class ChangeReader {
 public:
  ChangeReader(Database& database, ResourceId log, std::uint32_t shard, std::uint64_t from,
               std::uint64_t before);

  bool valid() const { return range_.valid(); }
  void next() { range_.next(); }
  std::uint64_t sequence() const { return sequence_of_change(range_.key()); }
  Result<UnixMillis> time() const;
  Result<ChangeRecord> record() const;
  /// To be asked when `valid` has become false.
  Result<void> status() const { return range_.status(); }

 private:
  Database& database_;
  std::string lower_;
  std::string upper_;
  Database::Range range_;
};

/// Takes one change; false: enough.
using ChangeVisitor = std::function<Result<bool>(ChangeRecord)>;

/// Visits all changes made from `from`, included, to `to`, excluded, that the log still has: those
/// of one item in the order in which they were applied, different items in any order.
Result<void> walk_changes(Database& database, const ChangeLog& log, UnixMillis from, UnixMillis to,
                          const ChangeVisitor& visit);

}  // namespace isotherm::engine
