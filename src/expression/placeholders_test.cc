#include "expression/placeholders.h"

#include "expression/testing/expressions.h"

namespace isotherm::expression {
namespace {

using namespace testing;

ExpressionPlaceholders given(std::optional<ExpressionNames> names,
                             std::optional<ExpressionValues> values = {}) {
  return {std::move(names), std::move(values)};
}

std::string check(const ExpressionPlaceholders& placeholders) {
  return outcome(PlaceholderScope(placeholders).check_given(true));
}

TEST(Placeholders, AreRefusedWithoutAnExpression) {
  const auto names = given(ExpressionNames{{"#a", "a"}});
  EXPECT_EQ(outcome(PlaceholderScope(names).check_given(false)),
            "ExpressionAttributeNames can only be specified when using expressions");
  const auto values = given({}, ExpressionValues{{":v", "x"}});
  EXPECT_EQ(outcome(PlaceholderScope(values).check_given(false)),
            "ExpressionAttributeValues can only be specified when using expressions");
  EXPECT_EQ(outcome(PlaceholderScope(given({})).check_given(false)), "ok");
}

TEST(Placeholders, AreNotEmptyMaps) {
  EXPECT_EQ(check(given(ExpressionNames{})), "ExpressionAttributeNames must not be empty");
  EXPECT_EQ(check(given({}, ExpressionValues{})), "ExpressionAttributeValues must not be empty");
}

TEST(Placeholders, HaveTheirMarkAndPlainLetters) {
  EXPECT_EQ(check(given(ExpressionNames{{"a", "a"}})),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"a\"");
  EXPECT_EQ(check(given(ExpressionNames{{"#sryLiyD8D-", "a"}})),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#sryLiyD8D-\"");
  EXPECT_EQ(check(given(ExpressionNames{{"#", "a"}})),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"#\"");
  EXPECT_EQ(check(given({}, ExpressionValues{{":b", "a"}, {"b", "a"}})),
            "ExpressionAttributeValues contains invalid key: Syntax error; key: \"b\"");
  EXPECT_EQ(check(given(ExpressionNames{{"#_9z", "a"}})), "ok");
}

TEST(Placeholders, StandForNamesThatAreNotEmpty) {
  EXPECT_EQ(check(given(ExpressionNames{{"#DE", ""}})),
            "ExpressionAttributeNames contains invalid value: Empty attribute name for key #DE");
}

TEST(Placeholders, AreShortAndNotTooManyBytesTogether) {
  EXPECT_EQ(check(given(ExpressionNames{{"#" + std::string(254, 'a'), "a"}})), "ok");
  EXPECT_EQ(check(given(ExpressionNames{{"#" + std::string(255, 'a'), "a"}})).substr(0, 108),
            "ExpressionAttributeNames contains invalid key: The expression attribute map contains "
            "a key that is too long;");
  const std::string megabyte(1024 * 1024, 'x');
  EXPECT_EQ(check(given({}, ExpressionValues{{":a", megabyte}})), "ok");
  EXPECT_EQ(check(given({}, ExpressionValues{{":a", megabyte}, {":b", megabyte}})),
            "Combined size of ExpressionAttributeNames and ExpressionAttributeValues exceeds max "
            "size");
}

TEST(Placeholders, AreAllUsed) {
  Request request({{":used", "x"}, {":b", "x"}, {":a", "x"}}, {{"#used", "x"}, {"#n", "x"}});
  ASSERT_TRUE(
      parse_condition("#used = :used OR #used < :used", "FilterExpression", request.scope).ok());
  EXPECT_EQ(outcome(request.scope.check_all_used()),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}");
  ASSERT_TRUE(parse_projection("#n", request.scope).ok());
  EXPECT_EQ(outcome(request.scope.check_all_used()),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a, :b}");
  ASSERT_TRUE(parse_update("SET q = :a, r = :b", request.scope).ok());
  EXPECT_EQ(outcome(request.scope.check_all_used()), "ok");
}

}  // namespace
}  // namespace isotherm::expression
