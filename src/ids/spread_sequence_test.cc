#include "ids/spread_sequence.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace isotherm::ids {
namespace {

// Values that Google's documents show; the counters by reversing them.
TEST(BitReversed, GivesThePublishedValues) {
  EXPECT_EQ(bit_reversed_positive(3), 6917529027641081856U);
  EXPECT_EQ(bit_reversed_positive(101), 5980780305148018688U);
  EXPECT_EQ(bit_reversed_positive(0), 0U);
  EXPECT_EQ(bit_reversed_positive(1), std::uint64_t{1} << 62);
  EXPECT_FALSE(bit_reversed_positive(std::uint64_t{1} << 63).has_value());
  EXPECT_EQ(bit_reversed(1), std::uint64_t{1} << 63);
}

TEST(BitReversed, IsItsOwnInverse) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t counter = random() >> 1;
    ASSERT_EQ(bit_reversed_positive(*bit_reversed_positive(counter)), counter);
    ASSERT_EQ(bit_reversed(bit_reversed(counter)), counter);
  }
}

TEST(HashPrefix, HasAFixedWidthAndEveryPrefix) {
  const HashPrefix prefix(2);
  std::set<std::string> prefixes;
  for (std::uint64_t counter = 0; counter < 100'000; ++counter) {
    const std::string key = prefix.key(counter);
    ASSERT_EQ(key.substr(2), "-" + std::to_string(counter));
    prefixes.insert(key.substr(0, 2));
  }
  EXPECT_EQ(prefixes.size(), 256U);
  // murmur3_x86_32("1") is 9416ac93.
  EXPECT_EQ(HashPrefix(8).key(1), "9416ac93-1");
  EXPECT_EQ(HashPrefix(1).key(1), "9-1");
}

TEST(HashPrefix, GivesItsCounterBack) {
  const HashPrefix prefix(4);
  for (const std::uint64_t counter :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{42}, ~std::uint64_t{0}})
    EXPECT_EQ(prefix.parse(prefix.key(counter)), counter);
  for (const char* bad : {"", "9416", "9416-", "9416-01", "9416-2", "9416ac93-1", "9416-1x",
                          "A416-1", "9416-18446744073709551616", "-1"})
    EXPECT_FALSE(prefix.parse(bad).has_value()) << bad;
  EXPECT_EQ(prefix.parse("9416-1"), 1U);
}

}  // namespace
}  // namespace isotherm::ids
