#include "demo/boot_storm_claims.h"

#include <fmt/format.h>

#include "load/text_table.h"

namespace isotherm::demo {
namespace {

using load::count_text;
using load::rate_text;

constexpr std::string_view hot_reason = "IndexWriteKeyRangeThroughputExceeded";
constexpr std::string_view hot_resource = ":table/User/index/member";
// A partition bears 1,000 writes a second. Its bucket may have held another second's worth when
// counting began, and the other channels on it take their share.
constexpr double partition_rate = 1'000;
constexpr double partition_rate_least = 0.75 * partition_rate;
constexpr double partition_rate_most = 1.2 * partition_rate;
// The generator has kept up when it sent all, and was done so soon after the last arrival.
constexpr double lateness_max_s = 0.5;
constexpr double sent_share_least = 0.99;

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

Claim load_was_driven(const RunResult& run, const BootStormOptions& options) {
  const auto& tally = run.outcome.tally;
  const auto total = tally.total();
  const auto wanted = options.rates.total() * seconds(options.duration);
  const auto late = seconds(run.outcome.elapsed - options.duration);
  Claim claim;
  claim.text = fmt::format("this machine drove the full load {}",
                           run.is_sharded ? "through the schema" : "on the plain index");
  claim.holds = tally.overflowed == 0 && tally.unfinished == 0 && late < lateness_max_s &&
                static_cast<double>(total.ended()) >= sent_share_least * wanted;
  claim.figures =
      fmt::format("{} of {} requests answered, {} not sent", count_text(total.ended()),
                  count_text(static_cast<std::uint64_t>(wanted)), count_text(tally.overflowed));
  if (late >= lateness_max_s) claim.figures += fmt::format(", the last one {:.1f} s late", late);
  return claim;
}

Claim big_channel_gets_one_partition(const RunResult& run, const BootStormOptions& options) {
  const auto& big = run.outcome.tally.kinds[boot_of_big];
  const auto rate = static_cast<double>(big.accepted) / seconds(options.duration);
  return {"before: the big channel gets what one partition bears, about 1,000 writes a second",
          rate >= partition_rate_least && rate <= partition_rate_most,
          fmt::format("{}/s of {}/s accepted", rate_text(rate), rate_text(options.rates.big))};
}

Claim the_index_is_named(const RunResult& run) {
  std::uint64_t named = 0;
  std::uint64_t other = 0;
  const auto total = run.outcome.tally.total();
  for (const auto& [cause, count] : total.throttles) {
    const bool is_index = cause.reason == hot_reason && cause.resource.ends_with(hot_resource);
    (is_index ? named : other) += count;
  }
  return {"before: each rejected write of the table names the index as the reason",
          named > 0 && other == 0 && total.throttled == named,
          fmt::format("{} times {} on …/index/member", count_text(named), hot_reason)};
}

Claim others_suffer(const RunResult& run) {
  const auto& others = run.outcome.tally.kinds[boot_of_other];
  return {"before: other channels whose keys share the hot partition are rejected too",
          others.throttled > 0,
          fmt::format("{} of their {} boots", count_text(others.throttled),
                      count_text(others.ended()))};
}

Claim nothing_is_rejected(const RunResult& run) {
  const auto total = run.outcome.tally.total();
  return {"after: nothing is throttled, nothing fails", total.throttled == 0 && total.failed == 0,
          fmt::format("{} throttled, {} failed of {}", count_text(total.throttled),
                      count_text(total.failed), count_text(total.ended()))};
}

Claim all_is_stored(const RunResult& run, bool all_sent) {
  const auto stored = run.stored_of_big + run.stored_of_others;
  const auto name = run.is_sharded ? "after: every boot is stored, in the table and in the index"
                                   : "before: what was accepted is stored, nothing else";
  return {name,
          run.counted_users == stored && run.counted_members_of_big == run.stored_of_big &&
              (!all_sent || stored == run.sent_boots),
          fmt::format("{} sent, {} accepted, {} found; of the big channel {} accepted, {} found by "
                      "the index",
                      count_text(run.sent_boots), count_text(stored), count_text(run.counted_users),
                      count_text(run.stored_of_big), count_text(run.counted_members_of_big))};
}

Claim look_ups_ask_one_shard(const RunResult& run) {
  const auto& look_ups = run.outcome.tally.kinds[look_up];
  return {"after: a look-up is one query on one shard",
          look_ups.accepted > 0 && look_ups.accepted == look_ups.ended() &&
              run.queries_per_look_up == 1 && run.planned == run.planned_one_shard,
          fmt::format("{} look-ups found their member, {:g} queries each; {} of {} plans ask one "
                      "shard",
                      count_text(look_ups.accepted), run.queries_per_look_up, run.planned_one_shard,
                      run.planned)};
}

Claim no_partition_is_full(const RunResult& run) {
  return {"after: the busiest partition is below its limit",
          run.index_heat.percent_max > 0 && run.index_heat.percent_max < 100 &&
              run.table_heat.percent_max < 100,
          fmt::format("{:.0f} % of the index's, {:.0f} % of the table's",
                      run.index_heat.percent_max, run.table_heat.percent_max)};
}

}  // namespace

std::vector<Claim> claims_of(const BootStormResult& result) {
  return {load_was_driven(result.before, result.options),
          big_channel_gets_one_partition(result.before, result.options),
          the_index_is_named(result.before),
          others_suffer(result.before),
          all_is_stored(result.before, false),
          load_was_driven(result.after, result.options),
          nothing_is_rejected(result.after),
          all_is_stored(result.after, true),
          look_ups_ask_one_shard(result.after),
          no_partition_is_full(result.after)};
}

}  // namespace isotherm::demo
