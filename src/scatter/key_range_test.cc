#include "scatter/key_range.h"

#include <gtest/gtest.h>

#include <random>

namespace isotherm::scatter {
namespace {

using expression::SortKeyCondition;
using expression::SortKeyOperator;

AttributeValue n(std::int64_t value) { return Number(value); }

SortKeyCondition condition(SortKeyOperator op, std::int64_t value, std::int64_t upper = 0) {
  return {op, n(value), n(upper)};
}

bool in(const std::optional<KeyRange>& range, std::int64_t key) {
  return range && range->contains(n(key));
}

TEST(KeyRange, SelectsWhatTheConditionSelects) {
  const auto selects = [](SortKeyOperator op, std::int64_t key) {
    return in(KeyRange::of(condition(op, 5, 7)), key);
  };
  EXPECT_TRUE(selects(SortKeyOperator::eq, 5));
  EXPECT_FALSE(selects(SortKeyOperator::eq, 6));
  EXPECT_FALSE(selects(SortKeyOperator::lt, 5));
  EXPECT_TRUE(selects(SortKeyOperator::le, 5));
  EXPECT_FALSE(selects(SortKeyOperator::gt, 5));
  EXPECT_TRUE(selects(SortKeyOperator::ge, 5));
  EXPECT_TRUE(selects(SortKeyOperator::between, 7));
  EXPECT_FALSE(selects(SortKeyOperator::between, 8));
}

TEST(KeyRange, OfAPrefixHoldsItsKeysAndNoOthers) {
  const KeyRange range = KeyRange::of(SortKeyCondition{SortKeyOperator::begins_with, "ab", {}});
  EXPECT_TRUE(range.contains("ab"));
  EXPECT_TRUE(range.contains("ab\xF4\x8F\xBF\xBF\xF4\x8F\xBF\xBF"));
  EXPECT_FALSE(range.contains("ac"));
  EXPECT_FALSE(range.contains("aa"));
  EXPECT_EQ(range.prefix, AttributeValue("ab"));
}

TEST(KeyRange, KeepsItsPrefixUntilItIsNarrowed) {
  KeyRange range = KeyRange::of(SortKeyCondition{SortKeyOperator::begins_with, "ab", {}});
  range.raise_low({"aa", true});
  EXPECT_TRUE(range.prefix.has_value());
  range.raise_low({"abc", false});
  EXPECT_FALSE(range.prefix.has_value());
  EXPECT_FALSE(range.contains("abc"));
}

TEST(KeyRange, AnOpenBoundBesideAnotherIsMadeClosed) {
  KeyRange range = KeyRange::of(condition(SortKeyOperator::between, 1, 9));
  range.raise_low({n(3), false});
  const auto closed = range.expressible();
  ASSERT_TRUE(closed.has_value());
  EXPECT_TRUE(closed->low->inclusive);
  EXPECT_FALSE(in(closed, 3));
  EXPECT_TRUE(in(closed, 4));
  EXPECT_TRUE(in(closed, 9));
}

TEST(KeyRange, AloneAnOpenBoundStaysAsItIs) {
  const auto range = KeyRange::of(condition(SortKeyOperator::gt, 3)).expressible();
  ASSERT_TRUE(range.has_value());
  EXPECT_FALSE(range->low->inclusive);
}

TEST(KeyRange, AnEmptyOneIsNotExpressible) {
  KeyRange range = KeyRange::of(condition(SortKeyOperator::eq, 3));
  range.raise_low({n(3), false});
  EXPECT_FALSE(range.expressible().has_value());
  KeyRange backward = KeyRange::of(condition(SortKeyOperator::eq, 3));
  backward.lower_high({n(3), false});
  EXPECT_FALSE(backward.expressible().has_value());
}

TEST(KeyRange, NarrowingIsIntersection) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 2000; ++round) {
    const auto op = static_cast<SortKeyOperator>(random() % 6);
    const auto a = static_cast<std::int64_t>(random() % 10);
    KeyRange range = KeyRange::of(condition(op, a, a + static_cast<std::int64_t>(random() % 4)));
    const KeyRange before = range;
    const Bound bound{n(static_cast<std::int64_t>(random() % 10)), random() % 2 == 0};
    const bool low = random() % 2 == 0;
    if (low)
      range.raise_low(bound);
    else
      range.lower_high(bound);
    const auto expressible = range.expressible();
    for (std::int64_t key = -1; key < 16; ++key) {
      const auto order = compare(n(key), bound.value);
      const bool inside = (low ? order > 0 : order < 0) || (order == 0 && bound.inclusive);
      EXPECT_EQ(in(expressible, key), before.contains(n(key)) && inside) << key;
    }
  }
}

}  // namespace
}  // namespace isotherm::scatter
