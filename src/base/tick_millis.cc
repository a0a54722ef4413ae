#include "base/tick_millis.h"

#include <cmath>
#include <ctime>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace isotherm {
namespace {

constexpr std::int64_t ns_per_ms = 1'000'000;
// Shorter spans measure the calls, longer ones a clock that was set meanwhile.
constexpr std::int64_t span_min_ns = 500'000;
constexpr std::int64_t span_max_ns = 10'000'000'000;
// Estimates that agree by a thousandth are wrong by a microsecond in a millisecond at the most.
constexpr double agreement = 0.001;

/// Whether the counter has one speed on all cores, whatever they do.
bool has_steady_counter() {
#if defined(__x86_64__)
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  constexpr unsigned power_leaf = 0x80000007;
  constexpr unsigned invariant_bit = 1U << 8;
  return __get_cpuid(power_leaf, &a, &b, &c, &d) != 0 && (d & invariant_bit) != 0;
#else
  return false;
#endif
}

std::uint64_t counter() {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return 0;
#endif
}

}  // namespace

TickMillis::TickMillis() : is_steady_(has_steady_counter()) {}

UnixMillis TickMillis::read() {
  const std::uint64_t ticks = counter();
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  const std::int64_t now_ns = time.tv_sec * 1'000 * ns_per_ms + time.tv_nsec;
  if (is_steady_ && !learning_.test_and_set(std::memory_order_acquire)) {
    learn(now_ns, ticks);
    learning_.clear(std::memory_order_release);
  }
  return UnixMillis(now_ns / ns_per_ms);
}

/// `ticks` was read just before `now_ns`, so the end that follows comes early rather than late.
void TickMillis::learn(std::int64_t now_ns, std::uint64_t ticks) {
  const std::int64_t span = now_ns - base_ns_;
  if (span < 0 || span > span_max_ns || ticks < base_ticks_) {
    is_trusted_ = false;
    base_ns_ = now_ns;
    base_ticks_ = ticks;
    return;
  }
  if (span >= span_min_ns) {
    const double speed = static_cast<double>(ticks - base_ticks_) / static_cast<double>(span);
    is_trusted_ = std::abs(speed - ticks_per_ns_) < agreement * ticks_per_ns_;
    ticks_per_ns_ = speed;
    base_ns_ = now_ns;
    base_ticks_ = ticks;
  }
  if (!is_trusted_) return;
  const std::int64_t left_ns = ns_per_ms - now_ns % ns_per_ms;
  const double left = static_cast<double>(left_ns) * ticks_per_ns_ * (1 - 2 * agreement);
  // A reader that still sees the old end may take the new millisecond: it has begun.
  millis_.store(now_ns / ns_per_ms, std::memory_order_relaxed);
  until_.store(ticks + static_cast<std::uint64_t>(left), std::memory_order_release);
}

}  // namespace isotherm
