#pragma once

// What a run came to, counted by kind of action: accepted, throttled (by the limit that did it),
// failed (by exception), and latencies. One tally per thread; they add up.

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "load/failure.h"
#include "load/latency_histogram.h"

namespace isotherm::load {

/// A limit and whose it is; ordered, to count by.
struct ThrottleCause {
  std::string reason;
  std::string resource;
  friend auto operator<=>(const ThrottleCause&, const ThrottleCause&) = default;
};

struct KindTally {
  /// Actions that ended in success.
  std::uint64_t accepted = 0;
  std::uint64_t throttled = 0;
  /// Ended in any other way.
  std::uint64_t failed = 0;
  /// Members of batches that came back undone, in accepted actions.
  std::uint64_t unprocessed = 0;
  /// By exception, throttles included.
  std::map<std::string, std::uint64_t> exceptions;
  std::map<ThrottleCause, std::uint64_t> throttles;
  /// One message for each exception, as an example.
  std::map<std::string, std::string> examples;
  LatencyHistogram accepted_latency;
  LatencyHistogram rejected_latency;

  std::uint64_t ended() const { return accepted + throttled + failed; }

  void accept(Duration latency, std::uint64_t left_undone);
  void reject(Duration latency, const Failure& failure);
  /// A reply with status 200 that is not the right one.
  void reject_answer(Duration latency, std::string_view why);
  void merge(const KindTally& other);
};

struct Tally {
  std::vector<KindTally> kinds;
  /// Arrivals that found as many requests outstanding as are allowed, and were not sent.
  std::uint64_t overflowed = 0;
  /// Sent, and without an end when the run was over.
  std::uint64_t unfinished = 0;

  Tally() = default;
  explicit Tally(std::size_t kind_count) : kinds(kind_count) {}

  void merge(const Tally& other);
  /// All kinds together.
  KindTally total() const;
};

}  // namespace isotherm::load
