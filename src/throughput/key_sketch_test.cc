#include "throughput/key_sketch.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace isotherm::throughput {
namespace {

TEST(KeySketch, IsExactWhileItHasRoom) {
  KeySketch sketch;
  sketch.add(1, 10, "one");
  sketch.add(2, 30, "two");
  sketch.add(1, 5, "one");
  const auto top = sketch.top(10);
  ASSERT_EQ(top.size(), 2u);
  EXPECT_EQ(top[0].key_text, "two");
  EXPECT_EQ(top[1].units, 15);
  EXPECT_EQ(top[1].error, 0);
  EXPECT_NEAR(top[0].share, 30.0 / 45, 1e-9);
}

TEST(KeySketch, KeepsItsPromisesOnRandomTraffic) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937_64 random(seed);
    KeySketch sketch;
    std::map<std::uint64_t, double> truth;
    double total = 0;
    for (int i = 0; i < 20'000; ++i) {
      // Skewed: low keys are frequent.
      const std::uint64_t key = random() % (1 + random() % 5000);
      const double units = 1 + static_cast<double>(random() % 4);
      sketch.add(key, units, "");
      truth[key] += units;
      total += units;
    }
    std::map<std::uint64_t, KeyHeat> seen;
    for (const auto& key : sketch.top(KeySketch::capacity)) seen[key.hash] = key;
    for (const auto& [hash, key] : seen) {
      EXPECT_GE(key.units + 1e-6, truth[hash]);
      EXPECT_LE(key.units - key.error, truth[hash] + 1e-6);
    }
    for (const auto& [hash, units] : truth)
      if (units > total / KeySketch::capacity) EXPECT_TRUE(seen.contains(hash)) << hash;
  }
}

TEST(KeySketch, ForgetsByHalves) {
  KeySketch sketch;
  sketch.add(1, 100, "old");
  sketch.halve();
  sketch.halve();
  sketch.add(2, 50, "new");
  EXPECT_EQ(sketch.top(1)[0].key_text, "new");
  EXPECT_EQ(sketch.total(), 75);
}

TEST(KeyGauge, FindsTheSharesOfABusyStreamFromSamples) {
  KeyGauge gauge(42);
  std::mt19937_64 random(42);
  for (int second = 0; second < 30; ++second) {
    for (int i = 0; i < 20'000; ++i) {
      const std::uint64_t draw = random() % 100;
      gauge.add(draw < 40 ? 1 : draw < 60 ? 2 : 1000 + random() % 10'000, 1, "");
    }
    gauge.end_seconds(20'000, 1);
  }
  const auto top = gauge.top(2);
  EXPECT_EQ(top[0].hash, 1u);
  EXPECT_EQ(top[1].hash, 2u);
  EXPECT_NEAR((top[0].units - top[0].error / 2) / (30 * 20'000), 0.4, 0.05);
}

TEST(KeyGauge, IsNotFooledByAPeriod) {
  KeyGauge gauge(1);
  gauge.end_seconds(5000, 1);
  for (int i = 0; i < 50'000; ++i) gauge.add(static_cast<std::uint64_t>(i % 10), 1, "");
  for (const auto& key : gauge.top(10)) EXPECT_NEAR(key.share, 0.1, 0.03);
}

}  // namespace
}  // namespace isotherm::throughput
