#include "sharding/shard_key.h"

#include <gtest/gtest.h>

#include <set>

#include "sharding/hash_strategy.h"
#include "sharding/shard_key_vectors.h"

namespace isotherm::sharding {
namespace {

TEST(ShardKey, GivesThePublishedKeys) {
  for (const ShardKeyVector& v : shard_key_vectors()) {
    std::vector<AttributeValue> values(v.inputs.begin(), v.inputs.end());
    std::vector<const AttributeValue*> inputs;
    for (const AttributeValue& value : values) inputs.push_back(&value);
    EXPECT_EQ(shard_key(v.base, HashStrategy(v.shards), inputs).value(), AttributeValue(v.key));
  }
}

TEST(ShardKey, OfANumberIsItsCanonicalText) {
  const AttributeValue base = Number::parse("1.50e1").value();
  EXPECT_EQ(shard_key(base, 11).value(), AttributeValue("15-b"));
  EXPECT_EQ(shard_key(AttributeValue(Number(-3)), 0).value(), AttributeValue("-3-0"));
}

TEST(ShardKey, OfABinaryIsABinary) {
  EXPECT_EQ(shard_key(Binary{std::string("\x00\xff", 2)}, 10).value(),
            AttributeValue(Binary{std::string("\x00\xff-a", 4)}));
}

TEST(ShardKey, RefusesABaseOfAnotherType) {
  EXPECT_EQ(shard_key(AttributeValue(true), 0).error().code(), ErrorCode::validation);
}

TEST(ShardKey, RefusesAKeyThatWouldBeTooLongAndSaysSo) {
  EXPECT_TRUE(shard_key(std::string(2046, 'k'), 15).ok());
  const auto refused = shard_key(std::string(2047, 'k'), 15);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message().find("2049 bytes, more than the 2048"), std::string::npos)
      << refused.error().message();
}

TEST(ShardKey, ListsEverySuffixInOrder) {
  EXPECT_EQ(all_suffixes(1), std::vector<std::string>{"0"});
  const auto suffixes = all_suffixes(17);
  ASSERT_EQ(suffixes.size(), 17U);
  EXPECT_EQ(suffixes[9], "9");
  EXPECT_EQ(suffixes[10], "a");
  EXPECT_EQ(suffixes[16], "10");
  EXPECT_EQ(all_suffixes(shards_max).back(), "ffff");
}

TEST(ShardKey, ListsEveryKeyOfABase) {
  const auto keys = all_shard_keys("A", 300).value();
  ASSERT_EQ(keys.size(), 300U);
  EXPECT_EQ(keys[299], AttributeValue("A-12b"));
  std::set<std::string> distinct;
  for (const AttributeValue& key : keys) distinct.insert(*key.get_if<std::string>());
  EXPECT_EQ(distinct.size(), 300U);
  EXPECT_FALSE(all_shard_keys(std::string(2048, 'k'), 2).ok());
}

TEST(ShardKey, IsTakenApartAtItsLastSeparator) {
  const auto parsed = parse("a-b-c-1f", 32);
  ASSERT_TRUE(parsed.has_value());
  EXPECT_EQ(parsed->base, "a-b-c");
  EXPECT_EQ(parsed->shard, 31U);
  EXPECT_EQ(parse("-0", 1)->base, "");
}

TEST(ShardKey, IsOnlyTheCanonicalSpelling) {
  for (const char* bad :
       {"", "a", "a-", "a-10", "a-0f", "a-F", "a-0x1", "a-+1", "a- 1", "a-100000000000"})
    EXPECT_FALSE(parse(bad, 16).has_value()) << bad;
}

}  // namespace
}  // namespace isotherm::sharding
