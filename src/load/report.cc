#include "load/report.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "load/text_table.h"

namespace isotherm::load {
namespace {

using Json = nlohmann::ordered_json;

double seconds(Duration duration) { return std::chrono::duration<double>(duration).count(); }

double per_second(std::uint64_t count, Duration elapsed) {
  return elapsed.count() > 0 ? static_cast<double>(count) / seconds(elapsed) : 0;
}

Json latency_json(const LatencyHistogram& latency) {
  return {{"count", latency.count()},
          {"mean", seconds(latency.mean())},
          {"p50", seconds(latency.percentile(0.5))},
          {"p90", seconds(latency.percentile(0.9))},
          {"p99", seconds(latency.percentile(0.99))},
          {"p999", seconds(latency.percentile(0.999))},
          {"max", seconds(latency.max())}};
}

Json kind_json(const std::string& name, const KindTally& kind, Duration elapsed) {
  Json exceptions = Json::array();
  for (const auto& [exception, count] : kind.exceptions) {
    Json entry = {{"exception", exception}, {"count", count}};
    if (const auto example = kind.examples.find(exception); example != kind.examples.end())
      entry["example"] = example->second;
    exceptions.push_back(std::move(entry));
  }
  Json throttles = Json::array();
  for (const auto& [cause, count] : kind.throttles)
    throttles.push_back({{"reason", cause.reason}, {"resource", cause.resource}, {"count", count}});
  return {{"operation", name},
          {"accepted", kind.accepted},
          {"throttled", kind.throttled},
          {"failed", kind.failed},
          {"unprocessed_members", kind.unprocessed},
          {"accepted_per_second", per_second(kind.accepted, elapsed)},
          {"latency_seconds", latency_json(kind.accepted_latency)},
          {"rejected_latency_seconds", latency_json(kind.rejected_latency)},
          {"exceptions", std::move(exceptions)},
          {"throttles", std::move(throttles)}};
}

Json config_json(const Report& report) {
  const auto& workload = report.workload;
  const auto& options = report.options;
  return {{"endpoint", options.endpoint.url()},
          {"table", workload.table},
          {"mix", mix_text(workload.mix)},
          {"keys", workload.keys.count},
          {"distribution", key_order_name(workload.keys.order)},
          {"item_bytes", workload.item_bytes},
          {"collection_items", workload.collection_items},
          {"loop", options.rate ? "open" : "closed"},
          {"rate", options.rate ? Json(*options.rate) : Json(nullptr)},
          {"connections", options.connections},
          {"threads", options.threads},
          {"warm_up_seconds", seconds(options.warm_up)},
          {"seed", workload.seed}};
}

std::vector<std::string> latency_cells(std::string name, const KindTally& kind, Duration elapsed) {
  const auto& latency = kind.accepted_latency;
  const auto rank = [&](double share) { return duration_text(latency.percentile(share)); };
  return {std::move(name),
          count_text(kind.accepted),
          rate_text(per_second(kind.accepted, elapsed)),
          rank(0.5),
          rank(0.9),
          rank(0.99),
          rank(0.999),
          duration_text(latency.max())};
}

void append_rejections(std::string& out, const KindTally& total) {
  const auto all = static_cast<double>(total.ended());
  const auto share = [&](std::uint64_t count) {
    return percent_text(all > 0 ? static_cast<double>(count) / all : 0);
  };
  out += fmt::format("\nThrottled: {} ({})\n", count_text(total.throttled), share(total.throttled));
  for (const auto& [cause, count] : total.throttles)
    out += fmt::format("  {:>12}  {}  {}\n", count_text(count), cause.reason, cause.resource);
  if (total.unprocessed > 0)
    out += fmt::format("Members of batches handed back: {}\n", count_text(total.unprocessed));
  out += fmt::format("Failed:    {} ({})\n", count_text(total.failed), share(total.failed));
  for (const auto& [exception, count] : total.exceptions) {
    out += fmt::format("  {:>12}  {}", count_text(count), exception);
    if (const auto example = total.examples.find(exception); example != total.examples.end())
      out += fmt::format(": {}", example->second);
    out += '\n';
  }
}

}  // namespace

double Report::failed_share() const {
  const auto total = outcome.tally.total();
  const auto all = total.ended() + outcome.tally.unfinished;
  return all == 0 ? 0
                  : static_cast<double>(total.failed + outcome.tally.unfinished) /
                        static_cast<double>(all);
}

double Report::rejected_share() const {
  const auto total = outcome.tally.total();
  const auto lost = outcome.tally.unfinished + outcome.tally.overflowed;
  const auto all = total.ended() + lost;
  return all == 0 ? 0
                  : static_cast<double>(total.failed + total.throttled + lost) /
                        static_cast<double>(all);
}

std::string json_text(const Report& report) {
  const auto& outcome = report.outcome;
  const auto total = outcome.tally.total();
  Json kinds = Json::array();
  for (std::size_t i = 0; i < outcome.kinds.size(); ++i)
    kinds.push_back(kind_json(outcome.kinds[i], outcome.tally.kinds[i], outcome.elapsed));
  auto all = kind_json("all", total, outcome.elapsed);
  const Json json = {{"schema_version", 1},
                     {"started", report.started},
                     {"config", config_json(report)},
                     {"elapsed_seconds", seconds(outcome.elapsed)},
                     {"stopped", outcome.stopped},
                     {"not_sent", outcome.tally.overflowed},
                     {"unfinished", outcome.tally.unfinished},
                     {"total", std::move(all)},
                     {"operations", std::move(kinds)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string people_text(const Report& report) {
  const auto& outcome = report.outcome;
  const auto& workload = report.workload;
  const auto& options = report.options;
  std::string out = fmt::format("{} on {}: {} keys, {}, items of {} B\n", mix_text(workload.mix),
                                workload.table, count_text(workload.keys.count),
                                key_order_name(workload.keys.order), workload.item_bytes);
  out += options.rate ? fmt::format("Open loop at {}/s", rate_text(*options.rate))
                      : std::string("Closed loop");
  out +=
      fmt::format(", {} connections, {:.1f} s\n\n", options.connections, seconds(outcome.elapsed));

  TextTable table({{"OPERATION", Align::left},
                   {"ACCEPTED"},
                   {"PER S"},
                   {"P50"},
                   {"P90"},
                   {"P99"},
                   {"P99.9"},
                   {"MAX"}});
  for (std::size_t i = 0; i < outcome.kinds.size(); ++i)
    table.add(latency_cells(outcome.kinds[i], outcome.tally.kinds[i], outcome.elapsed));
  const auto total = outcome.tally.total();
  if (outcome.kinds.size() > 1) table.add(latency_cells("all", total, outcome.elapsed));
  out += table.text();
  append_rejections(out, total);
  if (outcome.tally.overflowed > 0)
    out += fmt::format("Not sent:  {}, because {} were outstanding already\n",
                       count_text(outcome.tally.overflowed), count_text(options.outstanding_max));
  if (outcome.tally.unfinished > 0)
    out += fmt::format("Unfinished at the end: {}\n", count_text(outcome.tally.unfinished));
  return out;
}

std::string progress_line(const Progress& progress) {
  const auto recent = progress.recent->total();
  const auto& latency = recent.accepted_latency;
  return fmt::format(
      "{}: {:.1f} s, {}/s, p50 {}, p99 {}, throttled {}, failed {}{}",
      progress.warming_up ? "warm-up" : "progress", seconds(progress.elapsed),
      rate_text(per_second(recent.accepted, progress.interval)),
      duration_text(latency.percentile(0.5)), duration_text(latency.percentile(0.99)),
      count_text(recent.throttled), count_text(recent.failed),
      progress.recent->overflowed > 0 ? ", not sent " + count_text(progress.recent->overflowed)
                                      : std::string());
}

std::string time_text(UnixMillis time) {
  const auto at = std::chrono::time_point<std::chrono::system_clock>(time);
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(at)));
}

}  // namespace isotherm::load
