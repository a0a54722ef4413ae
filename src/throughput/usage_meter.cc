#include "throughput/usage_meter.h"

#include <algorithm>

namespace isotherm::throughput {

std::int64_t UsageMeter::roll(TimePoint now) {
  if (!is_due(now)) return 0;
  const std::int64_t seconds = 1 + (now - second_end_) / std::chrono::seconds(1);
  push(current_);
  for (std::int64_t i = 1; i < std::min<std::int64_t>(seconds, history + 1); ++i) push({});
  current_ = {};
  second_end_ += std::chrono::seconds(seconds);
  return seconds;
}

UsageSecond UsageMeter::last(int i) const {
  if (i >= count_) return {};
  return past_[static_cast<std::size_t>((newest_ - i + history) % history)];
}

UsageSecond UsageMeter::mean(int seconds) const {
  const int n = std::min(seconds, count_);
  UsageSecond sum;
  for (int i = 0; i < n; ++i) {
    const UsageSecond second = last(i);
    for (std::size_t d = 0; d < direction_count; ++d) {
      sum.units[d] += second.units[d] / n;
      sum.denied[d] += second.denied[d] / n;
    }
  }
  return sum;
}

UsageSecond UsageMeter::least(int seconds) const {
  UsageSecond least = last();
  for (int i = 1; i < seconds; ++i) {
    const UsageSecond second = last(i);
    for (std::size_t d = 0; d < direction_count; ++d) {
      least.units[d] = std::min(least.units[d], second.units[d]);
      least.denied[d] = std::min(least.denied[d], second.denied[d]);
    }
  }
  return least;
}

void UsageMeter::push(const UsageSecond& second) {
  newest_ = (newest_ + 1) % history;
  past_[static_cast<std::size_t>(newest_)] = second;
  count_ = std::min(count_ + 1, history);
}

}  // namespace isotherm::throughput
