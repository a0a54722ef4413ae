#include "load/latency_histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "load/random.h"

namespace isotherm::load {
namespace {

// Latencies from 2 µs to 20 s, as many in each decade.
std::vector<Duration> some_latencies(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Duration> latencies;
  for (std::size_t i = 0; i < count; ++i)
    latencies.emplace_back(std::llround(2e3 * std::pow(10, 7 * random.unit())));
  return latencies;
}

Duration exact_percentile(std::vector<Duration> latencies, double share) {
  std::sort(latencies.begin(), latencies.end());
  const auto rank = std::ceil(share * static_cast<double>(latencies.size()));
  return latencies[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

TEST(LatencyHistogram, PercentilesAreRightToOnePercent) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto latencies = some_latencies(20'000, seed);
    LatencyHistogram histogram;
    for (const auto latency : latencies) histogram.record(latency);
    for (const double share : {0.001, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999}) {
      const auto exact = static_cast<double>(exact_percentile(latencies, share).count());
      EXPECT_NEAR(static_cast<double>(histogram.percentile(share).count()), exact, exact * 0.01)
          << share;
    }
    EXPECT_EQ(histogram.max(), *std::max_element(latencies.begin(), latencies.end()));
    EXPECT_EQ(histogram.percentile(1), histogram.max());
    EXPECT_EQ(histogram.count(), latencies.size());
  }
}

TEST(LatencyHistogram, MergingIsRecordingAll) {
  LatencyHistogram all, odd, even;
  const auto latencies = some_latencies(5'001, 7);
  for (std::size_t i = 0; i < latencies.size(); ++i) {
    all.record(latencies[i]);
    (i % 2 == 1 ? odd : even).record(latencies[i]);
  }
  odd.merge(even);
  EXPECT_EQ(odd.count(), all.count());
  EXPECT_EQ(odd.max(), all.max());
  for (const double share : {0.01, 0.5, 0.99})
    EXPECT_EQ(odd.percentile(share), all.percentile(share));
  EXPECT_NEAR(static_cast<double>(odd.mean().count()), static_cast<double>(all.mean().count()), 2);
}

TEST(LatencyHistogram, WithoutRecordsEverythingIsZero) {
  const LatencyHistogram histogram;
  EXPECT_EQ(histogram.count(), 0u);
  EXPECT_EQ(histogram.percentile(0.99).count(), 0);
  EXPECT_EQ(histogram.mean().count(), 0);
  EXPECT_EQ(histogram.max().count(), 0);
}

TEST(LatencyHistogram, OneRecordIsEveryPercentile) {
  LatencyHistogram histogram;
  histogram.record(std::chrono::microseconds(123));
  for (const double share : {0.0, 0.5, 1.0})
    EXPECT_EQ(histogram.percentile(share), std::chrono::microseconds(123));
}

TEST(LatencyHistogram, KeepsWhatLiesOutsideOfItsBins) {
  LatencyHistogram histogram;
  histogram.record(Duration(10));
  histogram.record(Duration(20));
  histogram.record(std::chrono::hours(2));
  EXPECT_EQ(histogram.percentile(0.3), std::chrono::microseconds(1));
  EXPECT_EQ(histogram.percentile(1), std::chrono::hours(2));
}

TEST(LatencyHistogram, ACopyIsItsOwn) {
  LatencyHistogram one;
  one.record(std::chrono::milliseconds(1));
  LatencyHistogram two = one;
  two.record(std::chrono::milliseconds(9));
  EXPECT_EQ(one.count(), 1u);
  EXPECT_EQ(one.max(), std::chrono::milliseconds(1));
  EXPECT_EQ(two.count(), 2u);
}

}  // namespace
}  // namespace isotherm::load
