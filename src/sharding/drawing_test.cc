#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "sharding/any_strategy.h"
#include "sharding/random_strategy.h"
#include "sharding/round_robin_strategy.h"
#include "sharding/shard_key.h"

namespace isotherm::sharding {
namespace {

template <class S>
concept HasShardKey = requires(AttributeValue base, const S strategy, Inputs inputs) {
  shard_key(base, strategy, inputs);
};
template <class S>
concept HasSuffix = requires(const S strategy, Inputs inputs, const ShardFormat format) {
  suffix(strategy, inputs, format);
};

// What can be computed again can be asked for again; what was drawn cannot.
static_assert(HasShardKey<HashStrategy> && HasSuffix<HashStrategy>);
static_assert(HasShardKey<IdSuffixStrategy> && HasSuffix<IdSuffixStrategy>);
static_assert(HasShardKey<AnyStrategy>);
static_assert(!HasShardKey<RandomStrategy> && !HasSuffix<RandomStrategy>);
static_assert(!HasShardKey<RoundRobinStrategy> && !HasSuffix<RoundRobinStrategy>);
static_assert(!DeterministicStrategy<RandomStrategy> && !DeterministicStrategy<RoundRobinStrategy>);
static_assert(!DrawingStrategy<HashStrategy> && !DrawingStrategy<IdSuffixStrategy>);

TEST(RandomStrategy, DrawsEveryShardAlike) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  RandomStrategy strategy(10);
  std::vector<int> counts(10);
  for (int i = 0; i < 100'000; ++i) ++counts.at(strategy.draw(random()));
  // Six standard deviations of a count of 10,000.
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 6 * 95);
  EXPECT_EQ(strategy.draw(0), 0U);
  EXPECT_EQ(strategy.draw(~std::uint64_t{0}), 9U);
  EXPECT_EQ(RandomStrategy(shards_max).draw(~std::uint64_t{0}), shards_max - 1);
  EXPECT_EQ(RandomStrategy(1).draw(~std::uint64_t{0}), 0U);
}

TEST(RoundRobinStrategy, TakesTheNextFromAnywhere) {
  RoundRobinStrategy strategy(3, 7);
  EXPECT_EQ(strategy.draw(), 1U);
  EXPECT_EQ(strategy.draw(), 2U);
  EXPECT_EQ(strategy.draw(), 0U);
}

TEST(RoundRobinStrategy, GivesEachShardTheSameFromSeveralThreads) {
  RoundRobinStrategy strategy(7);
  std::array<std::array<int, 7>, 4> counts{};
  std::vector<std::thread> threads;
  for (auto& mine : counts)
    threads.emplace_back([&strategy, &mine] {
      for (int i = 0; i < 7000; ++i) ++mine[strategy.draw()];
    });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t shard = 0; shard < 7; ++shard) {
    int all = 0;
    for (const auto& mine : counts) all += mine[shard];
    EXPECT_EQ(all, 4000);
  }
}

}  // namespace
}  // namespace isotherm::sharding
