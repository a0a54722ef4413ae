#include "sharding/hash_strategy.h"

#include <gtest/gtest.h>

#include <array>
#include <climits>
#include <random>
#include <set>

#include "base/hash.h"
#include "sharding/shard_key_vectors.h"

namespace isotherm::sharding {
namespace {

std::string source(const std::vector<AttributeValue>& values) {
  std::vector<const AttributeValue*> inputs;
  for (const AttributeValue& value : values) inputs.push_back(&value);
  std::string out;
  append_source(inputs, out);
  return out;
}

Shard shard_of(const std::vector<AttributeValue>& values, Shard shards) {
  std::vector<const AttributeValue*> inputs;
  for (const AttributeValue& value : values) inputs.push_back(&value);
  return HashStrategy(shards).shard_of(inputs);
}

AttributeValue number(std::string_view text) { return Number::parse(text).value(); }

TEST(HashStrategy, GivesThePublishedShards) {
  for (const ShardKeyVector& v : shard_key_vectors()) {
    std::vector<AttributeValue> values(v.inputs.begin(), v.inputs.end());
    EXPECT_EQ(source(values), v.source);
    EXPECT_EQ(murmur3_x86_32(v.source, 0), v.hash) << v.source;
    EXPECT_EQ(shard_of(values, v.shards), v.shard) << v.source;
  }
}

TEST(HashStrategy, TakesTheNonNegativeRemainderOfTheSignedHash) {
  // user-1 hashes to -123566237: `%` would give -13, its absolute value 13.
  EXPECT_EQ(shard_of_hash(4171401059U, 16), 3U);
  for (Shard n = 1; n <= 1000; ++n) {
    for (const std::int32_t h : {0, 1, -1, INT_MIN, INT_MAX, INT_MIN + 1}) {
      const Shard shard = shard_of_hash(static_cast<std::uint32_t>(h), n);
      EXPECT_LT(shard, n);
      EXPECT_EQ((static_cast<std::int64_t>(h) - static_cast<std::int64_t>(shard)) % n, 0);
    }
  }
}

TEST(HashStrategy, OtherHashesAreReadUnsigned) {
  for (const HashFunction function :
       {HashFunction::xxh64, HashFunction::xxh3_64, HashFunction::fnv1a_64}) {
    const HashStrategy strategy(10, function);
    for (const std::string_view text : {"user-1", "a:b", "", "\\"}) {
      const AttributeValue value{std::string(text)};
      const std::array<const AttributeValue*, 1> inputs = {&value};
      std::string escaped;
      append_source(inputs, escaped);
      EXPECT_EQ(strategy.shard_of(inputs), hash_of(function, escaped) % 10) << text;
    }
    EXPECT_NE(strategy, HashStrategy(10));
  }
}

TEST(HashStrategy, TakesViewsAsItTakesValues) {
  const HashStrategy strategy(65536);
  const AttributeValue text("a:b");
  const AttributeValue number_value = number("12.50");
  const AttributeValue binary(Binary{"\xff"});
  const std::array<const AttributeValue*, 4> inputs = {&text, &number_value, nullptr, &binary};
  std::vector<KeyPart> parts;
  for (const AttributeValue* input : inputs) parts.push_back(KeyPart::of(input));
  EXPECT_EQ(strategy.shard_of(inputs), strategy.shard_of_parts(parts));
  EXPECT_EQ(strategy.shard_of_parts({parts.data(), 1}), strategy.shard_of_text("a:b"));
}

TEST(Modulus, IsTheRemainderForEveryDivisor) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (std::uint32_t n = 1; n <= shards_max; ++n) {
    const Modulus modulus(n);
    for (const std::uint32_t value : {0U, 1U, n - 1, n, n + 1, 0x7fffffffU, 0x80000000U,
                                      0xffffffffU, static_cast<std::uint32_t>(random())}) {
      ASSERT_EQ(modulus.of(value), value % n);
      const auto signed_value = static_cast<std::int64_t>(static_cast<std::int32_t>(value));
      const std::int64_t floor = (signed_value % n + n) % n;
      ASSERT_EQ(modulus.floor_of_signed(value), floor) << value << " by " << n;
    }
  }
}

TEST(HashStrategy, ReadsEveryNumberInItsCanonicalForm) {
  for (const char* one : {"1", "1.0", "1e0", "01", "+1", "10e-1"})
    EXPECT_EQ(source({number(one)}), "1") << one;
  EXPECT_EQ(source({number("-0")}), "0");
  EXPECT_EQ(source({number("1E20")}), "100000000000000000000");
  EXPECT_EQ(source({number("9007199254740993")}), "9007199254740993");
  EXPECT_NE(shard_of({number("2.2")}, 65536), shard_of({number("2.3")}, 65536));
}

TEST(HashStrategy, MarksAnInputThatIsAbsentOrNoKeyType) {
  const std::array<const AttributeValue*, 2> absent = {nullptr, nullptr};
  std::string out;
  append_source(absent, out);
  EXPECT_EQ(out, "\\-:\\-");
  EXPECT_EQ(source({AttributeValue(true)}), "\\-");
  EXPECT_EQ(source({AttributeValue(List{})}), "\\-");
  EXPECT_EQ(source({AttributeValue(Null{})}), "\\-");
  // No text can look like the marker.
  EXPECT_EQ(source({"\\-"}), "\\\\-");
}

TEST(HashStrategy, WritesBinariesInTaggedHex) {
  EXPECT_EQ(source({Binary{std::string("\x00\xff:\\", 4)}}), "\\x00ff3a5c");
  EXPECT_EQ(source({Binary{""}}), "\\x");
  EXPECT_EQ(source({"\\x00"}), "\\\\x00");
}

TEST(HashStrategy, DifferentInputsHaveDifferentSources) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  std::map<std::string, std::vector<std::string>> seen;
  for (int i = 0; i < 20000; ++i) {
    std::vector<std::string> tags;
    std::vector<AttributeValue> values;
    for (auto n = 1 + random() % 3; n > 0; --n) {
      std::string text;
      for (auto length = random() % 4; length > 0; --length) text += ":\\x-a"[random() % 5];
      const bool binary = random() % 4 == 0;
      tags.push_back((binary ? "B" : "S") + text);
      values.push_back(binary ? AttributeValue(Binary{text}) : AttributeValue(text));
    }
    const auto [at, added] = seen.emplace(source(values), tags);
    EXPECT_EQ(at->second, tags) << at->first;
  }
}

TEST(HashStrategy, SpreadsKeysEvenly) {
  std::vector<int> counts(16);
  for (int i = 0; i < 16000; ++i) ++counts[shard_of({"user-" + std::to_string(i)}, 16)];
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace
}  // namespace isotherm::sharding
