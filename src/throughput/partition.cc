#include "throughput/partition.h"

#include <algorithm>

namespace isotherm::throughput {

namespace {

double burst_depth(double rate, Duration window, double least) {
  return std::max(rate * std::chrono::duration<double>(window).count(), least);
}

}  // namespace

Partition::Partition(std::uint64_t partition_id, std::uint64_t parent_id, const Settings& settings,
                     TimePoint now, TimePoint second_end)
    : id(partition_id),
      parent(parent_id),
      meter(second_end),
      samples(settings.samples_max, settings.scaled(settings.split_dwell),
              settings.seed ^ (partition_id * 0x9e3779b97f4a7c15)),
      rests_until(now) {
  for (auto [direction, rate] : {std::pair{Direction::read, settings.read_limit},
                                 std::pair{Direction::write, settings.write_limit}}) {
    const double depth = burst_depth(rate, settings.partition_burst, settings.admission_units);
    buckets[static_cast<std::size_t>(direction)] = TokenBucket(rate, depth, depth, now);
  }
}

bool Partition::roll(TimePoint now, const Settings& settings) {
  const std::int64_t seconds = meter.roll(now);
  if (seconds == 0) return false;
  // The first of the ended seconds is `seconds - 1` back; beyond the ring it is long cold anyway.
  const UsageSecond busy =
      meter.last(static_cast<int>(std::min<std::int64_t>(seconds - 1, UsageMeter::history)));
  const double utilisation =
      std::max(busy.units[0] / settings.read_limit, busy.units[1] / settings.write_limit);
  const Duration dwell = settings.scaled(settings.split_dwell);
  const bool hot = utilisation >= settings.split_threshold;
  const auto second = Duration(std::chrono::seconds(1));
  heat += hot ? second : -second;
  heat -= second * (seconds - 1);
  heat = std::clamp(heat, Duration(0), dwell);
  const bool warm = seconds == 1 && utilisation >= settings.split_threshold / 2;
  samples.set_on(warm || heat > Duration(0));
  return heat >= dwell && hot && seconds == 1 && !plan && now >= rests_until;
}

void Partition::consume(Direction direction, KeyPosition key, double units, double limit,
                        TimePoint now) {
  const auto d = static_cast<std::size_t>(direction);
  buckets[d].take(units);
  meter.add(direction, units);
  totals[d].units += units;
  ++totals[d].requests;
  samples.add(key, units / limit, now);
}

}  // namespace isotherm::throughput
