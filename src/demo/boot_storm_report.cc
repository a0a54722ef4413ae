#include "demo/boot_storm_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "load/text_table.h"

namespace isotherm::demo {
namespace {

using load::count_text;
using load::duration_text;
using load::rate_text;
using Json = nlohmann::ordered_json;

constexpr int bar_cells = 40;

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

double per_second(std::uint64_t count, Duration time) {
  return time.count() > 0 ? static_cast<double>(count) / seconds(time) : 0;
}

std::string_view run_name(bool is_sharded) { return is_sharded ? "after" : "before"; }

// Stored, then rejected, of what was asked for.
std::string bar(double stored, double rejected, double asked, bool ascii) {
  const auto cells = [&](double rate) {
    return static_cast<int>(
        std::clamp(std::lround(rate / std::max(asked, 1.0) * bar_cells), 0L, long{bar_cells}));
  };
  const int full = cells(stored);
  const int hit = std::min(cells(rejected), bar_cells - full);
  std::string out;
  for (int i = 0; i < full; ++i) out += ascii ? "#" : "█";
  for (int i = 0; i < hit; ++i) out += ascii ? "x" : "░";
  out.append(static_cast<std::size_t>(bar_cells - full - hit), ' ');
  return out;
}

std::string rates_of(const load::KindTally& kind, Duration interval) {
  return fmt::format("{:>6}/s stored {:>6}/s rejected",
                     rate_text(per_second(kind.accepted, interval)),
                     rate_text(per_second(kind.throttled + kind.failed, interval)));
}

std::string latency_of(const load::KindTally& kind, double share) {
  return kind.accepted == 0 ? "-" : duration_text(kind.accepted_latency.percentile(share));
}

Json kind_json(const load::KindTally& kind, Duration time) {
  Json throttles = Json::array();
  for (const auto& [cause, count] : kind.throttles)
    throttles.push_back({{"reason", cause.reason}, {"resource", cause.resource}, {"count", count}});
  return {{"accepted", kind.accepted},
          {"throttled", kind.throttled},
          {"failed", kind.failed},
          {"accepted_per_second", per_second(kind.accepted, time)},
          {"throttled_per_second", per_second(kind.throttled, time)},
          {"p50_seconds", seconds(kind.accepted_latency.percentile(0.5))},
          {"p99_seconds", seconds(kind.accepted_latency.percentile(0.99))},
          {"throttles", std::move(throttles)}};
}

Json run_json(const RunResult& run, Duration time) {
  const auto& tally = run.outcome.tally;
  return {{"big_channel", kind_json(tally.kinds[boot_of_big], time)},
          {"other_channels", kind_json(tally.kinds[boot_of_other], time)},
          {"look_ups", kind_json(tally.kinds[look_up], time)},
          {"not_sent", tally.overflowed},
          {"unfinished", tally.unfinished},
          {"busiest_index_partition_percent", run.index_heat.percent_max},
          {"busiest_index_partition_asked_percent", run.index_heat.demand_percent_max},
          {"busiest_table_partition_percent", run.table_heat.percent_max},
          {"index_partitions", run.index_heat.partitions},
          {"queries_per_look_up", run.queries_per_look_up},
          {"boots_sent", run.sent_boots},
          {"boots_accepted", run.stored_of_big + run.stored_of_others},
          {"users_found_by_scan", run.counted_users},
          {"big_channel_accepted", run.stored_of_big},
          {"big_channel_found_by_index", run.counted_members_of_big}};
}

std::string heat_text(const Heat& heat) {
  auto text = fmt::format("{:.0f} %", heat.percent_max);
  if (heat.demand_percent_max > heat.percent_max + 5)
    text += fmt::format(" (asked: {:.0f} %)", heat.demand_percent_max);
  return text;
}

}  // namespace

std::string tick_line(const Tick& tick) {
  const auto& recent = *tick.progress->recent;
  const auto interval = tick.progress->interval;
  return fmt::format(
      "{:<6} {:>3.0f} s  big {}  others {}  busiest index partition {:.0f} % of its limit{}\n",
      run_name(tick.is_sharded), seconds(tick.elapsed),
      rates_of(recent.kinds[boot_of_big], interval),
      rates_of(recent.kinds[boot_of_other], interval), tick.heat.percent_max,
      tick.progress->warming_up ? "  (not counted yet)" : "");
}

std::string tick_picture(const Tick& tick, const BootRates& rates, bool ascii) {
  const auto& recent = *tick.progress->recent;
  const auto interval = tick.progress->interval;
  const auto& big = recent.kinds[boot_of_big];
  const auto& others = recent.kinds[boot_of_other];
  const auto row = [&](std::string_view name, const load::KindTally& kind, double asked) {
    return fmt::format("  {:<12} {} {}\n", name,
                       bar(per_second(kind.accepted, interval),
                           per_second(kind.throttled + kind.failed, interval), asked, ascii),
                       rates_of(kind, interval));
  };
  const double heat = std::min(tick.heat.percent_max, 100.0);
  const double over = std::max(0.0, std::min(tick.heat.demand_percent_max, 100.0) - heat);
  return fmt::format("{:<6} {:>3.0f} of {:.0f} s{}\n", run_name(tick.is_sharded),
                     seconds(tick.elapsed), seconds(tick.whole),
                     tick.progress->warming_up ? "   warming up: not counted yet" : "") +
         row("big channel", big, rates.big) + row("others", others, rates.others) +
         fmt::format("  {:<12} {} {:.0f} % of the busiest index partition's limit\n", "heat",
                     bar(heat, over, 100, ascii), tick.heat.percent_max);
}

std::string comparison_text(const BootStormResult& result) {
  const auto time = result.options.duration;
  const RunResult* runs[] = {&result.before, &result.after};
  load::TextTable table({{"", load::Align::left}, {"before"}, {"after"}});
  const auto add = [&](std::string name, auto figure) {
    table.add({std::move(name), figure(*runs[0]), figure(*runs[1])});
  };
  const auto rate = [&](BootKind kind, auto member) {
    return [=](const RunResult& run) {
      return rate_text(per_second(run.outcome.tally.kinds[kind].*member, time));
    };
  };
  const auto latency = [](BootKind kind, double share) {
    return [=](const RunResult& run) { return latency_of(run.outcome.tally.kinds[kind], share); };
  };
  using load::KindTally;
  add("index `member` is", [&](const RunResult& run) {
    return run.is_sharded ? fmt::format("{} shards", result.shards) : std::string("a plain index");
  });
  add("big channel: boots asked for, per s",
      [&](const RunResult&) { return rate_text(result.options.rates.big); });
  add("             accepted, per s", rate(boot_of_big, &KindTally::accepted));
  add("             throttled, per s", rate(boot_of_big, &KindTally::throttled));
  add("             p50 of accepted", latency(boot_of_big, 0.5));
  add("             p99 of accepted", latency(boot_of_big, 0.99));
  add("others:      boots asked for, per s",
      [&](const RunResult&) { return rate_text(result.options.rates.others); });
  add("             accepted, per s", rate(boot_of_other, &KindTally::accepted));
  add("             throttled, per s", rate(boot_of_other, &KindTally::throttled));
  add("             p99 of accepted", latency(boot_of_other, 0.99));
  add("look-ups:    answered, per s", rate(look_up, &KindTally::accepted));
  add("             queries for each",
      [](const RunResult& run) { return fmt::format("{:g}", run.queries_per_look_up); });
  add("             p99", latency(look_up, 0.99));
  add("busiest index partition, of its limit",
      [](const RunResult& run) { return heat_text(run.index_heat); });
  return table.text();
}

std::string claims_text(const BootStormResult& result) {
  std::string out;
  for (const auto& claim : result.claims)
    out += fmt::format("{}  {}\n        {}\n", claim.holds ? "ok    " : "NOT SO", claim.text,
                       claim.figures);
  return out;
}

std::string next_steps_text(const BootStormResult& result) {
  return fmt::format(
      "The table and its index were ready for {} writes a second, in {} partitions each. Before,\n"
      "all members of one channel had one partition key in the index, and so one partition, which\n"
      "bears 1,000 writes a second; an index that is full rejects the table's writes. The service\n"
      "would split that partition after some minutes of heat: too late for a boot storm.\n\n"
      "Try next\n"
      "  isotherm demo boot-storm --write-schema isotherm.yaml      the schema that cured it\n"
      "  isotherm explain query --schema isotherm.yaml --table User --index member \\\n"
      "      --key channelId=big --key memberId=m-00000017          one shard; without memberId: "
      "all\n"
      "  isotherm serve --in-memory --throughput enforce --schema isotherm.yaml\n",
      count_text(static_cast<std::uint64_t>(result.options.write_units)),
      result.before.index_heat.partitions);
}

std::string json_text(const BootStormResult& result, std::string_view schema) {
  const auto& options = result.options;
  Json claims = Json::array();
  for (const auto& claim : result.claims)
    claims.push_back({{"claim", claim.text}, {"holds", claim.holds}, {"figures", claim.figures}});
  const Json json = {
      {"schema_version", 1},
      {"demo", "boot-storm"},
      {"holds", result.holds()},
      {"load",
       {{"big_channel_boots_per_second", options.rates.big},
        {"other_boots_per_second", options.rates.others},
        {"look_ups_per_second", options.rates.look_ups},
        {"other_channels", options.rates.other_channels},
        {"seconds", seconds(options.duration)},
        {"warm_up_seconds", seconds(options.warm_up)},
        {"warm_write_units_per_second", options.write_units},
        {"seed", options.seed}}},
      {"shards", result.shards},
      {"before", run_json(result.before, options.duration)},
      {"after", run_json(result.after, options.duration)},
      {"claims", std::move(claims)},
      {"sharding_schema", schema},
      {"next_steps",
       {"isotherm demo boot-storm --write-schema isotherm.yaml",
        "isotherm explain query --schema isotherm.yaml --table User --index member --key "
        "channelId=big --key memberId=m-00000017"}}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace isotherm::demo
