#pragma once

// Units by second: the second that goes on, and the last whole ones in a ring.

#include <array>
#include <cstdint>

#include "base/clock.h"
#include "throughput/reason.h"

namespace isotherm::throughput {

/// Units of one second.
struct UsageSecond {
  std::array<double, direction_count> units{};
  std::array<double, direction_count> denied{};
};

class UsageMeter {
 public:
  /// Whole seconds that are kept.
  static constexpr int history = 16;

  UsageMeter() = default;
  /// The second that goes on ends at `second_end`.
  explicit UsageMeter(TimePoint second_end) : second_end_(second_end) {}

  void add(Direction direction, double units) {
    current_.units[static_cast<std::size_t>(direction)] += units;
  }
  void add_denied(Direction direction, double units) {
    current_.denied[static_cast<std::size_t>(direction)] += units;
  }

  bool is_due(TimePoint now) const { return now >= second_end_; }
  /// Ends the seconds that have passed and tells how many: the first of them had the traffic, the
  /// others none.
  std::int64_t roll(TimePoint now);

  TimePoint second_end() const { return second_end_; }
  /// The i-th last whole second, from 0; empty if there was none.
  UsageSecond last(int i = 0) const;
  /// Mean over the last `seconds` whole ones, or as many as there were.
  UsageSecond mean(int seconds) const;
  /// Units that each of the last `seconds` whole ones had at least.
  UsageSecond least(int seconds) const;

 private:
  void push(const UsageSecond& second);

  TimePoint second_end_;
  UsageSecond current_;
  std::array<UsageSecond, history> past_{};
  int newest_ = 0;
  int count_ = 0;
};

}  // namespace isotherm::throughput
