#include "model/attribute_value.h"

#include <gtest/gtest.h>

#include "model/table.h"

namespace isotherm {
namespace {

TEST(ItemSize, IsTheGuidesExample) {
  EXPECT_EQ(size_bytes(Item{{"shirt-color", "R"}, {"shirt-size", "M"}}), 23U);
}

TEST(ItemSize, CountsContainersAndTheirElements) {
  EXPECT_EQ(size_bytes(AttributeValue(List{})), 3U);
  EXPECT_EQ(size_bytes(AttributeValue(List{"ab", true})), 3U + 3U + 2U);
  EXPECT_EQ(size_bytes(AttributeValue(Map{{"k", "ab"}})), 3U + 1U + 2U + 1U);
  EXPECT_EQ(size_bytes(AttributeValue(StringSet{{"a", "bc"}})), 3U);
  EXPECT_EQ(size_bytes(AttributeValue(Null{})), 1U);
}

TEST(Compare, OrdersBytesAsUnsigned) {
  EXPECT_EQ(compare("\x7f", "\xc2\x80"), std::partial_ordering::less);
  EXPECT_EQ(compare(Binary{"\xff"}, Binary{std::string(1, '\0')}), std::partial_ordering::greater);
  // UTF-8 order, not UTF-16: U+FF61 comes before U+1F600.
  EXPECT_EQ(compare("\xef\xbd\xa1", "\xf0\x9f\x98\x80"), std::partial_ordering::less);
  EXPECT_EQ(compare("1", *Number::parse("1")), std::partial_ordering::unordered);
}

TEST(Sets, AreSortedAndReportDuplicates) {
  NumberSet set{{*Number::parse("10"), *Number::parse("2"), *Number::parse("1e1")}};
  EXPECT_TRUE(normalize(set));
  EXPECT_EQ(set.elements.front(), Number(2));
}

TEST(Nesting, CountsLevels) {
  AttributeValue value("leaf");
  for (int i = 0; i < 5; ++i) value = List{value};
  EXPECT_EQ(nesting_depth(value), 5);
}

TEST(IndexEntry, HoldsKeysAndProjectedAttributes) {
  const Item item{{"pk", "p"}, {"g", "x"}, {"a", "1"}, {"b", "2"}};
  const KeySchema table{{"pk", KeyType::S}, std::nullopt};
  const KeySchema index{{"g", KeyType::S}, std::nullopt};
  EXPECT_EQ(index_entry(item, table, index, {ProjectionType::keys_only, {}}),
            (Item{{"pk", "p"}, {"g", "x"}}));
  EXPECT_EQ(index_entry(item, table, index, {ProjectionType::include, {"a", "zz"}}),
            (Item{{"pk", "p"}, {"g", "x"}, {"a", "1"}}));
  EXPECT_TRUE(is_in_index(item, index));
  EXPECT_FALSE(is_in_index({{"pk", "p"}, {"g", true}}, index));
  EXPECT_FALSE(is_in_index({{"pk", "p"}}, index));
}

TEST(Units, RoundUpAndCostAtLeastOne) {
  EXPECT_EQ(read_units(0, true), 1);
  EXPECT_EQ(read_units(4096, true), 1);
  EXPECT_EQ(read_units(4097, false), 1);
  EXPECT_EQ(write_units(0), 1);
  EXPECT_EQ(write_units(1024), 1);
  EXPECT_EQ(write_units(1025), 2);
}

}  // namespace
}  // namespace isotherm
