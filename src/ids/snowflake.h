#pragma once

// A generator of Snowflake ids for one worker, for any number of threads, without a lock. Pure: the
// time is handed in, and who must wait is told so.
//
//   state := time sequence           of the last id, one word
//
// Invariants:
//  1. The state only grows, by one compare-and-swap for each id or batch: an id is never issued
//     twice, and ids of one thread ascend, whatever the clock does.
//  2. An id's time is one that the clock said, never later: a full sequence waits for the clock.
//  3. An id's time lies in the generator's window. Windows of two holders of one worker id do not
//     overlap (worker_lease.h), so neither a pause nor a wrong clock can make them collide.

#include <atomic>
#include <cstdint>

#include "ids/snowflake_layout.h"

namespace isotherm::ids {

/// Why no id was issued.
enum class Stall : std::uint8_t {
  none,
  /// All sequence numbers of this millisecond are taken: ask again in the next.
  sequence,
  /// The clock is behind the last id, or behind the begin of the window, by Issue::behind.
  clock_behind,
  /// The clock is before the epoch.
  before_epoch,
  /// The layout's time is over.
  time_over,
  /// The clock is beyond the window: the lease of the worker id has ended.
  window_over,
};

/// What a stall is, for a person.
std::string_view to_string(Stall stall);

/// Consecutive ids: first, first + 1, …
struct Issue {
  std::uint64_t first = 0;
  std::uint32_t count = 0;
  Stall stall = Stall::none;
  UnixMillis behind{0};

  bool ok() const { return stall == Stall::none; }
};

/// The times of ids that a generator may issue: begin <= time < end.
struct Window {
  UnixMillis begin{0};
  UnixMillis end = UnixMillis::max();
};

class Snowflake {
 public:
  /// `node` is SnowflakeLayout::node_of(): below nodes().
  Snowflake(const SnowflakeLayout& layout, std::uint32_t node, Window window = {});

  const SnowflakeLayout& layout() const { return layout_; }
  std::uint32_t node() const { return node_; }

  /// One id.
  Issue issue(UnixMillis now) { return issue_batch(now, 1); }

  /// Up to `count` (at least 1) consecutive ids, as many as this millisecond still has.
  Issue issue_batch(UnixMillis now, std::uint32_t count) {
    const std::int64_t ticks = now.count() - epoch_;
    std::uint64_t last = state_.load(std::memory_order_relaxed);
    for (;;) {
      if (ticks >= end_.load(std::memory_order_relaxed) || ticks < 0) [[unlikely]]
        return stalled(ticks);
      const std::uint64_t fresh = static_cast<std::uint64_t>(ticks) << sequence_bits_;
      std::uint64_t first = fresh;
      if (fresh <= last) {
        first = last + 1;
        if (first >> sequence_bits_ != static_cast<std::uint64_t>(ticks)) [[unlikely]]
          return late(ticks, last);
      }
      const std::uint64_t left = sequence_max_ - (first & sequence_max_) + 1;
      const std::uint64_t taken = left < count ? left : count;
      if (state_.compare_exchange_weak(last, first + taken - 1, std::memory_order_relaxed))
          [[likely]]
        return {compose(first), static_cast<std::uint32_t>(taken)};
    }
  }

  /// Issues one id, and waits for what passes: `clock()` gives the time, `wait(behind)` returns
  /// when it is worth asking again (0 ms: in the next millisecond). A clock that stays behind for
  /// longer than `behind_max` in all is refused.
  template <class ClockFunction, class WaitFunction>
  Issue next(ClockFunction&& clock, WaitFunction&& wait, UnixMillis behind_max) {
    UnixMillis waited{0};
    for (;;) {
      const Issue issue = this->issue(clock());
      if (issue.stall != Stall::sequence && issue.stall != Stall::clock_behind) return issue;
      if (issue.stall == Stall::clock_behind) {
        waited += issue.behind;
        if (waited > behind_max) return issue;
      }
      wait(issue.behind);
    }
  }

  /// Moves the window's end: a lease was renewed. It never moves back.
  void extend_window(UnixMillis end);
  /// Ends the window: nothing is issued from here on, for good. Returns the time from which on no
  /// id was issued: another may have the worker id from there.
  UnixMillis close_window();

 private:
  Issue stalled(std::int64_t ticks) const;
  Issue late(std::int64_t ticks, std::uint64_t last) const;
  std::int64_t ticks_of_end(UnixMillis end) const;
  std::uint64_t compose(std::uint64_t state) const {
    return (state >> sequence_bits_) << time_shift_ | node_word_ | (state & sequence_max_);
  }

  SnowflakeLayout layout_;
  std::uint32_t node_;
  std::int64_t epoch_;
  std::uint32_t sequence_bits_;
  std::uint32_t time_shift_;
  std::uint64_t sequence_max_;
  std::uint64_t node_word_;
  /// Ticks that are no longer the generator's; closed: the lowest number.
  std::atomic<std::int64_t> end_;
  alignas(64) std::atomic<std::uint64_t> state_;
};

}  // namespace isotherm::ids
