#include "throughput/statistics.h"

#include <algorithm>

#include "throughput/state.h"

namespace isotherm::throughput {

namespace {

constexpr int mean_seconds = 10;
constexpr std::size_t top_keys_max = 32;

Usage usage_of(const UsageMeter& meter, const Totals& totals, std::size_t direction, double limit) {
  const UsageSecond last = meter.last();
  const UsageSecond mean = meter.mean(mean_seconds);
  Usage usage;
  usage.units_last_second = last.units[direction];
  usage.units_per_second = mean.units[direction];
  usage.denied_last_second = last.denied[direction];
  usage.denied_per_second = mean.denied[direction];
  if (limit > 0) {
    usage.utilisation_percent = 100 * last.units[direction] / limit;
    usage.demand_percent = 100 * (last.units[direction] + last.denied[direction]) / limit;
  }
  usage.units_total = totals.units;
  usage.requests_total = totals.requests;
  usage.throttled_total = totals.throttled;
  return usage;
}

PartitionStatistics statistics_of(const Resource::State& state, std::size_t i, TimePoint now) {
  const Partition& partition = state.partitions[i];
  UsageMeter meter = partition.meter;
  meter.roll(now);
  PartitionStatistics statistics;
  statistics.id = partition.id;
  statistics.parent = partition.parent;
  statistics.range = state.borders->range(i);
  statistics.bytes = partition.bytes;
  statistics.usage = {usage_of(meter, partition.totals[0], 0, state.settings.read_limit),
                      usage_of(meter, partition.totals[1], 1, state.settings.write_limit)};
  const auto dwell = state.settings.scaled(state.settings.split_dwell);
  if (dwell.count() > 0)
    statistics.split_progress =
        static_cast<double>(partition.heat.count()) / static_cast<double>(dwell.count());
  if (partition.plan) statistics.split_ends = partition.plan->ends;
  statistics.refusal = partition.refusal;
  return statistics;
}

double demand(const PartitionStatistics& partition) {
  return std::max(partition.read().demand_percent, partition.write().demand_percent);
}

}  // namespace

std::string_view refusal_name(Refusal refusal) {
  switch (refusal) {
    case Refusal::too_few_samples: return "too_few_samples";
    case Refusal::single_item: return "single_item";
    case Refusal::single_partition_key: return "single_partition_key";
    case Refusal::monotonic_sort_key: return "monotonic_sort_key";
    case Refusal::sequential_access: return "sequential_access";
    case Refusal::local_index: return "local_index";
    case Refusal::partition_limit: return "partition_limit";
  }
  return {};
}

std::string_view refusal_text(Refusal refusal) {
  switch (refusal) {
    case Refusal::too_few_samples:
      return "Too little traffic was seen yet to choose where to split.";
    case Refusal::single_item:
      return "One item has nearly all of the traffic: a split would only move it. Cache it, or "
             "spread it over several items.";
    case Refusal::single_partition_key:
      return "One partition key has nearly all of the traffic, and there is no sort key to split "
             "by. Shard the key.";
    case Refusal::monotonic_sort_key:
      return "The traffic of one collection ascends or descends with its sort key: it would all go "
             "to one side of any split. Shard the key.";
    case Refusal::sequential_access:
      return "Keys are used in their order, as a scan does: the heat moves on by itself. Shuffle "
             "the input.";
    case Refusal::local_index:
      return "One collection has nearly all of the traffic, and a local index keeps each "
             "collection on one partition. Shard the key, or use a global index.";
    case Refusal::partition_limit: return "There are as many partitions as one table may have.";
  }
  return {};
}

std::string_view split_cause_name(SplitCause cause) {
  switch (cause) {
    case SplitCause::heat: return "heat";
    case SplitCause::size: return "size";
    case SplitCause::capacity: return "capacity";
  }
  return {};
}

std::uint64_t ResourceStatistics::throttled_by(Reason reason) const {
  if (reason.kind != kind) return 0;
  return throttled[static_cast<std::size_t>(reason.direction)]
                  [static_cast<std::size_t>(reason.limit)];
}

ResourceStatistics Resource::statistics(TimePoint now) const {
  const State& state = *state_;
  ResourceStatistics statistics;
  statistics.index = state.identity.index;
  statistics.kind = state.identity.kind;
  UsageMeter meter = state.meter;
  meter.roll(now);
  for (std::size_t d = 0; d < direction_count; ++d) {
    const OwnLimit& own = state.own[d];
    const bool by_maximum = own.maximum && own.maximum->rate() < own.bucket.rate();
    TokenBucket bucket = by_maximum ? *own.maximum : own.bucket;
    bucket.fill(now);
    statistics.rate[d] = bucket.rate();
    statistics.tokens[d] = bucket.tokens();
    statistics.usage[d] = usage_of(meter, state.totals[d], d, bucket.rate());
    statistics.top_keys[d] = state.keys[d].top(top_keys_max);
    statistics.top_throttled_keys[d] = state.throttled_keys[d].top(top_keys_max);
    if (!state.items) continue;
    statistics.top_items[d] = state.items->accessed[d].top(top_keys_max);
    statistics.top_throttled_items[d] = state.items->throttled[d].top(top_keys_max);
  }
  for (std::size_t i = 0; i < state.partitions.size(); ++i)
    statistics.partitions.push_back(statistics_of(state, i, now));
  for (std::size_t i = 1; i < statistics.partitions.size(); ++i)
    if (demand(statistics.partitions[i]) > demand(statistics.partitions[statistics.hottest]))
      statistics.hottest = i;
  statistics.throttled = state.throttled;
  statistics.splits.assign(state.splits.begin(), state.splits.end());
  statistics.refusals.assign(state.refusals.begin(), state.refusals.end());
  return statistics;
}

}  // namespace isotherm::throughput
