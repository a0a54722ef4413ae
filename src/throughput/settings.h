#pragma once

// Every number of the physics, by name, with its source.
//
// "Unpublished" marks values that Amazon does not tell; ours are guesses that fit what was
// measured, and settings, so that a test or a user can choose others. The two limits of a
// partition are facts, and no command sets them.
//
// Sources: DG = Developer Guide, ATC22 = the USENIX ATC 2022 paper, RP = re:Post "spiky workloads",
// DG18 = Developer Guide of April 2018.

#include <cstdint>

#include "base/clock.h"

namespace isotherm::throughput {

/// What happens to a request that is over a limit.
enum class Mode {
  enforce,  ///< It is throttled.
  observe,  ///< It is counted as throttled, and admitted.
  off,      ///< Nothing is counted or limited.
};

/// "enforce", "observe", "off".
const char* mode_name(Mode mode);

/// Hard limit of one partition in read units a second [DG:bp-partition-key-design].
inline constexpr double partition_read_units = 3000;
/// Hard limit of one partition in write units a second [same].
inline constexpr double partition_write_units = 1000;
/// A partition this big is split [DG:Constraints].
inline constexpr std::int64_t partition_bytes_max = 10LL * 1024 * 1024 * 1024;
/// What a new on-demand table sustains [DG:on-demand-capacity-mode].
inline constexpr std::int64_t on_demand_initial_read_units = 12'000;
inline constexpr std::int64_t on_demand_initial_write_units = 4'000;
/// Default ceiling of one on-demand table or index [DG:ServiceQuotas].
inline constexpr double on_demand_ceiling_read_units = 40'000;
inline constexpr double on_demand_ceiling_write_units = 40'000;
/// Largest item, in write units: how far one admitted write can put a bucket into debt.
inline constexpr double write_units_max = 400;

/// How a resource behaves. Copied into each Resource.
struct Settings {
  Mode mode = Mode::observe;

  /// Divides the durations below, never a rate: at 60, minutes pass as seconds, and a partition
  /// still bears 1,000 writes a second.
  double time_scale = 1;

  /// Makes a run repeatable: sampling of keys depends on it and on the traffic alone.
  std::uint64_t seed = 0;

  /// Limits of a partition and ceilings of an on-demand table; fields so that tests of this room
  /// can be small. No command sets them.
  double read_limit = partition_read_units;
  double write_limit = partition_write_units;
  double read_ceiling = on_demand_ceiling_read_units;
  double write_ceiling = on_demand_ceiling_write_units;
  std::int64_t bytes_limit = partition_bytes_max;

  /// Unused capacity of a table that is kept [DG:burst-adaptive-capacity]. Scaled.
  Duration burst_window = std::chrono::seconds(300);
  /// Capacity that a new table has at once. Unpublished; a second's worth. Not scaled.
  Duration initial_burst = std::chrono::seconds(1);
  /// Depth of a partition's bucket. Unpublished; burst cannot pass the partition's limits [RP], so
  /// the conservative choice is one second. Not scaled.
  Duration partition_burst = std::chrono::seconds(1);
  /// Depth of an on-demand table's bucket. Unpublished. Not scaled.
  Duration on_demand_burst = std::chrono::seconds(1);
  /// A request passes when this many units are there (or all that it costs, if less); what it costs
  /// beyond them is a debt that later requests wait for. Unpublished.
  double admission_units = 1;

  /// An on-demand table bears double its previous peak; a new peak counts after this time
  /// [DG:on-demand-capacity-mode]. Scaled.
  Duration peak_window = std::chrono::minutes(30);
  /// A rate is a peak when so many whole seconds in a row had it. Unpublished. Not scaled.
  int peak_seconds = 3;

  /// Share of a partition's limit at which a second counts as hot. Unpublished.
  double split_threshold = 0.8;
  /// How long a partition must be hot before it is split. Unpublished; with split_duration it makes
  /// the eight minutes that were measured once. Scaled.
  Duration split_dwell = std::chrono::minutes(5);
  /// How long a split takes: "usually minutes" [ATC22 §4.4]. Scaled.
  Duration split_duration = std::chrono::minutes(3);
  /// Rest of the two children after a split, and of a partition after a refusal. Unpublished.
  /// Scaled.
  Duration split_cooldown = std::chrono::minutes(2);
  /// A split must leave at least this share of the traffic on each side. Unpublished.
  double split_side_share_min = 0.1;
  /// Share of ascending (or descending) steps at which traffic counts as monotonic. Unpublished.
  double monotonic_share = 0.9;
  /// Keys of recent traffic that a hot partition remembers.
  int samples_max = 256;
  /// Below so many samples a partition is not split yet.
  int samples_min = 32;
  /// Partitions that one resource grows to by its own (a guard, far above the ceilings).
  std::size_t partitions_max = 10'000;

  /// A duration as it passes here: divided by the time scale.
  Duration scaled(Duration duration) const {
    return Duration(static_cast<Duration::rep>(static_cast<double>(duration.count()) / time_scale));
  }
};

}  // namespace isotherm::throughput
