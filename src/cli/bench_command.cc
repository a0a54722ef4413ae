// isotherm bench: load on any DynamoDB endpoint, and what came of it.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/interrupts.h"
#include "load/bench_table.h"
#include "load/item_source.h"
#include "load/report.h"
#include "load/text_table.h"

namespace isotherm::cli {
namespace {

constexpr std::uint64_t many = 1'000'000'000'000;

class BenchCommand final : public Command {
 public:
  void declare(Options& options) override;
  int run(Terminal& terminal) override;

 private:
  void declare_load(Options& options);
  void declare_data(Options& options);
  void declare_result(Options& options);

  Expected<void, load::Refusal> settle();
  Expected<void, load::Refusal> prepare(const Terminal& terminal, load::Client& client);
  load::GeneratorOptions generator_options(const Terminal& terminal);
  bool can_write_output() const;
  Expected<load::Report, load::Refusal> measure(const Terminal& terminal);
  int show(const Terminal& terminal, const load::Report& report) const;
  Expected<void, load::Refusal> clean_up() const;
  int conclude(const Terminal& terminal, const load::Report& report) const;

  std::string endpoint_ = "http://127.0.0.1:8000";
  std::string mix_;
  std::string ycsb_;
  std::string output_file_;
  load::Workload workload_;
  std::optional<load::KeyOrder> order_;
  load::GeneratorOptions generator_;
  std::optional<double> rate_;
  bool random_arrivals_ = false;
  Duration duration_ = std::chrono::seconds(10);
  std::uint64_t operations_ = 0;
  std::uint64_t read_units_ = 0;
  std::uint64_t write_units_ = 0;
  bool keep_table_ = false;
  bool fill_ = false;
  bool no_fill_ = false;
  bool made_table_ = false;
  bool is_table_whole_ = false;
  bool json_ = false;
  bool quiet_ = false;
  std::optional<double> error_rate_max_;
  std::optional<double> rejection_rate_max_;
  std::optional<Duration> p99_max_;
  std::optional<double> throughput_min_;
  std::stop_source stop_;
};

void BenchCommand::declare(Options& options) {
  options.text("--endpoint", "URL", endpoint_, "where to send requests").variables = {
      "AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL"};
  declare_load(options);
  declare_data(options);
  declare_result(options);
}

void BenchCommand::declare_load(Options& options) {
  options.text("--mix", "MIX", mix_,
               "operations and percentages: get=95,update=5; known: get, put, insert, update, "
               "delete, query, range, scan, batch-get, batch-write, rmw");
  options.text("--workload", "LETTER", ycsb_, "YCSB's core workload a, b, c, d, e or f");
  options.decimal("--rate", "PER-S", rate_, 0.001, 1e9,
                  "open loop: so many operations a second, whatever the endpoint does; without it "
                  "every connection sends its next operation when the last one has ended");
  options.flag("--random-arrivals", random_arrivals_,
               "open loop: arrivals at random (Poisson) instead of evenly");
  options.count("--outstanding", "N", generator_.outstanding_max, 1, 10'000'000,
                "open loop: operations that wait or are under way, at the most; more are counted "
                "as not sent");
  options.count("--connections", "N", generator_.connections, 1, 100'000,
                "connections; closed loop: the concurrency");
  options.count("--threads", "N", generator_.threads, 1, 1'024, "threads that send");
  options.time_span("--duration", duration_, "how long to measure");
  options.count("--operations", "N", operations_, 0, many,
                "measure so many operations instead (0: by time)");
  options.duration("--warm-up", generator_.warm_up, "sent before, and not counted");
  options.time_span("--timeout", generator_.reply_time_max, "a reply that takes longer has failed");
  options.count("--seed", "N", workload_.seed, 0, many, "repeats the same choices of keys");
}

void BenchCommand::declare_data(Options& options) {
  options.text("--table", "NAME", workload_.table, "the table").letter = "-t";
  options.count("--keys", "N", workload_.keys.count, 1, many, "items in the table");
  auto& order = options.add(
      {"--distribution", "uniform|zipfian|latest|sequential|hot",
       "which keys: all alike, few popular ones, the newest, in turn, one hot one", "uniform"});
  order.choices = {"uniform", "zipfian", "latest", "sequential", "hot"};
  order.set = [this](std::string_view text) -> std::optional<std::string> {
    order_ = load::parse_key_order(text);
    if (order_) return std::nullopt;
    return "expected one of: uniform, zipfian, latest, sequential, hot";
  };
  options.decimal("--theta", "X", workload_.keys.theta, 0.01, 0.999, "skew of zipfian and latest");
  options.decimal("--hot-share", "X", workload_.keys.hot_share, 0, 1,
                  "share of the operations on the hot key");
  options.count("--item-bytes", "N", workload_.item_bytes, 40, 400 * 1024, "size of an item");
  options.count("--collection-items", "N", workload_.collection_items, 1, many,
                "items with the same partition key");
  options.count("--query-items", "N", workload_.query_items, 1, 100'000, "Limit of a query");
  options.count("--range-items", "N", workload_.range_items_max, 1, 100'000,
                "a range asks for 1 to so many items");
  options.count("--scan-items", "N", workload_.scan_items, 1, 100'000, "Limit of a scan");
  options.count("--batch-get-items", "N", workload_.batch_get_items, 1, 100, "keys of a batch");
  options.count("--batch-write-items", "N", workload_.batch_write_items, 1, 25, "items of a batch");
  options.flag("--consistent", workload_.consistent_read, "consistent reads");
  options.count("--read-units", "N", read_units_, 0, 1'000'000,
                "provision the table with so many read units a second (0: on demand)");
  options.count("--write-units", "N", write_units_, 0, 1'000'000, "and so many write units");
  options.flag("--fill", fill_, "write the items first also when the table exists already");
  options.flag("--no-fill", no_fill_, "do not write the items first");
  options.flag("--keep-table", keep_table_,
               "leave the table; one that was there before is always left");
}

void BenchCommand::declare_result(Options& options) {
  options.flag("--json", json_, "the result as JSON");
  options.path("--output-file", "FILE", output_file_, "the result as JSON into a file as well");
  options.flag("--quiet", quiet_, "no progress on stderr").letter = "-q";
  options.decimal("--max-error-rate", "X", error_rate_max_, 0, 1,
                  "exit 3 when a larger share of the operations failed (throttles apart)");
  options.decimal("--max-rejection-rate", "X", rejection_rate_max_, 0, 1,
                  "exit 3 when a larger share failed, was throttled or was not sent");
  options.duration("--max-p99", p99_max_, "exit 3 when the 99th percentile is longer");
  options.decimal("--min-throughput", "PER-S", throughput_min_, 0, 1e9,
                  "exit 3 when fewer operations a second were accepted");
}

// What several options together mean.
Expected<void, load::Refusal> BenchCommand::settle() {
  ASSIGN_OR_RETURN(generator_.endpoint, load::parse_endpoint(endpoint_));
  if (!mix_.empty() && !ycsb_.empty())
    return load::Refusal{"--mix and --workload exclude each other."};
  if (!ycsb_.empty()) TRY(load::apply_ycsb(ycsb_, workload_));
  if (!mix_.empty()) {
    ASSIGN_OR_RETURN(workload_.mix, load::parse_mix(mix_));
  }
  if (order_) workload_.keys.order = *order_;
  if ((read_units_ == 0) != (write_units_ == 0))
    return load::Refusal{"--read-units and --write-units belong together."};
  if (fill_ && no_fill_) return load::Refusal{"--fill and --no-fill exclude each other."};
  if (random_arrivals_ && !rate_) return load::Refusal{"--random-arrivals needs a --rate."};
  if (generator_.warm_up.count() > 0 && operations_ > 0)
    return load::Refusal{"--warm-up and --operations exclude each other."};
  return {};
}

Expected<void, load::Refusal> BenchCommand::prepare(const Terminal& terminal,
                                                    load::Client& client) {
  ASSIGN_OR_RETURN(const bool exists, load::table_exists(client, workload_.table));
  if (!exists) {
    std::optional<load::TableCapacity> capacity;
    if (read_units_ > 0)
      capacity = {static_cast<std::int64_t>(read_units_), static_cast<std::int64_t>(write_units_)};
    TRY(load::create_bench_table(client, workload_, capacity));
    made_table_ = true;
    TRY(load::await_active(client, workload_.table, stop_.get_token()));
  }
  if (no_fill_ || (exists && !fill_))
    return is_table_whole_ = true, Expected<void, load::Refusal>();
  load::FillOptions fill;
  fill.connections = std::min(generator_.connections, 16u);
  fill.stop = stop_.get_token();
  if (!quiet_)
    fill.on_progress = [&](std::uint64_t stored) {
      terminal.say(fmt::format("filling: {} of {} items\n", load::count_text(stored),
                               load::count_text(workload_.keys.count)));
    };
  TRY(load::fill_table(generator_.endpoint, workload_, fill));
  is_table_whole_ = true;
  return {};
}

// A run of an hour must not find out at its end.
bool BenchCommand::can_write_output() const {
  if (output_file_.empty()) return true;
  std::error_code ignored;
  const bool is_new = !std::filesystem::exists(output_file_, ignored);
  const bool can = std::ofstream(output_file_, std::ios::app).is_open();
  if (can && is_new) std::filesystem::remove(output_file_, ignored);
  return can;
}

// Drops the table when this run made it: unless it shall stay, and always when it is not whole, or
// the next run would measure a part of it. Otherwise asks whether the endpoint is still there.
Expected<void, load::Refusal> BenchCommand::clean_up() const {
  // A connection that has idled since the table was made may be closed at the other end.
  ASSIGN_OR_RETURN(const auto client, load::Client::to(generator_.endpoint));
  if (made_table_ && !(keep_table_ && is_table_whole_))
    return load::delete_table(*client, workload_.table);
  ASSIGN_OR_RETURN(const bool exists, load::table_exists(*client, workload_.table));
  if (is_table_whole_ && !exists)
    return load::Refusal{"The table '" + workload_.table + "' has gone while it was measured."};
  return {};
}

load::GeneratorOptions BenchCommand::generator_options(const Terminal& terminal) {
  auto options = generator_;
  options.rate = rate_;
  options.spacing = random_arrivals_ ? load::Spacing::random : load::Spacing::even;
  options.seed = workload_.seed;
  options.stop = stop_.get_token();
  options.duration = duration_;
  if (operations_ > 0) {
    options.operations = operations_;
    options.duration.reset();
  }
  if (!quiet_)
    options.on_progress = [&terminal](const load::Progress& progress) {
      terminal.say(load::progress_line(progress) + "\n");
    };
  return options;
}

struct Threshold {
  std::string name;
  bool holds;
  std::string actual;
};

int BenchCommand::conclude(const Terminal& terminal, const load::Report& report) const {
  std::vector<Threshold> thresholds;
  const auto total = report.outcome.tally.total();
  if (error_rate_max_)
    thresholds.push_back({fmt::format("error rate <= {}", load::percent_text(*error_rate_max_)),
                          report.failed_share() <= *error_rate_max_,
                          load::percent_text(report.failed_share())});
  if (rejection_rate_max_)
    thresholds.push_back(
        {fmt::format("rejection rate <= {}", load::percent_text(*rejection_rate_max_)),
         report.rejected_share() <= *rejection_rate_max_,
         load::percent_text(report.rejected_share())});
  if (p99_max_) {
    const auto p99 = total.accepted_latency.percentile(0.99);
    thresholds.push_back(
        {"p99 <= " + load::duration_text(*p99_max_), p99 <= *p99_max_, load::duration_text(p99)});
  }
  if (throughput_min_)
    thresholds.push_back({fmt::format("throughput >= {}/s", load::rate_text(*throughput_min_)),
                          report.outcome.accepted_rate() >= *throughput_min_,
                          load::rate_text(report.outcome.accepted_rate()) + "/s"});
  bool all_hold = true;
  const auto& paint = terminal.err_paint();
  for (const auto& threshold : thresholds) {
    all_hold &= threshold.holds;
    terminal.say(fmt::format("{} {} (was {})\n",
                             threshold.holds ? paint.green("ok    ") : paint.red("FAILED"),
                             threshold.name, threshold.actual));
  }
  if (!all_hold) return exit_check_failed;
  return total.ended() > 0 && total.accepted == 0 && total.throttled == 0 ? exit_service_error
                                                                          : exit_done;
}

Expected<load::Report, load::Refusal> BenchCommand::measure(const Terminal& terminal) {
  load::Report report;
  report.started = load::time_text(SystemClock().unix_time());
  report.workload = workload_;
  report.options = generator_options(terminal);
  ASSIGN_OR_RETURN(report.outcome,
                   load::generate(report.options, [&](unsigned thread, unsigned threads) {
                     return std::make_unique<load::ItemSource>(workload_, thread, threads);
                   }));
  return report;
}

int BenchCommand::show(const Terminal& terminal, const load::Report& report) const {
  terminal.out(json_ ? load::json_text(report) : load::people_text(report));
  if (output_file_.empty() || std::ofstream(output_file_) << load::json_text(report))
    return exit_done;
  terminal.fail("output", "cannot write '" + output_file_ + "'");
  return exit_failed;
}

int BenchCommand::run(Terminal& terminal) {
  if (const auto settled = settle(); !settled.ok()) {
    terminal.fail("usage", settled.error().message, "Try: isotherm help bench");
    return exit_usage;
  }
  if (!can_write_output()) {
    terminal.fail("output", "cannot write '" + output_file_ + "'");
    return exit_failed;
  }
  const Interrupts interrupts([&](int) { stop_.request_stop(); });
  // What ended it: the signal before all, for it makes the rest fail.
  const auto ended = [&](int code) {
    return interrupts.received() != 0 ? exit_by_signal(interrupts.received()) : code;
  };
  const auto fail = [&](const load::Refusal& why) {
    terminal.fail("endpoint", why.message);
    return ended(exit_service_error);
  };
  if (!quiet_) terminal.say("Target: " + generator_.endpoint.url() + "\n");
  auto client = load::Client::to(generator_.endpoint);
  if (!client.ok()) return fail(client.error());
  std::optional<load::Refusal> failure;
  std::optional<load::Report> report;
  int shown = exit_done;
  if (const auto ready = prepare(terminal, *client.value()); !ready.ok()) {
    failure = ready.error();
  } else if (auto measured = measure(terminal); !measured.ok()) {
    failure = measured.error();
  } else {
    report = std::move(measured).value();
    shown = show(terminal, *report);
  }
  if (failure) fail(*failure);
  // Without a table of ours there is nothing more to do after a failure.
  if (!failure || made_table_)
    if (const auto clean = clean_up(); !clean.ok()) return fail(clean.error());
  if (failure) return ended(exit_service_error);
  if (shown != exit_done) return shown;
  const int concluded = conclude(terminal, *report);
  return report->outcome.stopped ? ended(concluded) : concluded;
}

}  // namespace

std::unique_ptr<Command> make_bench() { return std::make_unique<BenchCommand>(); }

}  // namespace isotherm::cli
