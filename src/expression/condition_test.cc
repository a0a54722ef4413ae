#include "expression/condition.h"

#include "expression/testing/expressions.h"

namespace isotherm::expression {
namespace {

using namespace testing;

const Item item{
    {"s", "carol"},
    {"n", number("5")},
    {"b", Binary{std::string("\x01\x80\xFF", 3)}},
    {"yes", true},
    {"nothing", Null{}},
    {"ss", strings({"x", "y"})},
    {"ns", numbers({"1", "2.50"})},
    {"bs", binaries({Binary{"p"}})},
    {"l", list({"zero", number("1"), map({{"deep", "d"}})})},
    {"m", map({{"k", "v"}, {"seven", list({number("7")})}})},
};

TEST(Condition, ComparesValuesOfOneType) {
  EXPECT_TRUE(holds("s = :v", item, {{":v", "carol"}}));
  EXPECT_FALSE(holds("s = :v", item, {{":v", "Carol"}}));
  EXPECT_TRUE(holds("s > :v", item, {{":v", "bob"}}));
  EXPECT_TRUE(holds("n <= :v", item, {{":v", number("5.0")}}));
  EXPECT_FALSE(holds("n < :v", item, {{":v", number("5.0")}}));
  EXPECT_TRUE(holds("b > :v", item, {{":v", Binary{std::string("\x01\x7F", 2)}}}));
  EXPECT_TRUE(holds(":v < n", item, {{":v", number("4")}}));
  EXPECT_TRUE(holds(":v < :w", item, {{":v", number("9")}, {":w", number("10")}}));
}

TEST(Condition, ValuesOfDifferentTypesAreNeitherEqualNorOrdered) {
  const ExpressionValues five{{":v", "5"}};
  EXPECT_FALSE(holds("n = :v", item, five));
  EXPECT_TRUE(holds("n <> :v", item, five));
  EXPECT_FALSE(holds("n < :v", item, five));
  EXPECT_FALSE(holds("n >= :v", item, five));
  EXPECT_FALSE(holds("n BETWEEN :v AND :w", item, {{":v", "0"}, {":w", "9"}}));
}

TEST(Condition, AMissingAttributeIsOnlyUnequal) {
  const ExpressionValues v{{":v", "x"}};
  EXPECT_FALSE(holds("absent = :v", item, v));
  EXPECT_TRUE(holds("absent <> :v", item, v));
  EXPECT_FALSE(holds("absent < :v", item, v));
  EXPECT_FALSE(holds("absent BETWEEN :v AND :v", item, v));
  EXPECT_FALSE(holds("absent IN (:v)", item, v));
  EXPECT_FALSE(holds("contains(absent, :v)", item, v));
  EXPECT_FALSE(holds("begins_with(absent, :v)", item, v));
  EXPECT_FALSE(holds("absent = elsewhere", item));
  EXPECT_FALSE(holds("size(absent) = :v", item, {{":v", number("0")}}));
}

TEST(Condition, SetsListsAndMapsAreEqualByWhatIsInThem) {
  EXPECT_TRUE(holds("ss = :v", item, {{":v", strings({"y", "x"})}}));
  EXPECT_TRUE(holds("ns = :v", item, {{":v", numbers({"2.5", "1.0"})}}));
  EXPECT_TRUE(holds("m = :v", item, {{":v", map({{"seven", list({number("7")})}, {"k", "v"}})}}));
  EXPECT_FALSE(holds("l = :v", item, {{":v", list({number("1"), "zero"})}}));
}

TEST(Condition, InIsTrueOfOneOfItsValuesOnly) {
  const ExpressionValues ab{{":a", "alice"}, {":b", "bob"}, {":c", "carol"}};
  EXPECT_FALSE(holds("s IN (:a, :b)", item, ab));
  EXPECT_FALSE(holds("s IN(:a,:b)", item, ab));
  EXPECT_TRUE(holds("s IN (:a, :c)", item, ab));
  EXPECT_TRUE(holds(":c in (m.k, s)", item, ab));
}

TEST(Condition, BetweenIncludesItsBounds) {
  const ExpressionValues range{{":lo", number("5")}, {":hi", number("6")}};
  EXPECT_TRUE(holds("n BETWEEN :lo AND :hi", item, range));
  EXPECT_FALSE(holds("l[1] between :lo and :hi", item, range));
  EXPECT_TRUE(holds("n BETWEEN l[1] AND m.seven[0] AND s = :s", item, {{":s", "carol"}}));
}

TEST(Condition, AndBindsCloserThanOrAndNotCloserThanAnd) {
  const ExpressionValues v{{":x", "x"}, {":s", "carol"}};
  EXPECT_TRUE(holds("s = :s OR s = :x AND s = :x", item, v));
  EXPECT_FALSE(holds("(s = :s OR s = :x) AND s = :x", item, v));
  EXPECT_TRUE(holds("NOT s = :x AND s = :s", item, v));
  EXPECT_FALSE(holds("NOT (s = :x OR s = :s)", item, v));
  EXPECT_TRUE(holds("not not s = :s", item, v));
}

TEST(Condition, PathsGoIntoMapsAndLists) {
  EXPECT_TRUE(holds("m.k = :v", item, {{":v", "v"}}));
  EXPECT_TRUE(holds("l[2].deep = :v", item, {{":v", "d"}}));
  EXPECT_TRUE(holds("m . seven [ 0 ] = :v", item, {{":v", number("7")}}));
  EXPECT_TRUE(holds("#m.#k = :v", item, {{":v", "v"}}, {{"#m", "m"}, {"#k", "k"}}));
  EXPECT_FALSE(holds("attribute_exists(l[3])", item));
  EXPECT_FALSE(holds("attribute_exists(s.k)", item));
  EXPECT_FALSE(holds("attribute_exists(m[0])", item));
  const Item dotted{{"a.b", "whole"}};
  EXPECT_TRUE(holds("attribute_exists(#ab)", dotted, {}, {{"#ab", "a.b"}}));
  EXPECT_FALSE(holds("attribute_exists(a.b)", dotted));
}

TEST(Condition, ExistenceCountsNulls) {
  EXPECT_TRUE(holds("attribute_exists(nothing)", item));
  EXPECT_FALSE(holds("attribute_not_exists(nothing)", item));
  EXPECT_TRUE(holds("attribute_not_exists(absent)", item));
}

TEST(Condition, TheConditionOfAnAbsentItemIsThatOfAnEmptyOne) {
  EXPECT_FALSE(holds("attribute_exists(pk)", {}));
  EXPECT_FALSE(holds("(attribute_exists(pk)) AND (s = :v)", {}, {{":v", "x"}}));
  EXPECT_TRUE(holds("(attribute_not_exists(pk)) AND (attribute_not_exists(s))", {}));
  EXPECT_TRUE(holds("(attribute_not_exists(pk) AND (attribute_not_exists(s)))", {}));
}

TEST(Condition, AttributeTypeNamesTypes) {
  EXPECT_TRUE(holds("attribute_type(ss, :t)", item, {{":t", "SS"}}));
  EXPECT_TRUE(holds("attribute_type(nothing, :t)", item, {{":t", "NULL"}}));
  EXPECT_FALSE(holds("attribute_type(s, :t)", item, {{":t", "N"}}));
  EXPECT_FALSE(holds("attribute_type(absent, :t)", item, {{":t", "N"}}));
}

TEST(Condition, ContainsLooksIntoTextsSetsAndLists) {
  EXPECT_TRUE(holds("contains(s, :v)", item, {{":v", "aro"}}));
  EXPECT_TRUE(holds("contains(s, :v)", item, {{":v", ""}}));
  EXPECT_TRUE(holds("contains(b, :v)", item, {{":v", Binary{"\x80"}}}));
  EXPECT_TRUE(holds("contains(ss, :v)", item, {{":v", "y"}}));
  EXPECT_TRUE(holds("contains(ns, :v)", item, {{":v", number("2.5")}}));
  EXPECT_TRUE(holds("contains(bs, :v)", item, {{":v", Binary{"p"}}}));
  EXPECT_TRUE(holds("contains(l, :v)", item, {{":v", number("1")}}));
  EXPECT_TRUE(holds("contains(l, :v)", item, {{":v", map({{"deep", "d"}})}}));
  EXPECT_TRUE(holds("contains(:v, s)", item, {{":v", list({"carol"})}}));
  EXPECT_FALSE(holds("contains(s, :v)", item, {{":v", number("5")}}));
  EXPECT_FALSE(holds("contains(ss, :v)", item, {{":v", strings({"y"})}}));
  EXPECT_FALSE(holds("contains(m, :v)", item, {{":v", "v"}}));
  EXPECT_FALSE(holds("contains(n, :v)", item, {{":v", number("5")}}));
}

TEST(Condition, BeginsWithIsOfTextsAndOfBinaries) {
  EXPECT_TRUE(holds("begins_with(s, :v)", item, {{":v", "car"}}));
  EXPECT_FALSE(holds("begins_with(s, :v)", item, {{":v", "arol"}}));
  EXPECT_TRUE(holds("begins_with(b, :v)", item, {{":v", Binary{"\x01\x80"}}}));
  EXPECT_FALSE(holds("begins_with(b, :v)", item, {{":v", "\x01"}}));
  EXPECT_FALSE(holds("begins_with(n, :v)", item, {{":v", "5"}}));
}

TEST(Condition, SizeCountsElementsBytesAndUtf16Units) {
  const auto size_is = [](std::string_view path, std::string_view size, const Item& of = item) {
    return holds("size(" + std::string(path) + ") = :n", of, {{":n", number(size)}});
  };
  EXPECT_TRUE(size_is("s", "5"));
  EXPECT_TRUE(size_is("b", "3"));
  EXPECT_TRUE(size_is("ss", "2"));
  EXPECT_TRUE(size_is("l", "3"));
  EXPECT_TRUE(size_is("m", "2"));
  EXPECT_TRUE(size_is("t", "3", {{"t", "\xC3\xA9\xF0\x9D\x84\x9E"}}));  // é and a clef
  EXPECT_FALSE(size_is("n", "1"));
  EXPECT_FALSE(size_is("yes", "1"));
  EXPECT_TRUE(holds("size(:v) = size(ss)", item, {{":v", "ab"}}));
}

TEST(Condition, TellsItsPaths) {
  Request request({{":v", number("1")}});
  const auto condition = parse_condition("size(a.b) > :v AND (c[0] = d OR NOT attribute_exists(e))",
                                         "ConditionExpression", request.scope);
  ASSERT_TRUE(condition.ok());
  std::string paths;
  for (const Path& path : condition->paths()) paths += to_string(path);
  EXPECT_EQ(paths, "[a, b][c, [0]][d][e]");
}

}  // namespace
}  // namespace isotherm::expression
