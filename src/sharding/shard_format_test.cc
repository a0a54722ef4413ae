#include "sharding/shard_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "sharding/shard_key.h"

namespace isotherm::sharding {
namespace {

using ::testing::HasSubstr;

ShardFormat format_of(FormatFields fields, Shard shards) {
  auto made = ShardFormat::make(std::move(fields), shards);
  EXPECT_TRUE(made.ok()) << made.error().message();
  return std::move(made).value();
}

std::string key_of(const ShardFormat& format, std::string_view base, Shard shard) {
  std::string key(ShardFormat::room_for(base.size()), '?');
  key.resize(format.write_key(base, shard, key.data()));
  return key;
}

TEST(ShardFormat, WritesItsFields) {
  const ShardFormat votes =
      format_of({.separator = "#", .digits = Digits::decimal, .padding = 0, .first = 1}, 10);
  EXPECT_EQ(key_of(votes, "CandidateA", 0), "CandidateA#1");
  EXPECT_EQ(key_of(votes, "CandidateA", 9), "CandidateA#10");
  const ShardFormat padded = format_of({.separator = "::", .padding = 3}, 300);
  EXPECT_EQ(key_of(padded, "c", 11), "c::00b");
  EXPECT_EQ(padded.suffix(299), "12b");
}

TEST(ShardFormat, WithoutFieldsIsTheFrozenDefault) {
  const ShardFormat format(shards_max);
  for (const Shard shard : {0U, 9U, 10U, 255U, 256U, 65535U})
    EXPECT_EQ(AttributeValue(key_of(format, "base", shard)), shard_key("base", shard).value());
}

TEST(ShardFormat, PaddingKeepsTheWidthWhenTheNumberOfShardsGrows) {
  for (const Shard shards : {9U, 10U, 11U, 99U, 100U})
    for (const auto& suffix :
         all_suffixes(format_of({.digits = Digits::decimal, .padding = 3}, shards)))
      EXPECT_EQ(suffix.size(), 3U);
}

TEST(ShardFormat, RefusesWhatWouldBeInDoubt) {
  const auto refusal = [](FormatFields fields, Shard shards) {
    const auto made = ShardFormat::make(std::move(fields), shards);
    return made.ok() ? "made" : made.error().message();
  };
  for (const char* separator : {"0", "-1", "a", "xF", "#c"})
    EXPECT_THAT(refusal({.separator = separator}, 4), HasSubstr("ends in a digit")) << separator;
  EXPECT_EQ(refusal({.separator = "a", .digits = Digits::decimal}, 4), "made");
  EXPECT_EQ(refusal({.separator = "g"}, 4), "made");
  EXPECT_THAT(refusal({.separator = ""}, 4), HasSubstr("1 to 8 bytes"));
  EXPECT_THAT(refusal({.separator = "---------"}, 4), HasSubstr("1 to 8 bytes"));
  EXPECT_THAT(refusal({.padding = 1}, 17), HasSubstr("too narrow: the last shard has 2"));
  EXPECT_THAT(refusal({.padding = 1, .first = 1}, 16), HasSubstr("too narrow"));
  EXPECT_EQ(refusal({.padding = 1}, 16), "made");
  EXPECT_THAT(refusal({.padding = 9}, 4), HasSubstr("0 to 8 digits"));
  EXPECT_THAT(refusal({.first = 1'000'001}, 4), HasSubstr("0 to 1000000"));
  EXPECT_THAT(refusal({}, 0), HasSubstr("1 to 65536"));
  EXPECT_THAT(refusal({}, 65537), HasSubstr("1 to 65536"));
}

TEST(ShardFormat, ASeparatorWithinTheBaseIsNoAmbiguity) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 20000; ++round) {
    FormatFields fields;
    fields.separator = std::vector<std::string>{"-",  "#",   "1-",           "--",
                                                "0x", "-a-", "\xe2\x86\x92", "_"}[random() % 8];
    fields.digits = random() % 2 == 0 ? Digits::hex : Digits::decimal;
    fields.padding = random() % 3 == 0 ? 6 : 0;
    fields.first = random() % 3;
    const Shard shards = 1 + random() % 70;
    const ShardFormat format = format_of(fields, shards);
    std::string base;
    for (auto n = random() % 12; n > 0; --n)
      base += random() % 2 == 0 ? fields.separator : std::string(1, "0f-#a1"[random() % 6]);
    const Shard shard = random() % shards;
    const std::string key = key_of(format, base, shard);
    const auto parsed = format.parse(key);
    ASSERT_TRUE(parsed.has_value()) << key;
    ASSERT_EQ(parsed->base, base) << key;
    ASSERT_EQ(parsed->shard, shard) << key;
  }
}

TEST(ShardFormat, ReadsOneSpellingOnly) {
  const ShardFormat padded = format_of({.separator = "#", .padding = 2, .first = 1}, 16);
  EXPECT_EQ(padded.parse("c#0f")->shard, 14U);
  EXPECT_EQ(padded.parse("c#10")->shard, 15U);
  for (const char* bad : {"", "c", "c#", "c#f", "c#0F", "c#00", "c#11", "c#00f", "c0f", "#",
                          "c#0f ", "c-0f", "c#ffffffffff", "c#00000000000000000f"})
    EXPECT_FALSE(padded.parse(bad).has_value()) << bad;
  EXPECT_EQ(padded.parse("#01")->base, "");
}

TEST(ShardFormat, AgreesWithTheFrozenParserOnAnyText) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const ShardFormat format(300);
  for (int round = 0; round < 50000; ++round) {
    std::string text;
    for (auto n = random() % 8; n > 0; --n) text += "-0129afgA"[random() % 9];
    const auto mine = format.parse(text);
    const auto frozen = parse(text, 300);
    ASSERT_EQ(mine.has_value(), frozen.has_value()) << text;
    if (!mine) continue;
    ASSERT_EQ(mine->base, frozen->base) << text;
    ASSERT_EQ(mine->shard, frozen->shard) << text;
  }
}

TEST(ShardFormat, WritesNothingWhenTheKeyWouldBeTooLong) {
  const ShardFormat format(300);
  const std::string base(2044, 'k');
  std::vector<char> room(300 * ShardFormat::room_for(base.size()));
  EXPECT_EQ(format.write_key(base, 299, room.data()), 2048U);
  EXPECT_EQ(format.write_key(base + "k", 299, room.data()), 0U);
  EXPECT_EQ(format.write_key(base + "kk", 15, room.data()), 2048U);
  EXPECT_FALSE(format.write_all_keys(base + "k", room.data(), ShardFormat::room_for(2045)));
  EXPECT_THAT(shard_key(AttributeValue(base + "k"), 299, format).error().message(),
              HasSubstr("2049 bytes, more than the 2048"));
  EXPECT_FALSE(shard_key("c", 300, format).ok());
}

TEST(ShardFormat, WritesAllKeysAsItWritesEach) {
  const ShardFormat format = format_of({.separator = "--", .digits = Digits::decimal}, 200);
  for (std::size_t bytes = 0; bytes <= 50; ++bytes) {
    const std::string base(bytes, 'b');
    const std::size_t stride = ShardFormat::room_for(bytes);
    std::vector<char> room(200 * stride);
    ASSERT_TRUE(format.write_all_keys(base, room.data(), stride));
    for (Shard shard = 0; shard < 200; ++shard)
      ASSERT_EQ(std::string_view(room.data() + shard * stride, bytes + format.ending(shard).size()),
                key_of(format, base, shard));
  }
}

}  // namespace
}  // namespace isotherm::sharding
