#include "ids/uuid7.h"

#include <gtest/gtest.h>

#include <random>

namespace isotherm::ids {
namespace {

// RFC 9562, appendix A.6.
constexpr std::string_view published = "017F22E2-79B0-7CC3-98C4-DC0C0C07398F";

TEST(Uuid7, ReadsThePublishedOne) {
  const auto uuid = read_uuid(published);
  ASSERT_TRUE(uuid.has_value());
  EXPECT_EQ(to_string(*uuid), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  const auto parts = parse_uuid7(*uuid).value();
  EXPECT_EQ(parts.time, UnixMillis(1645557742000));
  EXPECT_EQ(parts.rand_a, 0xcc3);
  EXPECT_EQ(parts.rand_b, 0x18c4dc0c0c07398fU);
}

TEST(Uuid7, RefusesWhatIsNone) {
  EXPECT_FALSE(parse_uuid7(*read_uuid("017f22e2-79b0-4cc3-98c4-dc0c0c07398f")).ok());
  EXPECT_FALSE(parse_uuid7(*read_uuid("017f22e2-79b0-7cc3-08c4-dc0c0c07398f")).ok());
  for (const char* bad :
       {"", "017f22e2-79b0-7cc3-98c4", "017f22e279b07cc398c4dc0c0c07398f",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398g", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f ",
        "017f22e2079b0-7cc3-98c4-dc0c0c07398f", "{17f22e2-79b0-7cc3-98c4-dc0c0c073980"})
    EXPECT_FALSE(read_uuid(bad).has_value()) << bad;
}

TEST(Uuid7, AscendsWhateverTheClockDoes) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  Uuid7 ids;
  std::string last;
  std::int64_t now = 1'700'000'000'000;
  for (int i = 0; i < 200'000; ++i) {
    if (random() % 1000 == 0) now += static_cast<std::int64_t>(random() % 7) - 3;
    const auto uuid = ids.issue(UnixMillis(now), random(), random());
    ASSERT_TRUE(uuid.has_value());
    const std::string text = to_string(*uuid);
    ASSERT_LT(last, text);
    ASSERT_TRUE(parse_uuid7(*uuid).ok()) << text;
    last = text;
  }
}

TEST(Uuid7, HasTheMillisecondAndTheRandomBits) {
  Uuid7 ids;
  const auto uuid = *ids.issue(UnixMillis(0x017f22e279b0), 0xFFFF'FFFF'FFFF'FFFFU, 0);
  // A counter of 15 bits: rand_a is its 12 highest of 16, the other 4 lead rand_b.
  EXPECT_EQ(to_string(uuid), "017f22e2-79b0-77ff-bc00-000000000000");
  const auto next = *ids.issue(UnixMillis(0x017f22e279b0), 0, ~std::uint64_t{0});
  EXPECT_EQ(to_string(next), "017f22e2-79b0-7800-83ff-ffffffffffff");
}

TEST(Uuid7, CarriesIntoTheTimeWhenTheCounterOverflows) {
  Uuid7 ids;
  const UnixMillis now(1000);
  for (int i = 0; i < 70'000; ++i) ASSERT_TRUE(ids.issue(now, 0, 0).has_value());
  EXPECT_EQ(parse_uuid7(*ids.issue(now, 0, 0))->time, UnixMillis(1001));
}

TEST(Uuid7, RefusesWhenItsClockIsTooFarBehind) {
  Uuid7 ids(UnixMillis(5));
  ASSERT_TRUE(ids.issue(UnixMillis(1000), 0, 0).has_value());
  EXPECT_TRUE(ids.issue(UnixMillis(995), 0, 0).has_value());
  EXPECT_FALSE(ids.issue(UnixMillis(994), 0, 0).has_value());
  EXPECT_TRUE(ids.issue(UnixMillis(1001), 0, 0).has_value());
  EXPECT_FALSE(ids.issue(UnixMillis(-1), 0, 0).has_value());
  EXPECT_FALSE(ids.issue(UnixMillis(std::int64_t{1} << 48), 0, 0).has_value());
}

TEST(Uuid7, BoundsATimeRange) {
  const auto range = uuid7_range(UnixMillis(1645557742000), UnixMillis(1645557742001)).value();
  EXPECT_EQ(to_string(range.lowest), "017f22e2-79b0-7000-8000-000000000000");
  EXPECT_EQ(to_string(range.highest), "017f22e2-79b0-7fff-bfff-ffffffffffff");
  EXPECT_FALSE(uuid7_range(UnixMillis(5), UnixMillis(5)).ok());
}

}  // namespace
}  // namespace isotherm::ids
