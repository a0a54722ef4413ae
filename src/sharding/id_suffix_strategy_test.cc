#include "sharding/id_suffix_strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sharding/shard_key.h"

namespace isotherm::sharding {
namespace {

using ::testing::HasSubstr;
using Take = IdPart::Take;
using Unit = IdPart::Unit;
using Reading = IdPart::Reading;

/// "5", or the error's message.
std::string shard_of(IdPart part, std::optional<Shard> shards, const AttributeValue& id) {
  const auto made = IdSuffixStrategy::make(part, shards);
  if (!made.ok()) return made.error().message();
  const std::array<const AttributeValue*, 1> inputs = {&id};
  const auto shard = made->shard_of(inputs);
  return shard.ok() ? std::to_string(*shard) : shard.error().message();
}

TEST(IdSuffixStrategy, TakesEitherEnd) {
  EXPECT_EQ(shard_of({.count = 2}, 256, "user-7f"), "127");
  EXPECT_EQ(shard_of({.count = 2}, 10, "user-7f"), "7");
  EXPECT_EQ(shard_of({.take = Take::first, .count = 2}, 256, "a0-user"), "160");
  EXPECT_EQ(shard_of({.count = 3, .reading = Reading::decimal}, 16, "order-255"), "15");
  EXPECT_EQ(shard_of({.count = 2}, 256, "USER-7F"), "127");
}

TEST(IdSuffixStrategy, ReadsALongPartExactly) {
  // 2^64 + 5 and beyond what a machine word holds.
  EXPECT_EQ(shard_of({.count = 20, .reading = Reading::decimal}, 16, "18446744073709551621"), "5");
  EXPECT_EQ(shard_of({.count = 32}, 1000, "ffffffffffffffffffffffffffffffff"), "455");
  EXPECT_EQ(shard_of({.count = 4, .unit = Unit::bytes, .reading = Reading::bytes}, 7,
                     Binary{"\xff\xff\xff\xff"}),
            "3");
}

TEST(IdSuffixStrategy, CountsCodePoints) {
  const IdPart last{.count = 1, .reading = Reading::bytes};
  // U+1F680 is F0 9F 9A 80: one character, four bytes, two UTF-16 units.
  EXPECT_EQ(shard_of(last, 65536, "id-\xf0\x9f\x9a\x80"), std::to_string(0xf09f9a80U % 65536));
  EXPECT_EQ(shard_of({.count = 1, .unit = Unit::bytes, .reading = Reading::bytes}, 65536,
                     "id-\xf0\x9f\x9a\x80"),
            std::to_string(0x80));
  EXPECT_EQ(
      shard_of({.take = Take::first, .count = 1, .reading = Reading::bytes}, 65536, "\xc3\xa9-id"),
      std::to_string(0xc3a9));
}

TEST(IdSuffixStrategy, ReadsNumbersInCanonicalForm) {
  const IdPart part{.count = 2, .reading = Reading::decimal};
  for (const char* text : {"1234", "1234.0", "1.234e3", "+01234"})
    EXPECT_EQ(shard_of(part, 100, Number::parse(text).value()), "34") << text;
}

TEST(IdSuffixStrategy, AsItIsHasAShardForEveryPart) {
  const auto made = IdSuffixStrategy::make({.count = 2}, std::nullopt).value();
  EXPECT_EQ(made.shards(), 256U);
  const ShardFormat format = ShardFormat::make(made.natural_format(), made.shards()).value();
  const AttributeValue id("user-0F");
  const std::array<const AttributeValue*, 1> inputs = {&id};
  EXPECT_EQ(shard_key("channel", made, inputs, format).value(), AttributeValue("channel-0f"));
  EXPECT_EQ(suffix(made, inputs, format).value(), "0f");
  EXPECT_EQ(all_suffixes(format).size(), 256U);
  const auto decimal =
      IdSuffixStrategy::make({.count = 3, .reading = Reading::decimal}, std::nullopt).value();
  EXPECT_EQ(decimal.shards(), 1000U);
  EXPECT_EQ(decimal.natural_format().digits, Digits::decimal);
  EXPECT_EQ(shard_of({.count = 2, .unit = Unit::bytes, .reading = Reading::bytes}, std::nullopt,
                     Binary{"\x12\x34"}),
            std::to_string(0x1234));
}

TEST(IdSuffixStrategy, RefusesWhatItCannotReadRatherThanGuessing) {
  EXPECT_THAT(shard_of({.count = 2}, 16, "user-7g"), HasSubstr("'7g' has another character"));
  EXPECT_THAT(shard_of({.count = 2}, 16, ""), HasSubstr("it is empty"));
  EXPECT_THAT(shard_of({.count = 2}, 16, Null{}), HasSubstr("there is none"));
  EXPECT_THAT(shard_of({.count = 2}, 16, Binary{"77"}), HasSubstr("bytes and no characters"));
  EXPECT_THAT(shard_of({.count = 2}, std::nullopt, "7"), HasSubstr("it is shorter"));
  EXPECT_EQ(shard_of({.count = 2}, 16, "7"), "7");
  EXPECT_THAT(shard_of({.count = 2, .reading = Reading::decimal}, 16, Number(-7)),
              HasSubstr("'-7' has another"));
  EXPECT_THAT(shard_of({.count = 5}, std::nullopt, "x"), HasSubstr("more than 65536 values"));
  EXPECT_THAT(shard_of({.count = 1, .reading = Reading::bytes}, std::nullopt, "x"),
              HasSubstr("no fixed number of bytes"));
  EXPECT_THAT(shard_of({.count = 0}, 4, "x"), HasSubstr("1 to 64"));
  EXPECT_THAT(shard_of({.count = 65}, 4, "x"), HasSubstr("1 to 64"));
  EXPECT_THAT(shard_of({.count = 1}, 0, "x"), HasSubstr("1 to 65536"));
  const auto made = IdSuffixStrategy::make({.count = 1}, 4).value();
  EXPECT_FALSE(made.shard_of({}).ok());
}

}  // namespace
}  // namespace isotherm::sharding
