#pragma once

// Background work, in small steps, so that none holds another up: filling new indexes, dropping
// data, counting after a crash, storing what throughput has learnt.

#include <memory>
#include <string>
#include <vector>

#include "store/engine/core.h"

namespace isotherm::engine {

/// One step of filling the indexes that are being created. False: there was nothing to fill.
///
/// Each step reads a few items behind the last one's key, locks them, reads them again and writes
/// their entries together with the key it has come to. So a write at the same time is either seen
/// by the step or writes the entry itself, and a restart goes on from the stored key.
Result<bool> backfill_step(Core& core);

/// One step of filling an index of a table that nobody can open yet. False: it is complete.
Result<bool> fill_index_step(Core& core, const TablePtr& table, const Index& index);

/// Drops the data of deleted tables and indexes, and forgets them.
Result<bool> drop_step(Core& core);

/// Ends splits that are due, and stores partitions that have changed.
Result<void> throughput_step(Core& core);

/// Counts items again after an engine that did not end in order: over a snapshot of before the
/// first write, while the counters collect what changes since.
class Recount {
 public:
  Recount(Database& database, const std::vector<TablePtr>& tables);
  ~Recount();
  Recount(const Recount&) = delete;
  Recount& operator=(const Recount&) = delete;

  /// Counts on for a while. False: it is done.
  Result<bool> step();

 private:
  struct Target {
    ResourceId resource = 0;
    std::shared_ptr<Counters> counters;
    /// What the counters began with: to be replaced.
    std::int64_t items_at_start = 0;
    std::int64_t bytes_at_start = 0;
  };

  void begin(std::size_t target);

  Database& database_;
  const rocksdb::Snapshot* snapshot_;
  std::vector<Target> targets_;
  std::size_t current_ = 0;
  std::string cursor_;
  std::int64_t items_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace isotherm::engine
