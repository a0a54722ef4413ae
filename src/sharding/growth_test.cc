#include "sharding/growth.h"

#include <gtest/gtest.h>

#include <set>

#include "sharding/hash_strategy.h"

namespace isotherm::sharding {
namespace {

TEST(Growth, FeedsExactlyTheShardsThatItSays) {
  for (const auto& [from, to] : std::vector<std::pair<Shard, Shard>>{
           {4, 8}, {8, 4}, {6, 9}, {16, 17}, {10, 10}, {1, 5}, {12, 18}, {7, 5}}) {
    const Growth growth(from, to);
    std::vector<std::set<Shard>> fed(from);
    std::uint64_t moved = 0;
    constexpr std::uint32_t keys = 100'000;
    const HashStrategy before(from);
    const HashStrategy after(to);
    for (std::uint32_t i = 0; i < keys; ++i) {
      const std::string key = "user-" + std::to_string(i);
      fed[before.shard_of_text(key)].insert(after.shard_of_text(key));
      if (before.shard_of_text(key) != after.shard_of_text(key)) ++moved;
    }
    for (Shard shard = 0; shard < from; ++shard) {
      const auto said = growth.fed_by(shard);
      EXPECT_EQ(fed[shard], std::set<Shard>(said.begin(), said.end())) << from << " to " << to;
      for (const Shard target : said) {
        const auto sources = growth.sources_of(target);
        EXPECT_NE(std::find(sources.begin(), sources.end(), shard), sources.end());
      }
    }
    const auto share = growth.moved();
    EXPECT_NEAR(static_cast<double>(moved) / keys,
                static_cast<double>(share.moved) / static_cast<double>(share.of), 0.01);
  }
}

TEST(Growth, ByAPowerOfTwoSplitsEachShardWithoutCrossTraffic) {
  const Growth doubled(16, 32);
  EXPECT_TRUE(doubled.splits());
  EXPECT_FALSE(doubled.merges());
  EXPECT_EQ(doubled.fed_by(3), (std::vector<Shard>{3, 19}));
  EXPECT_EQ(doubled.sources_of(19), std::vector<Shard>{3});
  EXPECT_EQ(doubled.moved().moved * 2, doubled.moved().of);
  EXPECT_TRUE(Growth(32, 16).merges());
  EXPECT_TRUE(Growth(5, 15).splits());
  EXPECT_FALSE(Growth(10, 16).splits());
}

TEST(Growth, OfOneMoreShardMovesNearlyEverything) {
  const auto share = Growth(16, 17).moved();
  EXPECT_EQ(share.moved, 256U);
  EXPECT_EQ(share.of, 272U);
  EXPECT_EQ(Growth(10, 10).moved().moved, 0U);
}

}  // namespace
}  // namespace isotherm::sharding
