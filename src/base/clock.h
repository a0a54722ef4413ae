#pragma once

// Time is handed in. Pure rooms take a TimePoint as an argument; rooms with threads own a Clock.

#include <atomic>
#include <chrono>

namespace isotherm {

using Duration = std::chrono::nanoseconds;

/// Nanoseconds on a monotonic clock of no stated origin.
using TimePoint = std::chrono::time_point<std::chrono::steady_clock, Duration>;

/// Milliseconds since 1970-01-01T00:00:00Z.
using UnixMillis = std::chrono::milliseconds;

/// A source of time.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual TimePoint now() const = 0;
  virtual UnixMillis unix_time() const = 0;
};

/// The machine's clocks.
class SystemClock final : public Clock {
 public:
  TimePoint now() const override { return std::chrono::steady_clock::now(); }
  UnixMillis unix_time() const override {
    return std::chrono::duration_cast<UnixMillis>(
        std::chrono::system_clock::now().time_since_epoch());
  }
};

/// A clock that moves only when it is told to, for tests.
class ManualClock final : public Clock {
 public:
  TimePoint now() const override { return TimePoint(Duration(elapsed_ns_.load())); }
  UnixMillis unix_time() const override {
    return UnixMillis(1'700'000'000'000 + elapsed_ns_.load() / 1'000'000);
  }
  void advance(Duration by) { elapsed_ns_ += by.count(); }

 private:
  std::atomic<long long> elapsed_ns_{0};
};

}  // namespace isotherm
