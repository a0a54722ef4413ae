#pragma once

// Past states of the data: what makes reads stale on purpose, as a replica or an index that lags
// behind does. Only reads see it; every write is whole and durable at once.
//
// A snapshot is taken before a write, when the last one is a step old. It `covers` the time of the
// last write that it holds. A read that lags behind to a time takes the newest snapshot that covers
// nothing later, or the present when nothing was written since. So:
//
//   1. A write becomes visible no sooner than its lag, and no later than a step after it.
//   2. Writes become visible in their order: of one item, and of all items.
//   3. Snapshots older than the longest lag are dropped; how many there are is bounded.

#include <deque>
#include <memory>
#include <mutex>

#include "base/clock.h"
#include "store/engine/engine.h"
#include "throughput/random.h"

namespace rocksdb {
class DB;
class Snapshot;
}  // namespace rocksdb

namespace isotherm::engine {

/// A state to read from; nullptr: the present.
using PastState = std::shared_ptr<const rocksdb::Snapshot>;

class History {
 public:
  /// nullptr when the options ask for no lag: then there is nothing to pay for.
  static std::unique_ptr<History> make(rocksdb::DB& rocks, const EngineOptions& options,
                                       const Clock& clock);

  /// To be called before each write.
  void before_write();

  /// What a read that is not strongly consistent sees: of a table, or of a global index.
  PastState for_read(bool of_global_index);

 private:
  struct Past {
    TimePoint covers;
    PastState state;
  };

  History(rocksdb::DB& rocks, const EngineOptions& options, const Clock& clock);
  void take_snapshot(TimePoint now);

  rocksdb::DB& rocks_;
  const Clock& clock_;
  Duration index_lag_;
  Duration read_lag_max_;
  Duration step_;
  std::mutex mutex_;
  throughput::Random random_;
  std::deque<Past> pasts_;
  TimePoint last_write_ = TimePoint::min();
  TimePoint last_snapshot_ = TimePoint::min();
};

}  // namespace isotherm::engine
