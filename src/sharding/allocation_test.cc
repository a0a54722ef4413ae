#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "base/testing/allocations.h"
#include "sharding/hash_strategy.h"
#include "sharding/id_suffix_strategy.h"
#include "sharding/random_strategy.h"
#include "sharding/round_robin_strategy.h"
#include "sharding/shard_format.h"

namespace isotherm::sharding {
namespace {

using testing::allocations_of;

TEST(Allocations, AreSeenByThisTest) {
  EXPECT_EQ(allocations_of([] { std::string text(100, 'x'); }), 1);
}

TEST(Allocations, OfAShardByHashAreNone) {
  const AttributeValue plain("user-17");
  const AttributeValue escaped("a:b\\c");
  const AttributeValue long_text(std::string(5000, ':'));
  const AttributeValue number(Number::parse("-1.5e-120").value());
  const AttributeValue binary(Binary{std::string(3000, '\xff')});
  const std::array<const AttributeValue*, 6> all = {&plain,  &escaped, &long_text,
                                                    &number, nullptr,  &binary};
  for (const HashFunction function : {HashFunction::murmur3_x86_32, HashFunction::xxh64,
                                      HashFunction::xxh3_64, HashFunction::fnv1a_64}) {
    const HashStrategy strategy(1000, function);
    EXPECT_EQ(allocations_of([&] {
                for (std::size_t i = 0; i < all.size(); ++i) {
                  strategy.shard_of({all.data() + i, 1});
                  strategy.shard_of({all.data(), i});
                }
                strategy.shard_of_text("user-17");
              }),
              0)
        << hash_name(function);
  }
}

TEST(Allocations, OfAShardByAPartOfAnIdAreNone) {
  const auto strategy = IdSuffixStrategy::make({.count = 2}, 16).value();
  const AttributeValue text("user-7f");
  const AttributeValue number(Number(1234));
  const std::array<const AttributeValue*, 2> inputs = {&text, &number};
  EXPECT_EQ(allocations_of([&] {
              ASSERT_TRUE(strategy.shard_of({inputs.data(), 1}).ok());
              ASSERT_TRUE(strategy.shard_of({inputs.data() + 1, 1}).ok());
            }),
            0);
}

TEST(Allocations, OfDrawingAreNone) {
  RandomStrategy random(7);
  RoundRobinStrategy turns(7);
  EXPECT_EQ(allocations_of([&] {
              random.draw(12345);
              turns.draw();
            }),
            0);
}

TEST(Allocations, OfWritingAndReadingKeysAreNone) {
  const ShardFormat format = ShardFormat::make({.separator = "#", .padding = 4}, 300).value();
  const std::string base = "channel-with-a-rather-long-name-that-no-small-string-holds";
  std::vector<char> room(300 * ShardFormat::room_for(base.size()));
  EXPECT_EQ(
      allocations_of([&] {
        const std::size_t bytes = format.write_key(base, 299, room.data());
        ASSERT_TRUE(format.parse({room.data(), bytes}).has_value());
        ASSERT_TRUE(format.write_all_keys(base, room.data(), ShardFormat::room_for(base.size())));
      }),
      0);
}

}  // namespace
}  // namespace isotherm::sharding
