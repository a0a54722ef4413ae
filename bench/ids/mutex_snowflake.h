#pragma once

// A Snowflake generator as it is usually written: a mutex, the clock for every id.

#include <chrono>
#include <cstdint>
#include <mutex>

namespace isotherm::bench {

class MutexSnowflake {
 public:
  explicit MutexSnowflake(std::uint64_t worker) : worker_(worker) {}

  std::uint64_t next() {
    const std::lock_guard lock(mutex_);
    std::int64_t now = millis();
    while (now < last_) now = millis();
    if (now == last_) {
      sequence_ = (sequence_ + 1) & 4095;
      if (sequence_ == 0)
        while (now <= last_) now = millis();
    } else {
      sequence_ = 0;
    }
    last_ = now;
    return static_cast<std::uint64_t>(now - epoch) << 22 | worker_ << 12 | sequence_;
  }

 private:
  static constexpr std::int64_t epoch = 1'704'067'200'000;
  static std::int64_t millis() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  }

  std::mutex mutex_;
  std::uint64_t worker_;
  std::uint64_t sequence_ = 0;
  std::int64_t last_ = 0;
};

}  // namespace isotherm::bench
