#pragma once

// When a call is tried again, and after how long: capped exponential back-off with full jitter
// ["Exponential Backoff And Jitter", AWS Architecture Blog, 2015], and a budget, so that an
// upstream that is down is not asked ever more often [AWS SDKs, "standard" retry mode]. Pure: time
// and randomness are handed in.

#include <algorithm>
#include <atomic>
#include <chrono>

namespace isotherm::remote {

struct RetryOptions {
  /// Tries of a call, the first included.
  int attempts_max = 3;
  std::chrono::milliseconds backoff_first{25};
  std::chrono::milliseconds backoff_max{1'000};
};

/// How long to wait before the try `attempt` (the second is 1); `random` is in [0, 1).
inline std::chrono::microseconds backoff(const RetryOptions& options, int attempt, double random) {
  const auto most = std::chrono::microseconds(options.backoff_max);
  auto wait = std::chrono::microseconds(options.backoff_first);
  for (int i = 1; i < attempt && wait < most; ++i) wait *= 2;
  return std::chrono::microseconds(
      static_cast<std::int64_t>(random * static_cast<double>(std::min(wait, most).count())));
}

/// Tokens that repeated tries take, and calls that succeed give back. Any thread may use it.
class RetryBudget {
 public:
  static constexpr int tokens_max = 500;
  static constexpr int cost = 5;

  /// Takes the tokens of a repeated try, if they are there.
  bool take() {
    int now = tokens_.load();
    while (now >= cost)
      if (tokens_.compare_exchange_weak(now, now - cost)) return true;
    return false;
  }
  /// A first try succeeded.
  void give() { add(1); }
  /// A repeated try succeeded.
  void give_back() { add(cost); }

 private:
  void add(int tokens) {
    int now = tokens_.load();
    while (now < tokens_max)
      if (tokens_.compare_exchange_weak(now, std::min(tokens_max, now + tokens))) return;
  }

  std::atomic<int> tokens_{tokens_max};
};

}  // namespace isotherm::remote
