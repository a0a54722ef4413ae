#include <gtest/gtest.h>

#include <array>

#include "base/testing/allocations.h"
#include "ids/snowflake.h"
#include "ids/spread_sequence.h"
#include "ids/uuid7.h"

namespace isotherm::ids {
namespace {

using testing::allocations_of;

TEST(Allocations, AreSeenByThisTest) {
  EXPECT_EQ(allocations_of([] { std::string text(100, 'x'); }), 1);
}

TEST(Allocations, OfAnIdAreNone) {
  const auto layout = *SnowflakeLayout::find("isotherm");
  Snowflake snowflakes(layout, 1);
  Uuid7 uuids;
  const HashPrefix prefix(4);
  const UnixMillis now(1'767'225'600'000);
  EXPECT_EQ(allocations_of([&] {
              ASSERT_TRUE(snowflakes.issue(now).ok());
              ASSERT_TRUE(snowflakes.issue_batch(now, 64).ok());
              ASSERT_FALSE(snowflakes.issue(now - UnixMillis(1)).ok());
              ASSERT_TRUE(layout.parse(snowflakes.issue(now).first).ok());
              std::array<char, 36> text;
              write_uuid(*uuids.issue(now, 1, 2), text.data());
              ASSERT_TRUE(read_uuid({text.data(), text.size()}).has_value());
              std::array<char, HashPrefix::key_bytes_max> key;
              const std::size_t bytes = prefix.write_key(42, key.data());
              ASSERT_TRUE(prefix.parse({key.data(), bytes}).has_value());
            }),
            0);
}

}  // namespace
}  // namespace isotherm::ids
