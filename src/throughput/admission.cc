#include "throughput/admission.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>

#include "throughput/state.h"

namespace isotherm::throughput {

namespace {

// Holds a write to a table and its 20 indexes, each moved, without allocating.
using Places = boost::container::small_vector<Partition*, 48>;

// The mode is the same for all resources of a request: it is a server's.
Mode mode_of(std::span<const Charge> charges) {
  return charges.empty() ? Mode::off : charges.front().resource->state().settings.mode;
}

// Does due work first, since it may split partitions; then their addresses hold.
void find_places(std::span<const Charge> charges, TimePoint now, Places& places) {
  for (const Charge& charge : charges) charge.resource->state().advance(now);
  for (const Charge& charge : charges) {
    auto& state = charge.resource->state();
    Partition& partition = state.partition_of(charge.position);
    if (partition.meter.is_due(now) && partition.roll(now, state.settings)) [[unlikely]]
      state.try_split(partition, now);
    places.push_back(&partition);
  }
}

// The limits that a charge exceeds, at most three.
struct Exceeded {
  bool own = false;
  bool maximum = false;
  bool partition = false;
  bool any() const { return own || maximum || partition; }
};

Exceeded check(Resource::State& state, Partition& partition, Direction direction, double units,
               TimePoint now) {
  const auto d = static_cast<std::size_t>(direction);
  const double least = state.settings.admission_units;
  OwnLimit& own = state.own[d];
  own.bucket.fill(now);
  partition.buckets[d].fill(now);
  Exceeded exceeded{.own = !own.bucket.covers(units, least),
                    .partition = !partition.buckets[d].covers(units, least)};
  if (own.maximum) {
    own.maximum->fill(now);
    exceeded.maximum = !own.maximum->covers(units, least);
  }
  return exceeded;
}

void consume(Direction direction, const Charge& charge, Partition& partition, TimePoint now) {
  auto& state = charge.resource->state();
  const auto d = static_cast<std::size_t>(direction);
  state.own[d].bucket.take(charge.units);
  if (state.own[d].maximum) state.own[d].maximum->take(charge.units);
  state.meter.add(direction, charge.units);
  state.totals[d].units += charge.units;
  ++state.totals[d].requests;
  state.keys[d].add(charge.position.hash, charge.units, charge.name);
  if (state.items) state.items->accessed[d].add(charge.position.hash, charge.units, charge.name);
  partition.consume(direction, charge.position, charge.units, state.partition_limit(direction),
                    now);
}

// Adds what a charge exceeds to the verdict, and counts it once for the request.
void deny(const Charge& charge, Partition& partition, Direction direction, const Exceeded& exceeded,
          std::vector<Denial>& denials) {
  auto& state = charge.resource->state();
  const auto d = static_cast<std::size_t>(direction);
  const bool is_first = std::none_of(denials.begin(), denials.end(), [&](const Denial& denial) {
    return denial.reason.kind == state.identity.kind && denial.index == state.identity.index;
  });
  const auto add = [&](Limit limit) {
    Denial denial{{state.identity.kind, direction, limit},
                  state.identity.index,
                  state.capacity.billing_mode == BillingMode::provisioned};
    if (std::find(denials.begin(), denials.end(), denial) != denials.end()) return;
    denials.push_back(std::move(denial));
    ++state.throttled[d][static_cast<std::size_t>(limit)];
  };
  if (exceeded.maximum) add(Limit::max_on_demand);
  if (exceeded.own) add(state.own[d].limit);
  if (exceeded.partition) add(Limit::key_range);
  if (is_first) ++state.totals[d].throttled;
  state.meter.add_denied(direction, charge.units);
  state.throttled_keys[d].add(charge.position.hash, charge.units, charge.name);
  if (state.items) state.items->throttled[d].add(charge.position.hash, charge.units, charge.name);
  if (!exceeded.partition) return;
  ++partition.totals[d].throttled;
  partition.meter.add_denied(direction, charge.units);
}

Admission admit(Direction direction, std::span<const Charge> charges, TimePoint now) {
  Admission admission;
  const Mode mode = mode_of(charges);
  if (mode == Mode::off) return admission;
  Places places;
  find_places(charges, now, places);
  for (std::size_t i = 0; i < charges.size(); ++i) {
    const Charge& charge = charges[i];
    if (charge.units <= 0) continue;
    const Exceeded exceeded =
        check(charge.resource->state(), *places[i], direction, charge.units, now);
    if (exceeded.any()) [[unlikely]]
      deny(charge, *places[i], direction, exceeded, admission.denials);
  }
  if (admission.over_limit()) [[unlikely]] {
    admission.admitted = mode == Mode::observe;
    return admission;
  }
  for (std::size_t i = 0; i < charges.size(); ++i)
    if (charges[i].units > 0) consume(direction, charges[i], *places[i], now);
  return admission;
}

}  // namespace

Admission admit_write(std::span<const Charge> charges, TimePoint now) {
  return admit(Direction::write, charges, now);
}

Admission admit_read(std::span<const Charge> charges, TimePoint now) {
  return admit(Direction::read, charges, now);
}

bool would_admit(Direction direction, std::span<const Charge> charges, TimePoint now) {
  if (mode_of(charges) != Mode::enforce) return true;
  Places places;
  find_places(charges, now, places);
  for (std::size_t i = 0; i < charges.size(); ++i)
    if (charges[i].units > 0 &&
        check(charges[i].resource->state(), *places[i], direction, charges[i].units, now).any())
      return false;
  return true;
}

void settle(Direction direction, std::span<const Charge> differences, TimePoint now) {
  if (mode_of(differences) == Mode::off) return;
  Places places;
  find_places(differences, now, places);
  for (std::size_t i = 0; i < differences.size(); ++i) {
    const Charge& charge = differences[i];
    auto& state = charge.resource->state();
    const auto d = static_cast<std::size_t>(direction);
    Partition& partition = *places[i];
    state.own[d].bucket.take(charge.units);
    if (state.own[d].maximum) state.own[d].maximum->take(charge.units);
    partition.buckets[d].take(charge.units);
    state.meter.add(direction, charge.units);
    partition.meter.add(direction, charge.units);
    state.totals[d].units += charge.units;
    partition.totals[d].units += charge.units;
  }
}

}  // namespace isotherm::throughput
