#include "throughput/statistics.h"

#include <gtest/gtest.h>

#include "throughput/physics_test.h"
#include "throughput/usage_meter.h"

namespace isotherm::throughput {
namespace {

TEST(UsageMeter, EndsSecondsAndFillsIdleOnes) {
  UsageMeter meter(at(1));
  meter.add(Direction::write, 10);
  EXPECT_EQ(meter.roll(at(0.5)), 0);
  EXPECT_EQ(meter.roll(at(1)), 1);
  EXPECT_EQ(meter.last().units[1], 10);
  meter.add(Direction::write, 20);
  EXPECT_EQ(meter.roll(at(4.5)), 3);
  EXPECT_EQ(meter.last(0).units[1], 0);
  EXPECT_EQ(meter.last(2).units[1], 20);
  EXPECT_EQ(meter.mean(4).units[1], 7.5);
  EXPECT_EQ(meter.least(2).units[1], 0);
  EXPECT_EQ(meter.second_end(), at(5));
}

TEST(UsageMeter, SurvivesALongSilence) {
  UsageMeter meter(at(1));
  meter.add(Direction::read, 10);
  EXPECT_EQ(meter.roll(at(1e6)), 1'000'000);
  for (int i = 0; i < UsageMeter::history; ++i) EXPECT_EQ(meter.last(i).units[0], 0);
}

TEST(Statistics, TellUtilisationInPercentOfThePartitionsLimit) {
  Resource table(table_with_sort_key(), on_demand(), enforcing(), at(0));
  const KeyPoint key(1ULL << 63, "x");
  drive(table, 0, 1, 500, [&](auto) { return key; });
  for (int i = 0; i < 300; ++i) read(table, key, 1, at(0.5));
  const auto statistics = table.statistics(at(1.2));
  EXPECT_EQ(statistics.hottest, 2u);
  const auto& hottest = statistics.partitions[2];
  EXPECT_EQ(hottest.write().utilisation_percent, 50);
  EXPECT_EQ(hottest.write().units_last_second, 500);
  EXPECT_EQ(hottest.read().utilisation_percent, 10);
  EXPECT_EQ(statistics.usage[1].units_last_second, 500);
  EXPECT_EQ(statistics.usage[1].utilisation_percent, 12.5);
  EXPECT_EQ(statistics.partitions[0].write().units_total, 0);
  // An idle second later it is cold.
  EXPECT_EQ(table.statistics(at(2.2)).partitions[2].write().utilisation_percent, 0);
}

TEST(Statistics, TellDemandBeyondTheLimit) {
  for (Mode mode : {Mode::enforce, Mode::observe}) {
    Settings settings;
    settings.mode = mode;
    Resource table(table_with_sort_key(), on_demand(), settings, at(0));
    const KeyPoint key(hash_of("hot"));
    drive(table, 0, 3, 2500, [&](auto) { return key; });
    const auto statistics = table.statistics(at(3));
    const auto& hottest = statistics.partitions[statistics.hottest];
    EXPECT_NEAR(hottest.write().utilisation_percent, 100, 1);
    EXPECT_NEAR(hottest.write().demand_percent, 250, 1);
    EXPECT_NEAR(static_cast<double>(hottest.write().throttled_total), 7500 - 4000, 2);
  }
}

TEST(Statistics, NameTheHottestAndTheThrottledKeys) {
  Resource table(table_with_sort_key(), on_demand(), enforcing(), at(0));
  for (int i = 0; i < 9000; ++i) {
    const bool hot = i % 3 != 0;
    const std::string text = hot ? "hot" : "cold" + std::to_string(i % 300);
    const Charge charge{&table, {hash_of(text), ""}, 1, text};
    admit_write({&charge, 1}, at(i / 3000.0));
  }
  const auto statistics = table.statistics(at(3));
  ASSERT_FALSE(statistics.top_keys[1].empty());
  EXPECT_EQ(statistics.top_keys[1][0].key_text, "hot");
  EXPECT_TRUE(statistics.top_keys[0].empty());
  ASSERT_FALSE(statistics.top_throttled_keys[1].empty());
  EXPECT_EQ(statistics.top_throttled_keys[1][0].key_text, "hot");
}

TEST(Statistics, CountThrottlesByReason) {
  Resource table(table_with_sort_key(), provisioned(100, 5), enforcing(), at(0));
  for (int i = 0; i < 12; ++i) write(table, KeyPoint(hash_of("a")), 1, at(0));
  const auto statistics = table.statistics(at(0));
  std::uint64_t total = 0;
  for (const Reason& reason : all_reasons()) total += statistics.throttled_by(reason);
  EXPECT_EQ(total, 7u);
  EXPECT_EQ(statistics.throttled_by({ResourceKind::table, Direction::write, Limit::provisioned}),
            7u);
}

}  // namespace
}  // namespace isotherm::throughput
