#include "throughput/admission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "model/error_detail.h"
#include "throughput/physics_test.h"

namespace isotherm::throughput {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Denial denial(ResourceKind kind, Direction direction, Limit limit, std::string index = "",
              bool is_provisioned = true) {
  return {{kind, direction, limit}, std::move(index), is_provisioned};
}

TEST(Reasons, AreSixteenWithDistinctNames) {
  std::set<std::string_view> names;
  for (const Reason& reason : all_reasons()) names.insert(reason_name(reason));
  EXPECT_EQ(names.size(), 16u);
  EXPECT_TRUE(names.contains("IndexWriteKeyRangeThroughputExceeded"));
  EXPECT_TRUE(names.contains("TableReadMaxOnDemandThroughputExceeded"));
  EXPECT_TRUE(names.contains("TableWriteProvisionedThroughputExceeded"));
  EXPECT_TRUE(names.contains("IndexReadAccountLimitExceeded"));
}

TEST(Admission, GivesAPartitionAThousandWritesASecondWhateverTheTableHas) {
  Resource table(table_with_sort_key(), provisioned(10'000, 10'000), enforcing(), at(0));
  const KeyPoint hot(hash_of("hot"), "x");
  // The first second also has the burst of one second.
  EXPECT_NEAR(drive(table, 0, 1, 5000, [&](auto) { return hot; }), 2000, 2);
  EXPECT_NEAR(drive(table, 1, 11, 5000, [&](auto) { return hot; }), 10'000, 2);
  write(table, hot, 1, at(11));
  EXPECT_THAT(write(table, hot, 1, at(11)).denials,
              ElementsAre(denial(ResourceKind::table, Direction::write, Limit::key_range)));
}

TEST(Admission, LimitsReadsAndWritesOfAPartitionIndependently) {
  Resource table(table_with_sort_key(), provisioned(30'000, 10'000), enforcing(), at(0));
  const KeyPoint hot(hash_of("hot"));
  while (read(table, hot, 1, at(0)).admitted) {
  }
  EXPECT_TRUE(write(table, hot, 1, at(0)).admitted);
  const auto statistics = table.statistics(at(0.5));
  EXPECT_EQ(statistics.usage[0].units_total, 3000);
  EXPECT_EQ(statistics.usage[1].units_total, 1);
}

// "A 20 KB item costs 5 units a strong read, so at most 600 strong reads a second on it."
TEST(Admission, GivesSixHundredReadsOfTwentyKilobytes) {
  Resource table(table_with_sort_key(), provisioned(12'000, 10), enforcing(), at(0));
  const KeyPoint item(hash_of("item"));
  while (read(table, item, 5, at(0)).admitted) {
  }
  int passed = 0;
  for (int i = 1; i <= 2000; ++i) passed += read(table, item, 5, at(i / 2000.0)).admitted ? 1 : 0;
  EXPECT_NEAR(passed, 600, 1);
}

// "150 RCU idle for 5 minutes: 45,000 units; at 200 a second they last 900 s" [RP].
TEST(Admission, KeepsThreeHundredSecondsOfUnusedCapacity) {
  Resource table(table_with_sort_key(), provisioned(150, 10), enforcing(), at(0));
  EXPECT_DOUBLE_EQ(table.statistics(at(300)).tokens[0], 45'000);
  EXPECT_DOUBLE_EQ(table.statistics(at(9000)).tokens[0], 45'000);
  const KeyPoint key(hash_of("key"));
  int seconds = 300;
  for (bool all = true; all; ++seconds)
    for (int i = 0; i < 200 && all; ++i)
      all = read(table, key, 1, at(seconds + i / 200.0)).admitted;
  EXPECT_NEAR(seconds - 300, 900, 3);
}

TEST(Admission, LetsALargeWritePassOnceOnASmallTable) {
  Resource table(table_with_sort_key(), provisioned(5, 5), enforcing(), at(0));
  const KeyPoint key(hash_of("key"));
  EXPECT_TRUE(write(table, key, 400, at(0)).admitted);
  EXPECT_FALSE(write(table, key, 1, at(79)).admitted);
  EXPECT_TRUE(write(table, key, 1, at(79.3)).admitted);
}

// 400 WCU over 4 partitions, traffic 50/50/50/150: the fourth is boosted [DG].
TEST(Admission, LetsOnePartitionUseTheWholeAllowance) {
  ResourceCapacity capacity = provisioned(4000, 400);
  capacity.warm = ProvisionedThroughput{4000, 4000};
  Resource table(table_with_sort_key(), capacity, enforcing(), at(0));
  ASSERT_EQ(table.partition_count(), 4u);
  int denied = 0;
  for (int second = 0; second < 60; ++second)
    for (std::size_t p = 0; p < 4; ++p)
      for (int i = 0; i < (p == 3 ? 150 : 50); ++i)
        denied += write(table, table.partition_range(p).begin, 1, at(second + i / 150.0)).admitted
                      ? 0
                      : 1;
  EXPECT_EQ(denied, 0);
}

TEST(Admission, NamesTheHotIndexThatRejectsABaseWriteAndChargesNothing) {
  Resource table(table_with_sort_key(), on_demand(), enforcing(), at(0));
  Resource index(index_with_sort_key(), on_demand(), enforcing(), at(0));
  const KeyPoint channel(hash_of("channel"), "m");
  int passed = 0;
  Admission last;
  for (int i = 0; i < 3000; ++i) {
    const KeyPoint user(hash_of("user" + std::to_string(i)));
    const Charge charges[] = {{&table, user, 1, {}}, {&index, channel, 1, {}}};
    last = admit_write(charges, at(0));
    passed += last.admitted ? 1 : 0;
  }
  EXPECT_EQ(passed, 1000);
  EXPECT_THAT(last.denials, ElementsAre(denial(ResourceKind::index, Direction::write,
                                               Limit::key_range, "member", false)));
  const auto statistics = table.statistics(at(0));
  EXPECT_EQ(statistics.usage[1].units_total, 1000);
  EXPECT_EQ(statistics.usage[1].throttled_total, 0u);
  EXPECT_EQ(index.statistics(at(0)).throttled_by(
                {ResourceKind::index, Direction::write, Limit::key_range}),
            2000u);
}

TEST(Admission, RejectsABaseWriteForAnIndexWithoutProvisionedUnits) {
  Resource table(table_with_sort_key(), provisioned(100, 1000), enforcing(), at(0));
  Resource index(index_with_sort_key(), provisioned(100, 100), enforcing(), at(0));
  const KeyPoint key(hash_of("k"));
  const Charge charges[] = {{&table, key, 1, {}}, {&index, key, 1, {}}};
  Admission last;
  int passed = 0;
  for (int i = 0; i < 500; ++i) passed += (last = admit_write(charges, at(0))).admitted ? 1 : 0;
  EXPECT_EQ(passed, 100);
  EXPECT_THAT(last.denials, ElementsAre(denial(ResourceKind::index, Direction::write,
                                               Limit::provisioned, "member")));
}

TEST(Admission, ListsEachLimitOnceWhenAMoveTouchesOnePartitionTwice) {
  Resource index(index_with_sort_key(), provisioned(1, 1), enforcing(), at(0));
  const KeyPoint from(hash_of("a"));
  const KeyPoint to(hash_of("b"));
  const Charge charges[] = {{&index, from, 1, {}}, {&index, to, 1, {}}};
  EXPECT_TRUE(admit_write(charges, at(0)).admitted);
  const Admission second = admit_write(charges, at(0));
  EXPECT_EQ(second.denials.size(), 1u);
  EXPECT_EQ(index.statistics(at(0)).usage[1].throttled_total, 1u);
}

TEST(Admission, ChargesNothingForZeroUnits) {
  Resource table(table_with_sort_key(), provisioned(1, 1), enforcing(), at(0));
  const KeyPoint key(hash_of("a"));
  while (write(table, key, 1, at(0)).admitted) {
  }
  EXPECT_TRUE(write(table, key, 0, at(0)).admitted);
  EXPECT_TRUE(admit_write({}, at(0)).admitted);
}

TEST(Admission, OnlyCountsInObserveMode) {
  Settings settings;
  Resource table(table_with_sort_key(), provisioned(5, 5), settings, at(0));
  const KeyPoint key(hash_of("a"));
  int over = 0;
  for (int i = 0; i < 100; ++i) {
    const Admission admission = write(table, key, 1, at(0));
    EXPECT_TRUE(admission.admitted);
    over += admission.over_limit() ? 1 : 0;
  }
  EXPECT_EQ(over, 95);
  EXPECT_EQ(table.statistics(at(0)).usage[1].throttled_total, 95u);
}

TEST(Admission, CountsNothingWhenItIsOff) {
  Settings settings;
  settings.mode = Mode::off;
  Resource table(table_with_sort_key(), provisioned(5, 5), settings, at(0));
  for (int i = 0; i < 100; ++i)
    EXPECT_THAT(write(table, KeyPoint(hash_of("a")), 1, at(0)).denials, IsEmpty());
  EXPECT_EQ(table.statistics(at(0)).usage[1].units_total, 0);
}

TEST(Admission, AsksWithoutCharging) {
  Resource table(table_with_sort_key(), provisioned(5, 5), enforcing(), at(0));
  const KeyPoint key(hash_of("a"));
  const Charge charge{&table, key, 1, {}};
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(would_admit(Direction::write, {&charge, 1}, at(0)));
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(write(table, key, 1, at(0)).admitted);
  EXPECT_FALSE(would_admit(Direction::write, {&charge, 1}, at(0)));
  EXPECT_EQ(table.statistics(at(0)).usage[1].throttled_total, 0u);
}

TEST(Admission, SettlesWhatAnEstimateMissed) {
  Resource table(table_with_sort_key(), provisioned(100, 100), enforcing(), at(0));
  const KeyPoint key(hash_of("a"));
  EXPECT_TRUE(write(table, key, 1, at(0)).admitted);
  const Charge more{&table, key, 9, {}};
  settle(Direction::write, {&more, 1}, at(0));
  EXPECT_DOUBLE_EQ(table.statistics(at(0)).tokens[1], 90);
  const Charge back{&table, key, -4, {}};
  settle(Direction::write, {&back, 1}, at(0));
  EXPECT_DOUBLE_EQ(table.statistics(at(0)).tokens[1], 94);
  EXPECT_EQ(table.statistics(at(0)).usage[1].units_total, 6);
}

TEST(Admission, ScalesDurationsAndNotRates) {
  Settings settings = enforcing();
  settings.time_scale = 60;
  Resource table(table_with_sort_key(), provisioned(10'000, 150), settings, at(0));
  // 300 s of burst are 5 s.
  EXPECT_DOUBLE_EQ(table.statistics(at(100)).tokens[1], 150 * 5);
  Resource big(table_with_sort_key(), provisioned(10'000, 10'000), settings, at(0));
  const KeyPoint hot(hash_of("hot"));
  drive(big, 0, 1, 3000, [&](auto) { return hot; });
  EXPECT_NEAR(drive(big, 1, 2, 3000, [&](auto) { return hot; }), 1000, 2);
}

}  // namespace
}  // namespace isotherm::throughput
