#pragma once

// Past: what a table's change log tells of earlier times, worked out in steps into records, so that
// memory does not grow with the number of changes.
//
//  - Rewind takes a copy of a table back to a time: of each item the first change after that time
//    has the item as it was. Changes that the copy does not know of yet do no harm: what they had
//    before is what the copy has.
//  - Gather finds what became of each item in a span of time: what the first change had before, and
//    what the last one left. The record of an item is a change in the bytes of change_record.h.
//
// Both may begin again from the start: they come to the same.

#include <memory>
#include <vector>

#include "store/engine/change_log.h"
#include "store/engine/core.h"

namespace isotherm::engine {

/// Walks a log from a time to another, both included, some changes at a time.
class LogWalk {
 public:
  LogWalk(Database& database, std::shared_ptr<ChangeLog> log, UnixMillis from, UnixMillis to);

  /// The next changes, those of one item in their order; none: the end.
  Result<std::vector<ChangeRecord>> next();
  ResourceId log() const { return log_->id(); }

 private:
  Database& database_;
  std::shared_ptr<ChangeLog> log_;
  UnixMillis from_;
  UnixMillis to_;
  std::uint64_t end_;
  std::vector<LogShard> shards_;
  std::size_t shard_ = 0;
  /// In the shard; 0: it has not begun.
  std::uint64_t sequence_ = 0;
};

class Past {
 public:
  virtual ~Past() = default;
  /// Works on for a while. False: it is done.
  virtual Result<bool> step() = 0;
  /// The log that it reads.
  virtual ResourceId log() const = 0;
};

/// The table whose items are meant, and where their records are.
struct PastRecords {
  KeySchema key;
  ResourceId records = 0;
  /// Of Rewind: the items that are as they were.
  ResourceId marks = 0;
};

std::unique_ptr<Past> rewind(Core& core, std::shared_ptr<ChangeLog> log, PastRecords records,
                             UnixMillis time);
/// From `from`, included, to `to`, excluded.
std::unique_ptr<Past> gather(Core& core, std::shared_ptr<ChangeLog> log, PastRecords records,
                             UnixMillis from, UnixMillis to);

}  // namespace isotherm::engine
