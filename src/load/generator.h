#pragma once

// Sends what a Source hands out, and counts what comes back.
//
// Closed loop: every connection has one action under way, and starts the next when it has ended.
// Open loop (`rate` is set): arrivals are scheduled in advance; an action's latency runs from its
// scheduled arrival, whether or not a connection was free by then. So a slow endpoint shows as
// slow: nothing is left out because the generator had to wait.

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "base/clock.h"
#include "load/arrivals.h"
#include "load/endpoint.h"
#include "load/source.h"
#include "load/tally.h"

namespace isotherm::load {

/// A look at a run while it goes on.
struct Progress {
  /// Since the start of the run, warm-up included.
  Duration elapsed{0};
  /// The part of it that `recent` is about.
  Duration interval{0};
  bool warming_up = false;
  /// What ended within the interval, the warm-up's included; and since the end of the warm-up.
  const Tally* recent = nullptr;
  const Tally* total = nullptr;
};

struct GeneratorOptions {
  Endpoint endpoint;
  unsigned threads = 1;
  /// Over all threads; raised to one for each thread.
  unsigned connections = 16;
  /// Actions a second, over all threads; absent: closed loop.
  std::optional<double> rate;
  Spacing spacing = Spacing::even;
  /// Open loop: arrivals that wait or are under way, at the most.
  std::size_t outstanding_max = 10'000;
  /// Actions that start within it are sent but not counted.
  Duration warm_up{0};
  /// Counted time; with `operations`, the run ends at whichever comes first.
  std::optional<Duration> duration = std::chrono::seconds(10);
  std::optional<std::uint64_t> operations;
  /// A reply that takes longer counts as failed, and its connection is closed.
  Duration reply_time_max = std::chrono::seconds(10);
  std::uint64_t seed = 1;
  Duration progress_interval = std::chrono::seconds(1);
  /// Called on the thread that called `generate`.
  std::function<void(const Progress&)> on_progress;
  /// Ends the run early; what was counted until then is returned.
  std::stop_token stop;
};

struct Outcome {
  std::vector<std::string> kinds;
  Tally tally;
  /// From the end of the warm-up to the end of the last counted action.
  Duration elapsed{0};
  /// Whether `stop` ended it.
  bool stopped = false;

  /// Accepted actions a second.
  double accepted_rate() const;
};

/// Makes the source for thread `thread` of `threads`. Each is used on one thread only.
using SourceFactory = std::function<std::unique_ptr<Source>(unsigned thread, unsigned threads)>;

/// Runs to the end, on threads of its own. Refuses only an endpoint whose host is not found.
Expected<Outcome, Refusal> generate(const GeneratorOptions& options, const SourceFactory& sources);

}  // namespace isotherm::load
