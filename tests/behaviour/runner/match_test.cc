#include "match.h"

#include <gtest/gtest.h>

#include "template_parser.h"

namespace isotherm::behaviour {
namespace {

Template read(std::string_view text) {
  Template made = read_template(text);
  EXPECT_EQ(text, "");
  return made;
}

Json built(std::string_view text, const Variables& variables = {}) {
  return build(read(text), variables);
}

std::optional<Mismatch> matched(std::string_view expected, const char* actual,
                                Variables variables = {}) {
  return match(read(expected), Json::parse(actual), variables);
}

TEST(Template, WritesAttributeValuesShort) {
  EXPECT_EQ(built(R"({a: S "x", n: N 1.50, z: NULL, t: BOOL true})"),
            Json::parse(R"({"a":{"S":"x"},"n":{"N":"1.50"},"z":{"NULL":true},"t":{"BOOL":true}})"));
  EXPECT_EQ(built(R"(M {l: L [N -1e5, SS ["a"], NS [1, 2.0]]})"),
            Json::parse(R"({"M":{"l":{"L":[{"N":"-1e5"},{"SS":["a"]},{"NS":["1","2.0"]}]}}})"));
  EXPECT_EQ(built("[B 0x00fF, B 0x, BS [0x01, \"Ag==\"], NULL false]"),
            Json::parse(R"([{"B":"AP8="},{"B":""},{"BS":["AQ==","Ag=="]},{"NULL":false}])"));
}

TEST(Template, ReadsPlainJson) {
  const char* json = R"({"TableName":"t","Key":{"pk":{"S":"a\"b"}},"Limit":5,"On":[true,null]})";
  EXPECT_EQ(built(json), Json::parse(json));
}

TEST(Template, Generates) {
  EXPECT_EQ(built(R"($repeat("ab", 3) + "!")"), Json("ababab!"));
  EXPECT_EQ(built(R"($join(1..3, ", ", ":v$i"))"), Json(":v1, :v2, :v3"));
  EXPECT_EQ(built(R"([0, $each(1..2, {k: N $i})])"),
            Json::parse(R"([0,{"k":{"N":"1"}},{"k":{"N":"2"}}])"));
  EXPECT_EQ(built(R"({$each(1..2, ":v$i": S "$i")})"),
            Json::parse(R"({":v1":{"S":"1"},":v2":{"S":"2"}})"));
}

TEST(Template, ReplacesNames) {
  const Variables variables = {{"T", "table_1"}, {"key", Json{{"pk", 1}}}};
  EXPECT_EQ(built(R"({"$T": "$T.$$", k: $key})", variables),
            Json::parse(R"({"table_1":"table_1.$","k":{"pk":1}})"));
  EXPECT_THROW(built("\"$nothing\""), std::runtime_error);
  EXPECT_THROW(built("{a: $any}"), std::runtime_error);
}

TEST(Match, IsExactUnlessToldOtherwise) {
  EXPECT_FALSE(matched("{a: 1}", R"({"a":1.0})"));
  EXPECT_TRUE(matched("{a: 1}", R"({"a":1,"b":2})"));
  EXPECT_TRUE(matched("{a: 1, b: 2}", R"({"a":1})"));
  EXPECT_FALSE(matched("{a: 1, ...}", R"({"a":1,"b":2})"));
  EXPECT_TRUE(matched("{a: $absent, ...}", R"({"a":1})"));
  EXPECT_FALSE(matched("{a: $absent}", "{}"));
  EXPECT_FALSE(matched("{a: $any}", R"({"a":[]})"));
  EXPECT_TRUE(matched("{a: $any}", "{}"));
  EXPECT_TRUE(matched("{n: N 1}", R"({"n":{"N":"1.0"}})"));
}

TEST(Match, KeepsListsInOrderUnlessUnordered) {
  EXPECT_TRUE(matched("[1, 2]", "[2,1]"));
  EXPECT_FALSE(matched("unordered [1, 2]", "[2,1]"));
  EXPECT_TRUE(matched("unordered [1, 1]", "[1,2]"));
  EXPECT_TRUE(matched("unordered [1, 2]", "[1,2,3]"));
  EXPECT_FALSE(matched("[1, ...]", "[1,2,3]"));
  EXPECT_TRUE(matched("[1, 2, 3]", "[1,2]"));
  EXPECT_FALSE(matched("$length(2)", "[1,2]"));
  EXPECT_TRUE(matched("$length(2)", "[1]"));
}

TEST(Match, SetsHaveNoOrder) {
  EXPECT_FALSE(matched(R"({t: SS ["a", "b"]})", R"({"t":{"SS":["b","a"]}})"));
  EXPECT_TRUE(matched(R"({t: SS ["a", "b"]})", R"({"t":{"SS":["b","c"]}})"));
  EXPECT_TRUE(matched("{t: NS [1]}", R"({"t":{"NS":["1","2"]}})"));
  EXPECT_TRUE(matched("L [N 1, N 2]", R"({"L":[{"N":"2"},{"N":"1"}]})"));
}

TEST(Match, CapturesWhatFits) {
  Variables variables;
  EXPECT_FALSE(match(read("{k: $=key, ...}"), Json::parse(R"({"k":{"S":"a"},"c":1})"), variables));
  EXPECT_EQ(variables["key"], Json::parse(R"({"S":"a"})"));
  EXPECT_FALSE(match(read("[$key]"), Json::parse(R"([{"S":"a"}])"), variables));
  EXPECT_TRUE(match(read("[$key]"), Json::parse(R"([{"S":"b"}])"), variables));
}

TEST(Match, SaysWhere) {
  const auto mismatch = matched("{a: {b: [1, N 2]}}", R"({"a":{"b":[1,{"N":"3"}]}})");
  ASSERT_TRUE(mismatch);
  EXPECT_EQ(mismatch->path, "a.b[1].N");
  EXPECT_EQ(mismatch->got, "\"3\"");
}

TEST(Show, WritesWhatTheNotationReads) {
  const char* json =
      R"({"a b":{"S":"x"},"n":{"N":"1"},"z":{"NULL":true},"l":{"L":[{"B":"AA=="}]}})";
  const std::string shown = show(Json::parse(json));
  EXPECT_EQ(shown, R"({"a b": S "x", l: L [B "AA=="], n: N "1", z: NULL})");
  EXPECT_EQ(built(shown), Json::parse(json));
}

}  // namespace
}  // namespace isotherm::behaviour
