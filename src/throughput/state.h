#pragma once

// Resource::State: what a Resource is made of. Only this room includes it.
//
//   advance     due work: the second's end, splits that end, peaks that count
//   admission   own limits and partitions (admission.cc)
//   growth      partitions for capacity, for size, for heat (growth.cc)
//
// Pointers to partitions hold until the next advance, set_capacity or add_bytes.

#include <deque>
#include <memory>
#include <vector>

#include "throughput/key_sketch.h"
#include "throughput/partition.h"
#include "throughput/resource.h"

namespace isotherm::throughput {

/// The limits of a resource as a whole, in one direction.
struct OwnLimit {
  /// provisioned; on demand: key_range (double the peak: the service has no other reason for it),
  /// or account where the ceiling is lower.
  Limit limit = Limit::provisioned;
  TokenBucket bucket;
  /// On demand with a configured maximum.
  std::optional<TokenBucket> maximum;
};

/// The hottest items, beside the hottest partition keys: kept while somebody wants to know.
struct ItemGauges {
  std::array<KeyGauge, direction_count> accessed;
  std::array<KeyGauge, direction_count> throttled;
};

/// The highest sustained rate of an on-demand resource: what counts, and what will.
struct Peak {
  double rate = 0;
  double candidate = 0;
  std::optional<TimePoint> counts_at;
};

struct Resource::State {
  State(ResourceIdentity who, const ResourceCapacity& what, const Settings& how, TimePoint now);

  ResourceIdentity identity;
  ResourceCapacity capacity;
  Settings settings;
  std::array<OwnLimit, direction_count> own;
  std::array<Peak, direction_count> peaks;
  ProvisionedThroughput warm;

  std::shared_ptr<const Borders> borders;
  std::vector<Partition> partitions;
  std::uint64_t next_id = 1;
  std::uint64_t version = 1;

  UsageMeter meter;
  std::array<Totals, direction_count> totals{};
  std::array<std::array<std::uint64_t, limit_count>, direction_count> throttled{};
  std::array<KeyGauge, direction_count> keys;
  std::array<KeyGauge, direction_count> throttled_keys;
  /// nullptr: not watched.
  std::unique_ptr<ItemGauges> items;
  std::deque<SplitEvent> splits;
  std::deque<RefusalEvent> refusals;
  /// The earliest end of a planned split.
  TimePoint next_split = TimePoint::max();

  /// Does due work; cheap when there is none.
  void advance(TimePoint now) {
    if (now >= meter.second_end() || now >= next_split) [[unlikely]]
      do_due(now);
  }
  Partition& partition_of(KeyPosition position) { return partitions[borders->find(position)]; }

  double partition_limit(Direction direction) const {
    return direction == Direction::read ? settings.read_limit : settings.write_limit;
  }

  // capacity.cc
  /// Sets the own limits from capacity and warm; tokens of a limit that stays are kept.
  void apply_capacity(TimePoint now, bool is_new);
  void raise_warm(const ProvisionedThroughput& to);
  void count_peaks(TimePoint now);

  // growth.cc
  void make_partitions(std::size_t count, std::int64_t bytes, TimePoint now);
  void restore_partitions(const Snapshot& snapshot, TimePoint now);
  /// Doubles the partitions until they bear the warm throughput.
  void grow_to_fit(TimePoint now);
  /// Ends planned splits that are due.
  void end_splits(TimePoint now);
  /// A partition has been hot for the dwell time: plans its split, or keeps why not.
  void try_split(Partition& partition, TimePoint now);
  /// A partition has reached the size limit.
  void split_for_size(std::size_t i, TimePoint now);
  void refuse(Partition& partition, Refusal refusal, TimePoint now);

 private:
  void do_due(TimePoint now);
  void split(std::size_t i, const KeyPoint& point, SplitCause cause, TimePoint now);
  void plan_next_split();
};

}  // namespace isotherm::throughput
