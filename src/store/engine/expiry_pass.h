#pragma once

// ExpiryPass: removes the items whose time to live has passed. A pass walks over a table in small
// chunks; a new one begins `ttl_interval` after the last one began. Chunks come at a bounded rate,
// so that a large table is looked through in minutes or hours, not in one burst: the service
// promises no more.
//
//   idle ──── interval over ────> walking ── chunk, chunk, … ──> end of the table ──> idle
//
// 1. An item expires when the attribute is a number of seconds since 1970 that has passed, by five
//    years at the most [DG:time-to-live-ttl-before-you-start]. Whatever else it holds, it stays.
// 2. An item is looked at again under its lock: a write that puts its time off saves it.
// 3. A removal is a write like any other, except that nobody pays for it and the log says who did
//    it.
// 4. Where a walk is, is not stored: after a restart it begins again.

#include <map>
#include <string>

#include "store/engine/core.h"

namespace isotherm::engine {

class ExpiryPass {
 public:
  /// One chunk of each table whose turn it is. False: nothing is due.
  Result<bool> step(Core& core);

 private:
  struct Walk {
    bool is_walking = false;
    /// Where the walk goes on: a record's key.
    std::string next;
    TimePoint begins;
  };

  Result<bool> step(Core& core, const TablePtr& table, Walk& walk);

  std::map<ResourceId, Walk> walks_;
  /// When the next chunks may be read.
  TimePoint rests_until_;
};

}  // namespace isotherm::engine
