#pragma once

// Hedged reads: a shard that does not answer in time is asked a second time, and the first answer
// counts. Reads only: they may be done twice. Capped, so that a store which is slow as a whole is
// not asked twice as much: each read earns a twentieth of a second read, ten can be saved up.
//
// The slower read goes on to its end by itself; nobody waits for it, and its answer is dropped.

#include <array>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>

#include "store/store.h"

namespace isotherm::gateway {

struct HedgeOptions {
  /// After so long; absent: never, or by `percentile`.
  std::optional<std::chrono::microseconds> delay = std::nullopt;
  /// After the time in which so many of a hundred reads of late were answered (50 to 99); absent:
  /// by `delay`, or never.
  std::optional<int> percentile = std::nullopt;

  bool is_on() const { return delay || percentile; }
};

class Hedge {
 public:
  explicit Hedge(HedgeOptions options) : options_(options) {}

  /// The query's answer. A second one is sent when the first is late.
  Task<Result<ReadManyResponse>> query(Store& below, QueryRequest request);

  /// Second reads that were sent.
  std::uint64_t sent() const;

 private:
  using Clock = std::chrono::steady_clock;

  /// When to ask again; nothing: not (yet).
  std::optional<Clock::duration> patience();
  void note(Clock::duration took);
  /// Whether a second read may be sent now; it is paid for.
  bool spend();

  HedgeOptions options_;
  mutable std::mutex mutex_;
  /// The latest times, around and around.
  std::array<Clock::duration, 256> took_{};
  std::uint64_t noted_ = 0;
  Clock::duration late_{};
  /// In twentieths of a read.
  int earned_ = 20;
  std::uint64_t sent_ = 0;
};

}  // namespace isotherm::gateway
