#pragma once

// The demo: thousands of users of one channel open an application at once. The same load runs twice
// against real endpoints in this process: on a plain index, where one partition is too hot, and
// through a sharding schema. Every claim is checked against what the endpoints hold afterwards.

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "demo/boot_source.h"
#include "demo/stage.h"
#include "load/generator.h"

namespace isotherm::demo {

struct BootStormOptions {
  BootRates rates;
  /// Counted time of each of the two runs, and the time before it in which burst is used up.
  Duration duration = std::chrono::seconds(10);
  Duration warm_up = std::chrono::seconds(2);
  /// Writes a second that the table and its index are prepared for: 20 partitions each.
  std::int64_t write_units = 20'000;
  unsigned connections = 64;
  std::uint64_t seed = 1;
  std::stop_token stop;
};

/// The hottest partition of the index, in percent of its limit of 1,000 write units a second.
struct Heat {
  /// The highest second.
  double percent_max = 0;
  /// With what was rejected: what the load asked of that partition.
  double demand_percent_max = 0;
  std::size_t partitions = 0;
};

/// One of the two runs.
struct RunResult {
  bool is_sharded = false;
  load::Outcome outcome;
  Heat index_heat;
  Heat table_heat;
  /// As the application was told, warm-up included.
  std::uint64_t sent_boots = 0;
  std::uint64_t stored_of_big = 0;
  std::uint64_t stored_of_others = 0;
  /// As the endpoint holds afterwards: by a scan of the table, by a query of the index.
  std::uint64_t counted_users = 0;
  std::uint64_t counted_members_of_big = 0;
  /// Queries that reached the engine for each look-up.
  double queries_per_look_up = 0;
  /// Sampled look-ups, and those of them whose plan is one query of one shard.
  std::uint64_t planned = 0;
  std::uint64_t planned_one_shard = 0;
};

/// Something that the demo claims.
struct Claim {
  std::string text;
  bool holds = false;
  /// The figures behind it.
  std::string figures;
};

struct BootStormResult {
  BootStormOptions options;
  unsigned shards = 0;
  RunResult before;
  RunResult after;
  std::vector<Claim> claims;

  bool holds() const;
};

/// A look at a run while it goes on.
struct Tick {
  bool is_sharded = false;
  /// Of warm-up and counted time together.
  Duration elapsed{0};
  Duration whole{0};
  const load::Progress* progress = nullptr;
  /// Of the index, in the last second.
  Heat heat;
};

struct BootStormObserver {
  /// What begins now, in words.
  std::function<void(std::string_view what)> on_step = [](std::string_view) {};
  /// Once a second.
  std::function<void(const Tick&)> on_tick = [](const Tick&) {};
};

/// Both runs, and the stages they ran on, which go on until they are destroyed.
struct BootStorm {
  BootStormResult result;
  std::unique_ptr<Stage> plain;
  std::unique_ptr<Stage> sharded;
};

/// Runs the demo. Refuses when an endpoint cannot be opened or answers something unexpected, and
/// when it was stopped.
Expected<BootStorm, load::Refusal> run_boot_storm(const BootStormOptions& options,
                                                  const BootStormObserver& observer);

}  // namespace isotherm::demo
