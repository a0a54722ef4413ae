#include "ids/snowflake_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace isotherm::ids {
namespace {

using ::testing::HasSubstr;

SnowflakeLayout layout_of(const SnowflakeFields& fields) {
  return SnowflakeLayout::make(fields).value();
}

// Published ids: the Wikipedia example of a tweet's id, and that of Discord's API reference.
TEST(SnowflakeLayout, ReadsPublishedIds) {
  EXPECT_EQ(SnowflakeLayout::find("twitter")->parse(1541815603606036480U).value(),
            (SnowflakeParts{UnixMillis(1656432460105), 11, 26, 0}));
  EXPECT_EQ(SnowflakeLayout::find("discord")->parse(175928847299117063U).value(),
            (SnowflakeParts{UnixMillis(1462015105796), 1, 0, 7}));
  EXPECT_FALSE(SnowflakeLayout::find("facebook").has_value());
}

TEST(SnowflakeLayout, TakesApartWhatItPutTogether) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (const std::int64_t epoch : {0L, 1288834974657L, 1420070400000L, 1704067200000L, 1L}) {
    for (const auto& [time, datacentre, worker, sequence] : {std::array{41U, 5U, 5U, 12U},
                                                             {41U, 0U, 10U, 12U},
                                                             {45U, 4U, 0U, 14U},
                                                             {35U, 0U, 0U, 22U},
                                                             {41U, 0U, 5U, 7U},
                                                             {36U, 11U, 11U, 1U}}) {
      const auto layout = layout_of({UnixMillis(epoch), time, datacentre, worker, sequence});
      for (int i = 0; i < 200; ++i) {
        SnowflakeParts parts;
        parts.time = UnixMillis(epoch + static_cast<std::int64_t>(random() >> (64 - time)));
        parts.datacentre = static_cast<std::uint32_t>(random() & ((1U << datacentre) - 1));
        parts.worker = static_cast<std::uint32_t>(random() & ((1U << worker) - 1));
        parts.sequence = static_cast<std::uint32_t>(random() & layout.sequence_max());
        const std::uint64_t id = layout.compose(parts).value();
        ASSERT_EQ(id >> 63, 0U);
        ASSERT_EQ(layout.parse(id).value(), parts);
      }
    }
  }
}

TEST(SnowflakeLayout, RefusesWhatDoesNotFit) {
  const auto refusal = [](const SnowflakeFields& fields) {
    const auto made = SnowflakeLayout::make(fields);
    return made.ok() ? std::string("made") : made.error().message();
  };
  EXPECT_THAT(refusal({.time_bits = 42}), HasSubstr("at most 63 bits"));
  EXPECT_THAT(refusal({.time_bits = 34}), HasSubstr("35 to 45 bits of time"));
  EXPECT_THAT(refusal({.sequence_bits = 0}), HasSubstr("1 to 22 bits of sequence"));
  EXPECT_THAT(refusal({.datacentre_bits = 20, .worker_bits = 3}), HasSubstr("at most 22 bits"));
  EXPECT_THAT(refusal({.epoch = UnixMillis(-1)}), HasSubstr("epoch"));
  const auto layout = layout_of({});
  EXPECT_THAT(layout.node_of(32, 0).error().message(), HasSubstr("datacentre 32 does not fit"));
  EXPECT_THAT(layout.node_of(0, 32).error().message(), HasSubstr("worker 32 does not fit"));
  EXPECT_EQ(layout.node_of(31, 31).value(), 1023U);
  const UnixMillis epoch = layout.fields().epoch;
  EXPECT_FALSE(layout.compose({.time = epoch - UnixMillis(1)}).ok());
  EXPECT_FALSE(layout.compose({.time = layout.last_time() + UnixMillis(1)}).ok());
  EXPECT_TRUE(layout.compose({.time = layout.last_time()}).ok());
  EXPECT_FALSE(layout.compose({.time = epoch, .sequence = 4096}).ok());
  EXPECT_THAT(layout.parse(~std::uint64_t{0}).error().message(), HasSubstr("63 bits"));
}

TEST(SnowflakeLayout, BoundsATimeRange) {
  const auto layout = *SnowflakeLayout::find("twitter");
  const UnixMillis epoch = layout.fields().epoch;
  const auto range = layout.range(epoch + UnixMillis(1), epoch + UnixMillis(3)).value();
  EXPECT_EQ(range.lowest, std::uint64_t{1} << 22);
  EXPECT_EQ(range.highest, (std::uint64_t{3} << 22) - 1);
  EXPECT_EQ(layout.parse(range.highest)->time, epoch + UnixMillis(2));
  // Cut off at the layout's own ends.
  const auto all = layout.range(UnixMillis(0), UnixMillis::max()).value();
  EXPECT_EQ(all.lowest, 0U);
  EXPECT_EQ(all.highest, (std::uint64_t{1} << 63) - 1);
  EXPECT_FALSE(layout.range(epoch + UnixMillis(3), epoch + UnixMillis(3)).ok());
  EXPECT_FALSE(layout.range(UnixMillis(0), epoch).ok());
}

TEST(SnowflakeLayout, ForJavascriptHasIdsThatADoubleHolds) {
  const auto layout = *SnowflakeLayout::find("javascript");
  EXPECT_EQ(layout.bits(), 53U);
  const std::uint64_t highest = layout.compose({layout.last_time(), 0, 31, 127}).value();
  EXPECT_EQ(static_cast<std::uint64_t>(static_cast<double>(highest)), highest);
}

}  // namespace
}  // namespace isotherm::ids
