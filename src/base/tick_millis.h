#pragma once

// The time of day in milliseconds at the price of reading the processor's time-stamp counter: for
// generators that stamp every id.
//
// A read of the clock tells when the next millisecond begins; until the counter has come that far,
// the millisecond is known. The counter's speed is learnt from the clock itself, and is only
// trusted while two estimates in a row agree; without a counter of constant speed each call reads
// the clock. So an idle caller never gets a stale time, and no caller a time from the future.

#include <atomic>
#include <cstdint>

#include "base/clock.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace isotherm {

class TickMillis {
 public:
  TickMillis();

  /// Milliseconds since 1970. For any number of threads.
  UnixMillis now() {
#if defined(__x86_64__)
    if (__rdtsc() < until_.load(std::memory_order_acquire)) [[likely]]
      return UnixMillis(millis_.load(std::memory_order_relaxed));
#endif
    return read();
  }

 private:
  UnixMillis read();
  void learn(std::int64_t now_ns, std::uint64_t ticks);

  /// The counter up to which millis_ holds; 0: it does not.
  std::atomic<std::uint64_t> until_{0};
  std::atomic<std::int64_t> millis_{0};
  /// One thread at a time learns; the others read the clock.
  std::atomic_flag learning_ = ATOMIC_FLAG_INIT;
  bool is_steady_;
  std::int64_t base_ns_ = 0;
  std::uint64_t base_ticks_ = 0;
  double ticks_per_ns_ = 0;
  bool is_trusted_ = false;
};

}  // namespace isotherm
