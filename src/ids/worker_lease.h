#pragma once

// The lease of a worker id: what makes two generators with one id impossible to collide. Pure; the
// record is kept in a Store by control/worker_ids.h.
//
// A lease is over the times that ids carry, not over the time that passes:
//
//   holder 1   |-- window --|
//   holder 2                |-- window --|       begin 2 >= end 1, by a conditional write
//
// A holder issues only ids with begin <= time < end (snowflake.h). So ids differ even when a holder
// was paused for an hour, when a clock is wrong, or when a reply was lost: there is no moment
// between check and use. That a lease is taken over only after its end and the largest skew of
// clocks is for the second promise, that two running processes do not hold one id.

#include <optional>
#include <string>

#include "ids/snowflake.h"

namespace isotherm::ids {

/// One worker id as its record tells.
struct WorkerLease {
  std::uint32_t node = 0;
  /// Who holds it; empty: it was given back.
  std::string owner;
  /// Grows with every taker: a renewal by anybody before is refused.
  std::uint64_t version = 0;
  Window window;

  friend bool operator==(const WorkerLease& a, const WorkerLease& b) {
    return a.node == b.node && a.owner == b.owner && a.version == b.version &&
           a.window.begin == b.window.begin && a.window.end == b.window.end;
  }
};

struct LeaseTerms {
  UnixMillis length{60'000};
  /// By how much clocks may differ: a lease that ended is left alone for so long.
  UnixMillis skew_max{10'000};
};

/// Whether a worker id may be taken: nobody ever had it, it was given back, or its holder's lease
/// ended longer ago than clocks may differ.
bool is_free(const std::optional<WorkerLease>& record, UnixMillis now, const LeaseTerms& terms);

/// The record of a taker, given the one before.
WorkerLease taken(std::uint32_t node, const std::optional<WorkerLease>& before, std::string owner,
                  UnixMillis now, const LeaseTerms& terms);

/// The record after a renewal. The end never moves back.
WorkerLease renewed(const WorkerLease& lease, UnixMillis now, const LeaseTerms& terms);

/// The record of one who gives it back, with the time from which on it issued nothing
/// (Snowflake::close_window): the next window begins there.
WorkerLease given_back(const WorkerLease& lease, UnixMillis unused_from);

}  // namespace isotherm::ids
