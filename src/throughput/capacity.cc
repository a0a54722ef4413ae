// A resource's own limits: provisioned rates with their burst, on-demand peaks, maxima, ceilings.

#include <algorithm>
#include <cmath>
#include <utility>

#include "throughput/state.h"

namespace isotherm::throughput {

namespace {

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

double units_of(const ProvisionedThroughput& throughput, std::size_t direction) {
  return static_cast<double>(direction == 0 ? throughput.read_units : throughput.write_units);
}

std::optional<std::int64_t> maximum_of(const OnDemandThroughput& throughput,
                                       std::size_t direction) {
  const auto& maximum = direction == 0 ? throughput.max_read_units : throughput.max_write_units;
  // -1 is how a client takes a maximum away.
  return maximum && *maximum > 0 ? maximum : std::nullopt;
}

// How a bucket is to fill.
struct Rate {
  double units = 0;
  /// It holds so much of the rate at most,
  Duration depth{0};
  /// and so much when it is new.
  Duration at_once{0};
  /// But never less than a request needs to pass.
  double least = 1;

  double units_in(Duration duration) const { return std::max(units * seconds(duration), least); }
  TokenBucket bucket(TimePoint now) const {
    return {units, units_in(depth), units_in(at_once), now};
  }
};

}  // namespace

void Resource::State::raise_warm(const ProvisionedThroughput& to) {
  const ProvisionedThroughput before = warm;
  warm.read_units = std::max(warm.read_units, to.read_units);
  warm.write_units = std::max(warm.write_units, to.write_units);
  if (!(warm == before)) ++version;
}

void Resource::State::apply_capacity(TimePoint now, bool is_new) {
  const bool on_demand = capacity.billing_mode == BillingMode::pay_per_request;
  if (capacity.warm) raise_warm(*capacity.warm);
  // A table that was provisioned higher keeps that on demand [DG:bp-switching-capacity-modes].
  raise_warm(
      on_demand ? ProvisionedThroughput{on_demand_initial_read_units, on_demand_initial_write_units}
                : capacity.provisioned);

  const double ceilings[] = {settings.read_ceiling, settings.write_ceiling};
  const Duration burst = settings.scaled(settings.burst_window);
  for (std::size_t d = 0; d < direction_count; ++d) {
    OwnLimit& limit = own[d];
    const Limit before = std::exchange(limit.limit, Limit::provisioned);
    Rate rate{units_of(capacity.provisioned, d), burst, settings.initial_burst,
              settings.admission_units};
    if (on_demand) {
      // What a resource bears at once is double its peak, also when it has not had that peak.
      peaks[d].rate = std::max(peaks[d].rate, units_of(warm, d) / 2);
      // One of the two always binds first, so one bucket stands for both.
      const bool below_ceiling = units_of(warm, d) < ceilings[d];
      limit.limit = below_ceiling ? Limit::key_range : Limit::account;
      rate.units = std::min(units_of(warm, d), ceilings[d]);
      rate.depth = rate.at_once = settings.on_demand_burst;
    }
    const bool was_on_demand = before != Limit::provisioned;
    if (is_new || was_on_demand != on_demand)
      limit.bucket = rate.bucket(now);
    else
      limit.bucket.change(rate.units, rate.units_in(rate.depth), now);

    const auto maximum = on_demand ? maximum_of(capacity.on_demand, d) : std::nullopt;
    if (!maximum) {
      limit.maximum.reset();
      continue;
    }
    // A maximum has burst too [DG:on-demand-capacity-mode-max-throughput].
    const Rate most{static_cast<double>(*maximum), burst, settings.initial_burst,
                    settings.admission_units};
    if (limit.maximum)
      limit.maximum->change(most.units, most.units_in(most.depth), now);
    else
      limit.maximum = most.bucket(now);
  }
}

void Resource::State::count_peaks(TimePoint now) {
  if (capacity.billing_mode != BillingMode::pay_per_request) return;
  const UsageSecond sustained = meter.least(settings.peak_seconds);
  ProvisionedThroughput raised;
  for (std::size_t d = 0; d < direction_count; ++d) {
    Peak& peak = peaks[d];
    if (sustained.units[d] > peak.rate) {
      peak.candidate = std::max(peak.candidate, sustained.units[d]);
      if (!peak.counts_at) peak.counts_at = now + settings.scaled(settings.peak_window);
    }
    if (peak.counts_at && now >= *peak.counts_at) {
      peak.rate = peak.candidate;
      peak.candidate = 0;
      peak.counts_at.reset();
      ++version;
    }
    const auto bearable = static_cast<std::int64_t>(std::floor(2 * peak.rate));
    const auto ceiling =
        static_cast<std::int64_t>(d == 0 ? settings.read_ceiling : settings.write_ceiling);
    (d == 0 ? raised.read_units : raised.write_units) = std::min(bearable, ceiling);
  }
  const ProvisionedThroughput before = warm;
  raise_warm(raised);
  if (warm == before) return;
  apply_capacity(now, false);
  grow_to_fit(now);
}

}  // namespace isotherm::throughput
