#include "throughput/key_range.h"

#include <gtest/gtest.h>

namespace isotherm::throughput {
namespace {

TEST(KeyRange, ContainsItsBeginAndNotItsEnd) {
  const KeyRange range{KeyPoint(10, "b"), KeyPoint(20, "m")};
  EXPECT_TRUE(range.contains({10, "b"}));
  EXPECT_FALSE(range.contains({10, "a"}));
  EXPECT_TRUE(range.contains({15, ""}));
  EXPECT_TRUE(range.contains({20, "lzz"}));
  EXPECT_FALSE(range.contains({20, "m"}));
}

TEST(KeyRange, OrdersSortKeysByUnsignedBytes) {
  EXPECT_LT((KeyPosition{1, "\x7f"}), (KeyPosition{1, "\x80"}));
  EXPECT_LT((KeyPosition{1, "a"}), (KeyPosition{1, std::string_view("a\0", 2)}));
}

TEST(KeyRange, HalvesTheWholeKeySpaceAtTheMiddleHash) {
  const KeyRange all{KeyPoint(), std::nullopt};
  EXPECT_EQ(all.midpoint(), KeyPoint(1ULL << 63));
}

TEST(KeyRange, HasAMidpointStrictlyInside) {
  for (std::uint64_t width : {2ULL, 3ULL, 7ULL, 1ULL << 40}) {
    const KeyRange range{KeyPoint(100), KeyPoint(100 + width)};
    const auto middle = range.midpoint();
    ASSERT_TRUE(middle);
    EXPECT_TRUE(range.contains(*middle));
    EXPECT_NE(*middle, range.begin);
  }
}

TEST(KeyRange, HasNoMidpointInsideOneCollection) {
  EXPECT_FALSE((KeyRange{KeyPoint(5, "a"), KeyPoint(5, "m")}).midpoint());
  EXPECT_FALSE((KeyRange{KeyPoint(5, "a"), KeyPoint(6)}).midpoint());
  EXPECT_FALSE((KeyRange{KeyPoint(UINT64_MAX), std::nullopt}).midpoint());
}

TEST(KeyRange, KnowsWhenItHoldsOneHash) {
  EXPECT_TRUE((KeyRange{KeyPoint(5, "a"), KeyPoint(5, "m")}).is_within_one_hash());
  EXPECT_TRUE((KeyRange{KeyPoint(5, "a"), KeyPoint(6)}).is_within_one_hash());
  EXPECT_FALSE((KeyRange{KeyPoint(5, "a"), KeyPoint(6, "a")}).is_within_one_hash());
  EXPECT_TRUE((KeyRange{KeyPoint(UINT64_MAX, "x"), std::nullopt}).is_within_one_hash());
  EXPECT_FALSE((KeyRange{KeyPoint(5), std::nullopt}).is_within_one_hash());
}

TEST(KeyRange, EndsOfACollectionAndOfTheKeySpaceAreAfterAllKeys) {
  const std::string longest(2048, '\xff');
  EXPECT_LT((KeyPosition{7, longest}), end_of_collection(7));
  EXPECT_LT(end_of_collection(7), (KeyPosition{8, ""}));
  EXPECT_LT((KeyPosition{UINT64_MAX, longest}), end_of_key_space());
}

TEST(Borders, FindTheRangeThatHoldsAKey) {
  const Borders borders({KeyPoint(), KeyPoint(10), KeyPoint(10, "m"), KeyPoint(20)});
  EXPECT_EQ(borders.find({0, ""}), 0u);
  EXPECT_EQ(borders.find({9, "zzz"}), 0u);
  EXPECT_EQ(borders.find({10, ""}), 1u);
  EXPECT_EQ(borders.find({10, "lz"}), 1u);
  EXPECT_EQ(borders.find({10, "m"}), 2u);
  EXPECT_EQ(borders.find({19, ""}), 2u);
  EXPECT_EQ(borders.find({UINT64_MAX, "x"}), 3u);
  for (std::size_t i = 0; i < borders.size(); ++i)
    EXPECT_TRUE(borders.range(i).contains(borders.begin_of(i)));
}

}  // namespace
}  // namespace isotherm::throughput
