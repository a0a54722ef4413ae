#include "cli/key_terms.h"

#include <gtest/gtest.h>

namespace isotherm::cli {
namespace {

QueryRequest query_of(std::vector<std::string> texts) {
  std::vector<KeyTerm> tests;
  for (const auto& text : texts) {
    auto test = parse_key_term(text);
    EXPECT_TRUE(test.ok()) << text;
    if (test.ok()) tests.push_back(std::move(test).value());
  }
  QueryRequest request;
  set_key_condition(tests, request);
  return request;
}

TEST(KeyTerm, BecomesAKeyConditionExpression) {
  const auto query = query_of({"channelId=big", "memberId^=m-"});
  EXPECT_EQ(query.key_condition_expression, "#k0 = :v0 AND begins_with(#k1, :v1)");
  EXPECT_EQ(query.placeholders.names->at("#k1"), "memberId");
  EXPECT_EQ(query.placeholders.values->at(":v0"), AttributeValue("big"));
}

TEST(KeyTerm, TwoBoundsAreABetween) {
  const auto query = query_of({"a=1", "b:N>=5", "b:N<=7"});
  EXPECT_EQ(query.key_condition_expression, "#k0 = :v0 AND #k1 BETWEEN :v1 AND :w1");
  EXPECT_EQ(query.placeholders.values->at(":w1"), AttributeValue(Number(7)));
  EXPECT_EQ(query.placeholders.values->size(), 3u);
}

TEST(KeyTerm, ReadsTypesAndOddValues) {
  EXPECT_EQ(parse_key_term("a:N=1.50")->value, AttributeValue(Number::parse("1.5").value()));
  EXPECT_EQ(parse_key_term("a:B=AAE=")->value, AttributeValue(Binary{std::string("\0\1", 2)}));
  EXPECT_EQ(parse_key_term("a=b=c")->value, AttributeValue("b=c"));
  EXPECT_EQ(parse_key_term("a=")->value, AttributeValue(""));
  EXPECT_EQ(parse_key_term("a<x")->comparison, "<");
}

TEST(KeyTerm, RefusesWhatIsNoCondition) {
  for (const auto* text : {"", "name", "=x", "a:N=abc", "a:B=?", "a:BOOL=1", "a^b"})
    EXPECT_FALSE(parse_key_term(text).ok()) << text;
}

}  // namespace
}  // namespace isotherm::cli
