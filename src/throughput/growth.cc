// How partitions come to be: for capacity, for size, for heat. They are only split, never merged.

#include <algorithm>

#include "base/expects.h"
#include "throughput/state.h"

namespace isotherm::throughput {

namespace {

// Events that a resource remembers of each kind.
constexpr std::size_t events_max = 256;

template <class Event>
void remember(std::deque<Event>& events, Event event) {
  events.push_back(std::move(event));
  if (events.size() > events_max) events.pop_front();
}

}  // namespace

void Resource::State::make_partitions(std::size_t count, std::int64_t bytes, TimePoint now) {
  std::vector<KeyPoint> begins;
  const auto parts = static_cast<std::uint64_t>(count);
  for (std::uint64_t i = 0; i < parts; ++i) {
    // i × 2^64 / count, in 64 bits.
    begins.emplace_back(UINT64_MAX / parts * i + (UINT64_MAX % parts + 1) * i / parts);
    partitions.emplace_back(next_id++, 0, settings, now, meter.second_end());
    partitions.back().bytes = bytes / static_cast<std::int64_t>(parts);
  }
  borders = std::make_shared<const Borders>(std::move(begins));
}

void Resource::State::restore_partitions(const Snapshot& snapshot, TimePoint now) {
  expects(Resource::is_valid(snapshot), "a snapshot's borders are in order");
  std::vector<KeyPoint> begins;
  for (const auto& part : snapshot.partitions) {
    begins.push_back(part.begin);
    partitions.emplace_back(part.id, part.parent, settings, now, meter.second_end());
    partitions.back().bytes = part.bytes;
  }
  borders = std::make_shared<const Borders>(std::move(begins));
  next_id = snapshot.next_id;
}

void Resource::State::split(std::size_t i, const KeyPoint& point, SplitCause cause, TimePoint now) {
  Partition& parent = partitions[i];
  expects(borders->range(i).contains(point) && point != borders->begin_of(i),
          "a split point is inside its partition");
  Partition left(next_id++, parent.id, settings, now, meter.second_end());
  Partition right(next_id++, parent.id, settings, now, meter.second_end());
  // No new burst, and no way out of a debt.
  left.buckets = right.buckets = parent.buckets;
  left.bytes = parent.bytes - parent.bytes / 2;
  right.bytes = parent.bytes / 2;
  left.rests_until = right.rests_until = now + settings.scaled(settings.split_cooldown);
  remember(splits, SplitEvent{now, cause, parent.id, left.id, right.id, point});

  std::vector<KeyPoint> begins;
  begins.reserve(borders->size() + 1);
  for (std::size_t j = 0; j < borders->size(); ++j) {
    begins.push_back(borders->begin_of(j));
    if (j == i) begins.push_back(point);
  }
  borders = std::make_shared<const Borders>(std::move(begins));
  parent = std::move(left);
  partitions.insert(partitions.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(right));
  ++version;
}

void Resource::State::grow_to_fit(TimePoint now) {
  const std::size_t needed =
      std::min(initial_partition_count(warm, 0, settings), settings.partitions_max);
  while (partitions.size() < needed) {
    const std::size_t before = partitions.size();
    // From the end, so that the places of those still to be split do not change.
    for (std::size_t i = before; i-- > 0 && partitions.size() < settings.partitions_max;)
      if (const auto middle = borders->range(i).midpoint())
        split(i, *middle, SplitCause::capacity, now);
    if (partitions.size() == before) break;
  }
  plan_next_split();
}

void Resource::State::end_splits(TimePoint now) {
  for (std::size_t i = partitions.size(); i-- > 0;) {
    if (!partitions[i].plan || partitions[i].plan->ends > now) continue;
    const KeyPoint point = partitions[i].plan->point;
    split(i, point, SplitCause::heat, now);
  }
  plan_next_split();
}

void Resource::State::try_split(Partition& partition, TimePoint now) {
  if (partitions.size() >= settings.partitions_max)
    return refuse(partition, Refusal::partition_limit, now);
  const TimePoint recent =
      now - 2 * settings.scaled(settings.split_dwell) - std::chrono::seconds(2);
  auto choice = choose_split_point(
      partition.samples.since(recent),
      {identity.kind, identity.has_sort_key, identity.keeps_collections_whole}, settings);
  if (const auto* refusal = std::get_if<Refusal>(&choice)) return refuse(partition, *refusal, now);
  partition.refusal.reset();
  partition.plan = SplitPlan{std::get<KeyPoint>(std::move(choice)),
                             now + settings.scaled(settings.split_duration)};
  next_split = std::min(next_split, partition.plan->ends);
}

void Resource::State::refuse(Partition& partition, Refusal refusal, TimePoint now) {
  partition.refusal = refusal;
  // More samples come with the next second; anything else rests.
  if (refusal == Refusal::too_few_samples) return;
  partition.rests_until = now + settings.scaled(settings.split_cooldown);
  remember(refusals, RefusalEvent{now, partition.id, refusal});
}

void Resource::State::split_for_size(std::size_t i, TimePoint now) {
  Partition& partition = partitions[i];
  if (now < partition.rests_until) return;
  // The data are divided equally [DG18]: hashes are even, so the middle of the range halves them.
  const auto middle = borders->range(i).midpoint();
  if (middle && partitions.size() < settings.partitions_max) {
    split(i, *middle, SplitCause::size, now);
    return plan_next_split();
  }
  // One collection: only its traffic tells where its sort keys are.
  auto choice = choose_split_point(
      partition.samples.since(TimePoint::min()),
      {identity.kind, identity.has_sort_key, identity.keeps_collections_whole}, settings);
  if (const auto* refusal = std::get_if<Refusal>(&choice)) {
    refuse(partition, *refusal, now);
    partition.rests_until = now + settings.scaled(settings.split_cooldown);
    return;
  }
  split(i, std::get<KeyPoint>(choice), SplitCause::size, now);
  plan_next_split();
}

void Resource::State::plan_next_split() {
  next_split = TimePoint::max();
  for (const Partition& partition : partitions)
    if (partition.plan) next_split = std::min(next_split, partition.plan->ends);
}

}  // namespace isotherm::throughput
