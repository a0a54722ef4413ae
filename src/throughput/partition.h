#pragma once

// One partition: two buckets, its traffic by second, and the heat that splits it.
//
//            traffic >= threshold                 dwell is full
//     cool ────────────────────────> warming ──────────────────────> choose a point
//       ^                               │ traffic below: cools         │        │
//       └───────────────────────────────┘                     refused, │        │ planned
//       └──────────────────── after the cooldown ─────────────────────┘        v
//                                                              after the duration: two children
//
// 1. Heat grows by a second for each hot second and falls by one for each other, so that a short
//    dip does not start the dwell again.
// 2. A planned split is never called off, except by another split of the same partition.

#include <array>
#include <cstdint>
#include <optional>

#include "throughput/key_samples.h"
#include "throughput/settings.h"
#include "throughput/split_point.h"
#include "throughput/statistics.h"
#include "throughput/token_bucket.h"
#include "throughput/usage_meter.h"

namespace isotherm::throughput {

/// Counts of one direction since the start.
struct Totals {
  double units = 0;
  std::uint64_t requests = 0;
  std::uint64_t throttled = 0;
};

/// A split that has been decided.
struct SplitPlan {
  KeyPoint point;
  TimePoint ends;
};

class Partition {
 public:
  Partition(std::uint64_t partition_id, std::uint64_t parent_id, const Settings& settings,
            TimePoint now, TimePoint second_end);

  std::uint64_t id = 0;
  std::uint64_t parent = 0;
  std::int64_t bytes = 0;
  std::array<TokenBucket, direction_count> buckets;
  UsageMeter meter;
  std::array<Totals, direction_count> totals{};
  KeySamples samples;

  Duration heat{0};
  /// No attempt to split before this.
  TimePoint rests_until;
  std::optional<SplitPlan> plan;
  std::optional<Refusal> refusal;

  /// Ends the seconds that have passed; true when the partition has been hot long enough to try a
  /// split now.
  bool roll(TimePoint now, const Settings& settings);

  /// Takes units that were admitted.
  void consume(Direction direction, KeyPosition key, double units, double limit, TimePoint now);
};

}  // namespace isotherm::throughput
