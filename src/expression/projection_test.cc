#include "expression/projection.h"

#include "expression/testing/expressions.h"

namespace isotherm::expression {
namespace {

using namespace testing;

const std::string prefix = "Invalid ProjectionExpression: ";

std::string error(std::string_view text, ExpressionNames names = {}) {
  Request request({}, std::move(names));
  return outcome(parse_projection(text, request.scope));
}

Item projected(std::string_view text, const Item& item) {
  Request request;
  const auto projection = parse_projection(text, request.scope);
  EXPECT_EQ(outcome(projection), "ok") << text;
  return projection.ok() ? projection->project(item) : Item();
}

const Item item{
    {"a", map({{"b", map({{"c", "deep"}, {"d", "other"}})}, {"e", number("1")}})},
    {"l", list({"zero", map({{"x", "1"}, {"y", "2"}}), "two", "three"})},
    {"s", "text"},
};

TEST(Projection, ShowsWholeAttributes) {
  EXPECT_EQ(projected("s", item), (Item{{"s", "text"}}));
  EXPECT_EQ(projected("s, a , absent", item), (Item{{"a", item.at("a")}, {"s", "text"}}));
  EXPECT_EQ(projected("absent", item), Item());
}

TEST(Projection, ShowsPartsOfMaps) {
  EXPECT_EQ(projected("a.b.c", item), (Item{{"a", map({{"b", map({{"c", "deep"}})}})}}));
  EXPECT_EQ(projected("a.b.c, s, a.e", item),
            (Item{{"a", map({{"b", map({{"c", "deep"}})}, {"e", number("1")}})}, {"s", "text"}}));
}

TEST(Projection, ListsCloseUpInTheirOwnOrder) {
  EXPECT_EQ(projected("l[2], l[0]", item), (Item{{"l", list({"zero", "two"})}}));
  EXPECT_EQ(projected("l[3], l[1].y, l[9]", item),
            (Item{{"l", list({map({{"y", "2"}}), "three"})}}));
}

TEST(Projection, ContainersOfNothingAreLeftOut) {
  EXPECT_EQ(projected("a.absent, l[9], s.x, a.b[0]", item), Item());
}

TEST(Projection, SyntaxErrorsAreRefused) {
  EXPECT_EQ(error("!!! INVALID !!!"), prefix + "Syntax error; token: \"!\", near: \"!!\"");
  EXPECT_EQ(error("a b"), prefix + "Syntax error; token: \"b\", near: \"a b\"");
  EXPECT_EQ(error("a,"), prefix + "Syntax error; token: \"<EOF>\", near: \",\"");
  EXPECT_EQ(error(""), prefix + "The expression can not be empty;");
  for (const std::string_view text : {"whatever(stuff)", ":a", "abort,", "a,,b", "a..b", "a[b]",
                                      "(a.b).c", "(a)", "(a),(b)", "(a,b)", "a-b", "a[-1]"}) {
    EXPECT_EQ(error(text).substr(0, prefix.size() + 14), prefix + "Syntax error; ") << text;
  }
}

TEST(Projection, ReservedWordsAndUndefinedNamesAreRefused) {
  const std::string reserved = prefix + "Attribute name is a reserved keyword; reserved keyword: ";
  EXPECT_EQ(error("a.abORt"), reserved + "abORt");
  EXPECT_EQ(error("#a,ABSoLUTE"), reserved + "ABSoLUTE");
  EXPECT_EQ(error("a,b,a,#a"),
            prefix +
                "An expression attribute name used in the document path is not defined; "
                "attribute name: #a");
}

TEST(Projection, PathsNeitherOverlapNorConflict) {
  const ExpressionNames names{{"#a", "a"}, {"#b", "[3]"}};
  const auto two = [](std::string_view what, std::string_view one, std::string_view other) {
    return prefix + "Two document paths " + std::string(what) +
           " with each other; must remove or rewrite one of these paths; path one: " +
           std::string(one) + ", path two: " + std::string(other);
  };
  EXPECT_EQ(error("b[1], b.a, #a.b, a", names), two("overlap", "[a, b]", "[a]"));
  EXPECT_EQ(error("a, #a[1]", names), two("overlap", "[a]", "[a, [1]]"));
  EXPECT_EQ(error("a, a", names), two("overlap", "[a]", "[a]"));
  EXPECT_EQ(error("a.b, #a[1], #b", names), two("conflict", "[a, b]", "[a, [1]]"));
  EXPECT_EQ(error("a.b[1], #a[1], #b", names), two("conflict", "[a, b, [1]]", "[a, [1]]"));
  EXPECT_EQ(error("a[3].b, #a.#b.b", names), two("conflict", "[a, [3], b]", "[a, [3], b]"));
}

TEST(Projection, PathsHaveThirtyTwoLevels) {
  std::string path = "a";
  for (int i = 1; i < 32; ++i) path += ".b";
  EXPECT_EQ(error(path), "ok");
  EXPECT_EQ(error(path + ".b"),
            prefix + "The document path has too many nesting levels; nesting levels: 33");
}

}  // namespace
}  // namespace isotherm::expression
