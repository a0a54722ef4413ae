#include "throughput/resource.h"

#include <gtest/gtest.h>

#include "throughput/physics_test.h"

namespace isotherm::throughput {
namespace {

void expect_whole_key_space(const Resource& resource) {
  EXPECT_EQ(resource.partition_range(0).begin, KeyPoint());
  for (std::size_t i = 0; i + 1 < resource.partition_count(); ++i)
    EXPECT_EQ(resource.partition_range(i).end, resource.partition_range(i + 1).begin);
  EXPECT_FALSE(resource.partition_range(resource.partition_count() - 1).end);
}

TEST(Partitions, AreAsManyAsThroughputAndSizeAskFor) {
  EXPECT_EQ(initial_partition_count({1, 1}, 0), 1u);
  EXPECT_EQ(initial_partition_count({0, 0}, 0), 1u);
  EXPECT_EQ(initial_partition_count({1000, 500}, 0), 1u);
  EXPECT_EQ(initial_partition_count({3000, 1000}, 0), 1u);
  EXPECT_EQ(initial_partition_count({3001, 1000}, 0), 2u);
  EXPECT_EQ(initial_partition_count({12'000, 4'000}, 0), 4u);
  EXPECT_EQ(initial_partition_count({1, 3200}, 0), 4u);
  EXPECT_EQ(initial_partition_count({1, 10'000}, 0), 10u);
  EXPECT_EQ(initial_partition_count({1, 1}, 25LL << 30), 3u);
}

TEST(Partitions, OfANewOnDemandTableAreFour) {
  Resource table(table_with_sort_key(), on_demand(), enforcing(), at(0));
  EXPECT_EQ(table.partition_count(), 4u);
  EXPECT_EQ(table.warm(), (ProvisionedThroughput{12'000, 4'000}));
  EXPECT_EQ(table.partition_range(1).begin, KeyPoint(1ULL << 62));
  EXPECT_EQ(table.partition_range(2).begin, KeyPoint(1ULL << 63));
  EXPECT_EQ(table.partition_range(3).begin, KeyPoint(3ULL << 62));
  expect_whole_key_space(table);
}

TEST(Partitions, DivideTheHashesEvenlyForAnyCount) {
  for (std::int64_t count : {1, 2, 3, 7, 10, 41}) {
    Resource table(table_with_sort_key(), provisioned(1, count * 1000), enforcing(), at(0));
    ASSERT_EQ(table.partition_count(), static_cast<std::size_t>(count));
    expect_whole_key_space(table);
    const double share = 0x1p64 / static_cast<double>(count);
    for (std::size_t i = 0; i < table.partition_count(); ++i)
      EXPECT_NEAR(static_cast<double>(table.partition_range(i).begin.hash),
                  share * static_cast<double>(i), 1e5);
  }
}

// The paper's example: 3,200 → 4; 3,600 → 4; 6,000 → 8; lowered to 5,000 → 8 [ATC22 §4].
TEST(Partitions, DoubleWhenARaisedCapacityDoesNotFitAndAreNeverMerged) {
  Resource table(table_with_sort_key(), provisioned(1, 3200), enforcing(), at(0));
  EXPECT_EQ(table.partition_count(), 4u);
  table.set_capacity(provisioned(1, 3600), at(1));
  EXPECT_EQ(table.partition_count(), 4u);
  const auto version = table.version();
  table.set_capacity(provisioned(1, 6000), at(2));
  EXPECT_EQ(table.partition_count(), 8u);
  EXPECT_NE(table.version(), version);
  expect_whole_key_space(table);
  table.set_capacity(provisioned(1, 5000), at(3));
  EXPECT_EQ(table.partition_count(), 8u);
  EXPECT_EQ(table.statistics(at(3)).splits.size(), 4u);
  EXPECT_EQ(table.statistics(at(3)).splits[0].cause, SplitCause::capacity);
  EXPECT_EQ(table.warm(), (ProvisionedThroughput{1, 6000}));
}

TEST(Partitions, FollowAWarmThroughputAskedFor) {
  ResourceCapacity capacity = provisioned(5, 5);
  capacity.warm = ProvisionedThroughput{50'000, 5};
  Resource table(table_with_sort_key(), capacity, enforcing(), at(0));
  EXPECT_EQ(table.partition_count(), 17u);
}

TEST(Partitions, SplitAtTenGigabytesIntoEqualHalves) {
  Resource table(table_with_sort_key(), provisioned(5, 5), enforcing(), at(0));
  const std::int64_t gigabyte = 1LL << 30;
  table.add_bytes(KeyPoint(hash_of("a")), 9 * gigabyte, at(1));
  EXPECT_EQ(table.partition_count(), 1u);
  table.add_bytes(KeyPoint(hash_of("b")), gigabyte, at(2));
  ASSERT_EQ(table.partition_count(), 2u);
  const auto statistics = table.statistics(at(2));
  EXPECT_EQ(statistics.partitions[0].bytes, 5 * gigabyte);
  EXPECT_EQ(statistics.partitions[1].bytes, 5 * gigabyte);
  EXPECT_EQ(statistics.splits.at(0).cause, SplitCause::size);
  EXPECT_EQ(statistics.partitions[0].parent, statistics.splits[0].parent);
  expect_whole_key_space(table);
}

TEST(Partitions, AskToBeStoredWhenTheirDataHaveGrown) {
  Resource table(table_with_sort_key(), provisioned(5, 5), enforcing(), at(0));
  const auto version = table.version();
  table.add_bytes(KeyPoint(hash_of("a")), 1000, at(1));
  EXPECT_EQ(table.version(), version);
  table.add_bytes(KeyPoint(hash_of("a")), 100 << 20, at(1));
  EXPECT_NE(table.version(), version);
  table.add_bytes(KeyPoint(hash_of("a")), -(1LL << 40), at(1));
  EXPECT_EQ(table.snapshot().partitions[0].bytes, 0);
}

TEST(Capacity, KeepsUnusedUnitsWhenItIsRaisedAndStartsAnewInAnotherMode) {
  Resource table(table_with_sort_key(), provisioned(5, 10), enforcing(), at(0));
  table.set_capacity(provisioned(5, 20), at(100));
  EXPECT_DOUBLE_EQ(table.statistics(at(100)).tokens[1], 1010);
  table.set_capacity(provisioned(5, 1), at(100));
  EXPECT_DOUBLE_EQ(table.statistics(at(100)).tokens[1], 300);
  table.set_capacity(on_demand(), at(100));
  EXPECT_DOUBLE_EQ(table.statistics(at(100)).tokens[1], 4000);
  table.set_capacity(provisioned(5, 10), at(100));
  EXPECT_DOUBLE_EQ(table.statistics(at(100)).tokens[1], 10);
}

TEST(OnDemand, BearsFourThousandWritesASecondAtOnce) {
  Resource table(table_with_sort_key(), on_demand(), enforcing(), at(0));
  const auto spread = [](std::int64_t i) {
    return KeyPoint(static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15);
  };
  drive(table, 0, 2, 8000, spread);
  EXPECT_NEAR(drive(table, 2, 4, 8000, spread), 8000, 20);
  EXPECT_EQ(drive(table, 5, 10, 3900, spread), 5 * 3900);
}

TEST(OnDemand, BearsDoubleAPeakAfterThirtyMinutes) {
  Settings settings = enforcing();
  settings.time_scale = 60;                        // 30 minutes are 30 seconds.
  settings.split_dwell = std::chrono::hours(100);  // Not for heat.
  Resource table(table_with_sort_key(), on_demand(), settings, at(0));
  const auto spread = [](std::int64_t i) {
    return KeyPoint(static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15);
  };
  drive(table, 0, 20, 6000, spread);
  EXPECT_EQ(table.warm().write_units, 4000);
  EXPECT_EQ(table.partition_count(), 4u);
  drive(table, 20, 40, 6000, spread);
  EXPECT_NEAR(static_cast<double>(table.warm().write_units), 8000, 100);
  EXPECT_GE(table.partition_count(), 8u);
  EXPECT_EQ(drive(table, 40, 45, 6000, spread), 5 * 6000);
}

TEST(OnDemand, KeepsTheHighestCapacityThatATableEverHad) {
  Resource table(table_with_sort_key(), provisioned(10'000, 10'000), enforcing(), at(0));
  table.set_capacity(provisioned(10, 10), at(1));
  table.set_capacity(on_demand(), at(2));
  EXPECT_EQ(table.warm(), (ProvisionedThroughput{12'000, 10'000}));
  EXPECT_EQ(table.statistics(at(2)).rate[1], 10'000);
  Resource small(table_with_sort_key(), provisioned(5, 5), enforcing(), at(0));
  small.set_capacity(on_demand(), at(1));
  EXPECT_EQ(small.partition_count(), 4u);
}

TEST(OnDemand, ThrottlesAtAConfiguredMaximumAfterItsBurst) {
  ResourceCapacity capacity = on_demand();
  capacity.on_demand.max_write_units = 10;
  Resource table(table_with_sort_key(), capacity, enforcing(), at(0));
  const KeyPoint key(hash_of("a"));
  EXPECT_EQ(drive(table, 0, 10, 100, [&](auto) { return key; }), 109);
  write(table, key, 1, at(10));
  const Admission denied = write(table, key, 1, at(10));
  ASSERT_FALSE(denied.admitted);
  EXPECT_EQ(denied.denials[0].reason.limit, Limit::max_on_demand);
  // Unused capacity is kept, as a provisioned table's.
  EXPECT_EQ(drive(table, 400, 401, 900, [&](auto) { return key; }), 900);
  capacity.on_demand.max_write_units = -1;
  table.set_capacity(capacity, at(402));
  EXPECT_EQ(drive(table, 402, 403, 900, [&](auto) { return key; }), 900);
}

TEST(OnDemand, StopsAtTheAccountsCeiling) {
  Settings settings = enforcing();
  settings.write_ceiling = 2000;
  Resource table(table_with_sort_key(), on_demand(), settings, at(0));
  Admission last;
  for (std::uint64_t i = 0; i < 2500; ++i)
    last = write(table, KeyPoint(i * 0x9e3779b97f4a7c15), 1, at(0));
  ASSERT_FALSE(last.admitted);
  EXPECT_EQ(last.denials[0].reason.limit, Limit::account);
}

TEST(Snapshot, RestoresBordersAndHighWaterMarks) {
  Resource table(table_with_sort_key(), provisioned(1, 3200), enforcing(), at(0));
  table.set_capacity(provisioned(1, 6000), at(1));
  table.set_capacity(provisioned(1, 10), at(2));
  const Snapshot snapshot = table.snapshot();
  ASSERT_TRUE(Resource::is_valid(snapshot));
  Resource again(table_with_sort_key(), provisioned(1, 10), enforcing(), at(100), snapshot);
  EXPECT_EQ(again.snapshot(), snapshot);
  EXPECT_EQ(again.partition_count(), 8u);
  EXPECT_EQ(again.warm(), table.warm());
  expect_whole_key_space(again);
}

TEST(Snapshot, WithBordersOutOfOrderIsRefused) {
  Resource table(table_with_sort_key(), provisioned(1, 3200), enforcing(), at(0));
  Snapshot snapshot = table.snapshot();
  std::swap(snapshot.partitions[1], snapshot.partitions[2]);
  EXPECT_FALSE(Resource::is_valid(snapshot));
  EXPECT_FALSE(Resource::is_valid({}));
  snapshot = table.snapshot();
  snapshot.partitions[0].begin = KeyPoint(1);
  EXPECT_FALSE(Resource::is_valid(snapshot));
  snapshot = table.snapshot();
  snapshot.next_id = 1;
  EXPECT_FALSE(Resource::is_valid(snapshot));
}

TEST(Resource, TakesItsIdentityAndCapacityFromADescription) {
  TableDescription table;
  table.key = {{"pk", KeyType::S}, AttributeDefinition{"sk", KeyType::S}};
  table.billing_mode = BillingMode::pay_per_request;
  table.local_indexes.push_back({});
  GlobalSecondaryIndex index;
  index.name = "member";
  index.key = {{"channel", KeyType::S}, std::nullopt};
  index.on_demand = OnDemandThroughput{7, 8};
  EXPECT_TRUE(identity_of(table).has_sort_key);
  EXPECT_TRUE(identity_of(table).keeps_collections_whole);
  EXPECT_EQ(identity_of(index).index, "member");
  EXPECT_FALSE(identity_of(index).has_sort_key);
  EXPECT_FALSE(identity_of(index).keeps_collections_whole);
  EXPECT_EQ(capacity_of(table, index).billing_mode, BillingMode::pay_per_request);
  EXPECT_EQ(capacity_of(table, index).on_demand.max_write_units, 8);
}

}  // namespace
}  // namespace isotherm::throughput
