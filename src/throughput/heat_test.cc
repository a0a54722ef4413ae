// Split for heat, over time.

#include <gtest/gtest.h>

#include <random>

#include "throughput/physics_test.h"

namespace isotherm::throughput {
namespace {

// Minutes are seconds: a dwell of 5 s, a split of 3 s, a rest of 2 s.
Settings minutes_as_seconds() {
  Settings settings = enforcing();
  settings.time_scale = 60;
  return settings;
}

std::string number_text(std::int64_t number) {
  std::string digits = std::to_string(number);
  return std::string(12 - digits.size(), '0') + digits;
}

// One collection, its sort keys at random.
KeyPoint random_member(std::int64_t i) {
  return KeyPoint(hash_of("channel"),
                  number_text(static_cast<std::int64_t>(
                      (static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15) >> 44)));
}

std::size_t place_of(const Resource& resource, std::string_view key) {
  return resource.partition_at({hash_of(key), ""});
}

TEST(Heat, SplitsAHotCollectionInsideAfterDwellAndDuration) {
  Resource index(index_with_sort_key(), on_demand(), minutes_as_seconds(), at(0));
  drive(index, 0, 5, 2000, random_member);
  EXPECT_TRUE(index.statistics(at(5)).splits.empty());
  drive(index, 5, 7, 2000, random_member);
  EXPECT_EQ(index.partition_count(), 4u);
  const auto warming = index.statistics(at(7));
  EXPECT_EQ(warming.partitions[warming.hottest].split_progress, 1);
  ASSERT_TRUE(warming.partitions[warming.hottest].split_ends);
  drive(index, 7, 10, 2000, random_member);
  ASSERT_EQ(index.partition_count(), 5u);
  const SplitEvent split = index.statistics(at(10)).splits.at(0);
  EXPECT_EQ(split.cause, SplitCause::heat);
  EXPECT_EQ(split.point.hash, hash_of("channel"));
  // Each child bears the full limit: the same load now passes whole, but for the cap of the table.
  EXPECT_GT(drive(index, 10, 12, 1900, random_member), 2 * 1750);
}

TEST(Heat, WriteCeilingOfACollectionRisesStepByStep) {
  Resource index(index_with_sort_key(), on_demand(), minutes_as_seconds(), at(0));
  std::vector<std::int64_t> rates;
  for (int minute = 0; minute < 60; ++minute)
    rates.push_back(drive(index, minute, minute + 1, 3500, random_member));
  EXPECT_NEAR(static_cast<double>(rates[3]), 1000, 10);
  EXPECT_GT(rates[59], 3300);
  EXPECT_GE(index.partition_count(), 7u);
}

TEST(Heat, BelowTheThresholdSplitsNothing) {
  Resource index(index_with_sort_key(), on_demand(), minutes_as_seconds(), at(0));
  drive(index, 0, 60, 750, random_member);
  EXPECT_EQ(index.partition_count(), 4u);
  EXPECT_EQ(index.statistics(at(60)).partitions[place_of(index, "channel")].split_progress, 0);
}

TEST(Heat, OfShortBurstsSplitsNothing) {
  Resource index(index_with_sort_key(), on_demand(), minutes_as_seconds(), at(0));
  for (int i = 0; i < 20; ++i) drive(index, i * 5, i * 5 + 2, 2000, random_member);
  EXPECT_EQ(index.partition_count(), 4u);
}

TEST(Heat, OfReadsSplitsToo) {
  Resource table(table_with_sort_key(), on_demand(), minutes_as_seconds(), at(0));
  for (int i = 0; i < 36'000; ++i) read(table, random_member(i), 1, at(i / 3000.0));
  EXPECT_GE(table.partition_count(), 5u);
}

TEST(Heat, OfOneItemIsNeverCured) {
  Resource table(table_with_sort_key(), on_demand(), minutes_as_seconds(), at(0));
  drive(table, 0, 60, 1500, [](auto) { return KeyPoint(hash_of("celebrity"), "profile"); });
  EXPECT_EQ(table.partition_count(), 4u);
  const auto statistics = table.statistics(at(60));
  EXPECT_EQ(statistics.partitions[statistics.hottest].refusal, Refusal::single_item);
  ASSERT_FALSE(statistics.refusals.empty());
  // Rests between attempts.
  EXPECT_LE(statistics.refusals.size(), 30u);
  EXPECT_EQ(statistics.refusals[0].refusal, Refusal::single_item);
}

TEST(Heat, OfAMonotonicSortKeyIsNeverCured) {
  Resource table(table_with_sort_key(), on_demand(), minutes_as_seconds(), at(0));
  drive(table, 0, 60, 1500,
        [](std::int64_t i) { return KeyPoint(hash_of("log"), number_text(i)); });
  EXPECT_EQ(table.partition_count(), 4u);
  const auto statistics = table.statistics(at(60));
  EXPECT_EQ(statistics.partitions[statistics.hottest].refusal, Refusal::monotonic_sort_key);
}

TEST(Heat, OfOneCollectionStaysWhereALocalIndexKeepsIt) {
  ResourceIdentity identity = table_with_sort_key();
  identity.keeps_collections_whole = true;
  Resource table(identity, on_demand(), minutes_as_seconds(), at(0));
  drive(table, 0, 30, 1500, random_member);
  EXPECT_EQ(table.partition_count(), 4u);
  const auto statistics = table.statistics(at(30));
  EXPECT_EQ(statistics.partitions[statistics.hottest].refusal, Refusal::local_index);
}

TEST(Heat, OfManyCollectionsSplitsBetweenThemDespiteALocalIndex) {
  ResourceIdentity identity = table_with_sort_key();
  identity.keeps_collections_whole = true;
  Resource table(identity, provisioned(100, 1000), minutes_as_seconds(), at(0));
  drive(table, 0, 30, 1500, [](std::int64_t i) {
    return KeyPoint(hash_of(std::to_string(i * 7919 % 100)), number_text(i));
  });
  EXPECT_GT(table.partition_count(), 1u);
  for (std::size_t i = 0; i < table.partition_count(); ++i)
    EXPECT_TRUE(table.partition_range(i).begin.sort.empty());
}

TEST(Heat, SplitEndsInTimeWithoutTrafficWhenAdvanced) {
  Resource index(index_with_sort_key(), on_demand(), minutes_as_seconds(), at(0));
  drive(index, 0, 7, 2000, random_member);
  ASSERT_EQ(index.partition_count(), 4u);
  const auto version = index.version();
  index.advance(at(20));
  EXPECT_EQ(index.partition_count(), 5u);
  EXPECT_GT(index.version(), version);
}

TEST(Heat, ChildrenKnowTheirParentAndGetNoNewBurst) {
  Resource index(index_with_sort_key(), on_demand(), minutes_as_seconds(), at(0));
  const std::uint64_t parent = index.partition_id(place_of(index, "channel"));
  drive(index, 0, 10, 3000, random_member);
  const auto statistics = index.statistics(at(10));
  const SplitEvent& split = statistics.splits.at(0);
  EXPECT_EQ(split.parent, parent);
  int children = 0;
  for (const auto& partition : statistics.partitions)
    children += partition.parent == parent ? 1 : 0;
  EXPECT_EQ(children, 2);
  for (const auto& partition : statistics.partitions) EXPECT_NE(partition.id, parent);
}

TEST(Heat, RemembersTheBordersThroughARestart) {
  Resource index(index_with_sort_key(), on_demand(), minutes_as_seconds(), at(0));
  drive(index, 0, 12, 3000, random_member);
  ASSERT_GT(index.partition_count(), 4u);
  const Resource again(index_with_sort_key(), on_demand(), minutes_as_seconds(), at(0),
                       index.snapshot());
  ASSERT_EQ(again.partition_count(), index.partition_count());
  for (std::size_t i = 0; i < again.partition_count(); ++i)
    EXPECT_EQ(again.partition_range(i), index.partition_range(i));
}

}  // namespace
}  // namespace isotherm::throughput
