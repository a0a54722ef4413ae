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
