#pragma once

// What the physics can tell: consumed units, utilisation, throttles by reason, the hottest
// partition, the hottest keys, splits and refusals.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "throughput/key_range.h"
#include "throughput/reason.h"

namespace isotherm::throughput {

/// Why a hot partition was not split.
enum class Refusal {
  too_few_samples,       ///< Not enough traffic was seen to choose a point.
  single_item,           ///< One item has nearly all of the traffic.
  single_partition_key,  ///< One partition key has it, and there is no sort key to split by.
  monotonic_sort_key,    ///< The collection's traffic ascends or descends with the sort key.
  sequential_access,     ///< The range is walked in key order, as by a scan.
  local_index,           ///< One collection has it, and a local index keeps it in one piece.
  partition_limit,       ///< The resource has as many partitions as we allow.
};

/// A sentence for a person that says why, and what helps.
std::string_view refusal_text(Refusal refusal);
/// "single_item", …: for metrics and JSON.
std::string_view refusal_name(Refusal refusal);

/// Why a partition was split.
enum class SplitCause { heat, size, capacity };
std::string_view split_cause_name(SplitCause cause);

/// One direction of a partition or resource.
struct Usage {
  /// Units within the limits in the last whole second, and the mean of the last ten.
  double units_last_second = 0;
  double units_per_second = 0;
  /// Units that were over a limit in the last whole second (rejected, or in observe mode let
  /// through), and the mean of the last ten.
  double denied_last_second = 0;
  double denied_per_second = 0;
  /// units_last_second in percent of the limit; demand counts denied units too.
  double utilisation_percent = 0;
  double demand_percent = 0;
  /// Since the resource was made or restored.
  double units_total = 0;
  /// Charges that were admitted: one for each place that a request touched here.
  std::uint64_t requests_total = 0;
  /// Requests that this partition's limit denied (of a resource: that any of its limits denied).
  std::uint64_t throttled_total = 0;
};

struct PartitionStatistics {
  std::uint64_t id = 0;
  std::uint64_t parent = 0;
  KeyRange range;
  std::int64_t bytes = 0;
  std::array<Usage, direction_count> usage;
  /// How near to a split by heat, 0 to 1.
  double split_progress = 0;
  /// When a split that goes on will end.
  std::optional<TimePoint> split_ends;
  /// Why the last attempt to split was refused; absent: none was.
  std::optional<Refusal> refusal;

  const Usage& read() const { return usage[0]; }
  const Usage& write() const { return usage[1]; }
};

struct SplitEvent {
  TimePoint at;
  SplitCause cause = SplitCause::heat;
  std::uint64_t parent = 0;
  std::uint64_t left = 0;
  std::uint64_t right = 0;
  KeyPoint point;
};

struct RefusalEvent {
  TimePoint at;
  std::uint64_t partition = 0;
  Refusal refusal = Refusal::single_item;
};

/// One of the hottest keys. Units are decayed: each minute halves the past.
struct KeyHeat {
  std::uint64_t hash = 0;
  /// The partition key.
  std::string key_text;
  /// Of the hottest items: the sort key.
  std::optional<std::string> sort_text;
  double units = 0;
  /// The true figure is between units - error and units, but for sampling.
  double error = 0;
  /// Of all units seen, 0 to 1.
  double share = 0;
};

struct ResourceStatistics {
  std::string index;
  ResourceKind kind = ResourceKind::table;
  std::array<Usage, direction_count> usage;
  /// What the resource's own limit allows, in units a second.
  std::array<double, direction_count> rate{};
  /// Units in the resource's bucket; below 0: debt.
  std::array<double, direction_count> tokens{};
  std::vector<PartitionStatistics> partitions;
  /// Index into `partitions` of the one with the highest demand in either direction.
  std::size_t hottest = 0;
  /// Denied requests by direction and limit: the row of Reason's kind.
  std::array<std::array<std::uint64_t, limit_count>, direction_count> throttled{};
  std::array<std::vector<KeyHeat>, direction_count> top_keys;
  /// Keys whose requests were denied, by units.
  std::array<std::vector<KeyHeat>, direction_count> top_throttled_keys;
  /// The same of items, whose keys have a sort key; empty unless items are watched.
  std::array<std::vector<KeyHeat>, direction_count> top_items;
  std::array<std::vector<KeyHeat>, direction_count> top_throttled_items;
  /// The last ones, oldest first.
  std::vector<SplitEvent> splits;
  std::vector<RefusalEvent> refusals;

  /// Denied requests for a reason of this resource's kind; 0 for the other kind.
  std::uint64_t throttled_by(Reason reason) const;
};

}  // namespace isotherm::throughput
