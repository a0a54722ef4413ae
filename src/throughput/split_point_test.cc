#include "throughput/split_point.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "throughput/physics_test.h"

namespace isotherm::throughput {
namespace {

// Samples of equal weight, one a tenth of a second.
std::vector<KeySample> samples_of(int n, const std::function<KeyPoint(int)>& key) {
  std::vector<KeySample> samples;
  for (int i = 0; i < n; ++i) samples.push_back({at(i / 10.0), key(i), 1});
  return samples;
}

std::variant<KeyPoint, Refusal> choose(const std::vector<KeySample>& samples,
                                       SplitRules rules = {ResourceKind::table, true, false}) {
  std::vector<const KeySample*> pointers;
  for (const auto& sample : samples) pointers.push_back(&sample);
  return choose_split_point(pointers, rules, {});
}

Refusal refusal_of(const std::variant<KeyPoint, Refusal>& choice) {
  const auto* refusal = std::get_if<Refusal>(&choice);
  EXPECT_NE(refusal, nullptr) << "it was split";
  return refusal ? *refusal : Refusal::partition_limit;
}

// Share of the samples on the left of a point.
double left_share(const std::vector<KeySample>& samples, const KeyPoint& point) {
  double left = 0;
  for (const auto& sample : samples) left += sample.key < point ? 1 : 0;
  return left / static_cast<double>(samples.size());
}

std::string padded(int number) {
  std::string digits = std::to_string(number);
  return std::string(8 - digits.size(), '0') + digits;
}

TEST(SplitPoint, IsTheMedianOfTheTrafficAndNotTheMiddleOfTheRange) {
  std::mt19937_64 random(7);
  // All traffic is in a hundredth of the key space.
  const auto samples = samples_of(256, [&](int) { return KeyPoint(random() / 100); });
  const auto choice = choose(samples);
  ASSERT_TRUE(std::holds_alternative<KeyPoint>(choice));
  EXPECT_NEAR(left_share(samples, std::get<KeyPoint>(choice)), 0.5, 0.01);
}

TEST(SplitPoint, FallsInsideACollectionBySortKey) {
  std::mt19937_64 random(7);
  const auto samples =
      samples_of(256, [&](int) { return KeyPoint(42, padded(static_cast<int>(random() % 1000))); });
  const auto choice = choose(samples);
  ASSERT_TRUE(std::holds_alternative<KeyPoint>(choice));
  EXPECT_EQ(std::get<KeyPoint>(choice).hash, 42u);
  EXPECT_FALSE(std::get<KeyPoint>(choice).sort.empty());
  EXPECT_NEAR(left_share(samples, std::get<KeyPoint>(choice)), 0.5, 0.02);
}

TEST(SplitPoint, BetweenCollectionsLeavesBothWhole) {
  std::mt19937_64 random(7);
  const auto samples = samples_of(256, [&](int) {
    return KeyPoint(random() % 2 == 0 ? 10 : 20, padded(static_cast<int>(random() % 1000)));
  });
  const auto choice = choose(samples, {ResourceKind::table, true, true});
  ASSERT_TRUE(std::holds_alternative<KeyPoint>(choice));
  EXPECT_EQ(std::get<KeyPoint>(choice), KeyPoint(20));
}

TEST(SplitPoint, IsRefusedForOneHotItem) {
  EXPECT_EQ(refusal_of(choose(samples_of(256, [](int) { return KeyPoint(42, "item"); }))),
            Refusal::single_item);
  // Also with some noise around it.
  std::mt19937_64 random(7);
  EXPECT_EQ(
      refusal_of(choose(samples_of(
          256,
          [&](int i) { return i % 20 == 0 ? KeyPoint(random()) : KeyPoint(1ULL << 63, "item"); }))),
      Refusal::single_item);
}

TEST(SplitPoint, IsolatesAnItemThatOthersSufferFrom) {
  std::mt19937_64 random(7);
  const auto samples = samples_of(
      256, [&](int i) { return i % 10 < 7 ? KeyPoint(1ULL << 63, "item") : KeyPoint(random()); });
  EXPECT_TRUE(std::holds_alternative<KeyPoint>(choose(samples)));
}

TEST(SplitPoint, IsRefusedForOnePartitionKeyWithoutSortKey) {
  EXPECT_EQ(refusal_of(choose(samples_of(256, [](int) { return KeyPoint(42); }),
                              {ResourceKind::index, false, false})),
            Refusal::single_partition_key);
  // Even if the caller tells positions inside of it.
  std::mt19937_64 random(7);
  EXPECT_EQ(
      refusal_of(choose(
          samples_of(256,
                     [&](int) { return KeyPoint(42, padded(static_cast<int>(random() % 999))); }),
          {ResourceKind::index, false, false})),
      Refusal::single_partition_key);
}

TEST(SplitPoint, IsRefusedForAMonotonicSortKey) {
  for (int direction : {1, -1}) {
    EXPECT_EQ(refusal_of(choose(samples_of(
                  256, [&](int i) { return KeyPoint(42, padded(5000 + direction * i)); }))),
              Refusal::monotonic_sort_key);
  }
}

TEST(SplitPoint, SeesAMonotonicSortKeyThroughConcurrentWriters) {
  std::mt19937_64 random(7);
  EXPECT_EQ(
      refusal_of(choose(samples_of(
          256,
          [&](int i) { return KeyPoint(42, padded(i * 10 + static_cast<int>(random() % 100))); }))),
      Refusal::monotonic_sort_key);
}

TEST(SplitPoint, SeparatesTwoMonotonicCollections) {
  const auto samples =
      samples_of(256, [](int i) { return KeyPoint(i % 2 == 0 ? 10 : 20, padded(i)); });
  const auto choice = choose(samples);
  ASSERT_TRUE(std::holds_alternative<KeyPoint>(choice));
  EXPECT_EQ(std::get<KeyPoint>(choice), KeyPoint(20));
}

TEST(SplitPoint, IsRefusedForAScanOfTheRange) {
  EXPECT_EQ(refusal_of(choose(samples_of(
                256, [](int i) { return KeyPoint(static_cast<std::uint64_t>(i) << 40); }))),
            Refusal::sequential_access);
  // Also round and round.
  EXPECT_EQ(refusal_of(choose(samples_of(
                256, [](int i) { return KeyPoint(static_cast<std::uint64_t>(i % 50) << 40); }))),
            Refusal::sequential_access);
}

TEST(SplitPoint, IsRefusedInsideACollectionOfATableWithALocalIndex) {
  std::mt19937_64 random(7);
  const auto samples =
      samples_of(256, [&](int) { return KeyPoint(42, padded(static_cast<int>(random() % 1000))); });
  EXPECT_EQ(refusal_of(choose(samples, {ResourceKind::table, true, true})), Refusal::local_index);
}

TEST(SplitPoint, WaitsForEnoughSamples) {
  EXPECT_EQ(refusal_of(choose(samples_of(5, [](int i) { return KeyPoint(hash_of(padded(i))); }))),
            Refusal::too_few_samples);
  EXPECT_EQ(refusal_of(choose({})), Refusal::too_few_samples);
}

TEST(SplitPoint, FollowsWeightsAndNotCounts) {
  std::mt19937_64 random(7);
  auto samples = samples_of(256, [&](int) { return KeyPoint(random()); });
  double total = 0;
  for (auto& sample : samples) {
    // Ten times the weight in the lowest quarter.
    sample.weight = sample.key.hash < (1ULL << 62) ? 10 : 1;
    total += sample.weight;
  }
  const auto choice = choose(samples);
  ASSERT_TRUE(std::holds_alternative<KeyPoint>(choice));
  double left = 0;
  for (const auto& sample : samples)
    left += sample.key < std::get<KeyPoint>(choice) ? sample.weight : 0;
  EXPECT_NEAR(left / total, 0.5, 0.05);
}

TEST(Refusals, HaveANameAndASentence) {
  for (auto refusal :
       {Refusal::too_few_samples, Refusal::single_item, Refusal::single_partition_key,
        Refusal::monotonic_sort_key, Refusal::sequential_access, Refusal::local_index,
        Refusal::partition_limit}) {
    EXPECT_FALSE(refusal_name(refusal).empty());
    EXPECT_EQ(refusal_text(refusal).back(), '.');
  }
}

}  // namespace
}  // namespace isotherm::throughput
