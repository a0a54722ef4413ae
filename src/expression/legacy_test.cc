#include "expression/legacy.h"

#include "expression/testing/expressions.h"

namespace isotherm::expression {
namespace {

using namespace testing;
using Op = ComparisonOperator;

const std::string prefix = "One or more parameter values were invalid: ";

std::string expected_error(ExpectedAttribute entry) {
  return outcome(condition_from_expected({{"a", std::move(entry)}}, ConditionalOperator::all_of));
}

std::string filter_error(Op op, std::optional<std::vector<AttributeValue>> values) {
  return outcome(
      condition_from_filter({{"a", {op, std::move(values)}}}, ConditionalOperator::all_of));
}

bool filter_holds(Op op, std::vector<AttributeValue> values, const Item& item) {
  const auto condition =
      condition_from_filter({{"a", {op, std::move(values)}}}, ConditionalOperator::all_of);
  EXPECT_EQ(outcome(condition), "ok");
  return condition.ok() && condition->holds(item);
}

TEST(Expected, SaysWhichOfItsMembersDoNotGoTogether) {
  EXPECT_EQ(expected_error({}),
            prefix + "Value must be provided when Exists is null for Attribute: a");
  EXPECT_EQ(expected_error({.exists = true}),
            prefix + "Value must be provided when Exists is true for Attribute: a");
  EXPECT_EQ(expected_error({.exists = false, .value = "x"}),
            prefix + "Value cannot be used when Exists is false for Attribute: a");
  EXPECT_EQ(expected_error({.op = Op::lt}),
            prefix +
                "Value or AttributeValueList must be used with ComparisonOperator: LT for "
                "Attribute: a");
  EXPECT_EQ(expected_error({.exists = true, .op = Op::lt}),
            prefix + "Exists and ComparisonOperator cannot be used together for Attribute: a");
  EXPECT_EQ(expected_error({.exists = true, .values = {{}}}),
            prefix +
                "AttributeValueList can only be used with a ComparisonOperator for "
                "Attribute: a");
  EXPECT_EQ(expected_error({.value = "x", .op = Op::lt, .values = {{"x"}}}),
            prefix + "Value and AttributeValueList cannot be used together for Attribute: a");
}

TEST(Expected, ChecksItsValues) {
  EXPECT_EQ(expected_error({.value = "x", .op = Op::between}),
            prefix + "Invalid number of argument(s) for the BETWEEN ComparisonOperator");
  EXPECT_EQ(expected_error({.value = "x", .op = Op::null}),
            prefix + "Invalid number of argument(s) for the NULL ComparisonOperator");
  EXPECT_EQ(expected_error({.op = Op::in, .values = {{"b", number("1")}}}),
            prefix + "AttributeValues inside AttributeValueList must be of same type");
  EXPECT_EQ(expected_error({.op = Op::between, .values = {{"b", "a"}}}),
            "The BETWEEN condition was provided a range where the lower bound is greater than the "
            "upper bound");
}

TEST(Expected, HoldsAsExpressionsDo) {
  const ExpectedAttributes absent_or_equal{{"pk", {.exists = false}}, {"s", {.value = "x"}}};
  const auto all = condition_from_expected(absent_or_equal, ConditionalOperator::all_of);
  const auto any = condition_from_expected(absent_or_equal, ConditionalOperator::any_of);
  EXPECT_TRUE(all->holds({{"s", "x"}}));
  EXPECT_FALSE(all->holds({{"s", "x"}, {"pk", "p"}}));
  EXPECT_TRUE(any->holds({{"s", "x"}, {"pk", "p"}}));
  EXPECT_FALSE(any->holds({{"s", "y"}, {"pk", "p"}}));
  EXPECT_TRUE(condition_from_expected({}, ConditionalOperator::any_of)->holds({}));
}

TEST(Filter, CountsItsValues) {
  for (const Op op : {Op::eq, Op::ne, Op::le, Op::lt, Op::ge, Op::gt, Op::contains,
                      Op::not_contains, Op::begins_with, Op::in, Op::between}) {
    EXPECT_EQ(filter_error(op, {}).substr(0, prefix.size() + 29),
              prefix + "Invalid number of argument(s)");
  }
  EXPECT_EQ(filter_error(Op::null, {{"a"}}),
            prefix + "Invalid number of argument(s) for the NULL ComparisonOperator");
  EXPECT_EQ(filter_error(Op::not_contains, {{"a", "a"}}),
            prefix + "Invalid number of argument(s) for the NOT_CONTAINS ComparisonOperator");
  EXPECT_EQ(filter_error(Op::between, {{"a", "a", "a"}}),
            prefix + "Invalid number of argument(s) for the BETWEEN ComparisonOperator");
}

TEST(Filter, ChecksTypes) {
  const auto type = [](std::string_view op, std::string_view t) {
    return prefix + "ComparisonOperator " + std::string(op) + " is not valid for " +
           std::string(t) + " AttributeValue type";
  };
  EXPECT_EQ(filter_error(Op::lt, {{true}}), type("LT", "BOOL"));
  EXPECT_EQ(filter_error(Op::ge, {{list({})}}), type("GE", "L"));
  EXPECT_EQ(filter_error(Op::in, {{Null{}}}), type("IN", "NULL"));
  EXPECT_EQ(filter_error(Op::between, {{map({}), map({})}}), type("BETWEEN", "M"));
  EXPECT_EQ(filter_error(Op::contains, {{strings({"a"})}}), type("CONTAINS", "SS"));
  EXPECT_EQ(filter_error(Op::not_contains, {{map({})}}), type("NOT_CONTAINS", "M"));
  EXPECT_EQ(filter_error(Op::begins_with, {{number("1")}}), type("BEGINS_WITH", "N"));
  EXPECT_EQ(filter_error(Op::begins_with, {{Binary{"a"}}}), "ok");
  EXPECT_EQ(filter_error(Op::eq, {{strings({"a"})}}), "ok");
}

TEST(Filter, HoldsByOperator) {
  const Item item{{"a", "hello"}};
  EXPECT_TRUE(filter_holds(Op::eq, {"hello"}, item));
  EXPECT_TRUE(filter_holds(Op::ne, {"x"}, item));
  EXPECT_TRUE(filter_holds(Op::ne, {"x"}, {}));
  EXPECT_TRUE(filter_holds(Op::in, {"x", "hello"}, item));
  EXPECT_TRUE(filter_holds(Op::gt, {"h"}, item));
  EXPECT_TRUE(filter_holds(Op::between, {"h", "i"}, item));
  EXPECT_TRUE(filter_holds(Op::not_null, {}, item));
  EXPECT_TRUE(filter_holds(Op::null, {}, {}));
  EXPECT_TRUE(filter_holds(Op::contains, {"ell"}, item));
  EXPECT_FALSE(filter_holds(Op::not_contains, {"ell"}, item));
  EXPECT_TRUE(filter_holds(Op::not_contains, {"ell"}, {}));
  EXPECT_TRUE(filter_holds(Op::begins_with, {"he"}, item));
}

TEST(KeyConditions, BecomeComparisons) {
  const auto comparisons = key_comparisons_from(
      {{"pk", {Op::eq, {{"p"}}}}, {"sk", {Op::between, {{number("1"), number("2")}}}}});
  ASSERT_TRUE(comparisons.ok());
  const KeySchema key{{"pk", KeyType::S}, AttributeDefinition{"sk", KeyType::N}};
  const auto condition = bind_key_condition(*comparisons, key, false);
  ASSERT_TRUE(condition.ok());
  EXPECT_TRUE(condition->matches_sort(number("1.5")));
  EXPECT_FALSE(condition->matches_sort(number("2.5")));
}

TEST(KeyConditions, AreIndexableAndNotEmpty) {
  EXPECT_EQ(outcome(key_comparisons_from({})), "Conditions can be of length 1 or 2 only");
  for (const Op op : {Op::ne, Op::contains, Op::not_contains, Op::in}) {
    EXPECT_EQ(outcome(key_comparisons_from({{"a", {op, {{"x"}}}}})),
              "Attempted conditional constraint is not an indexable operation");
  }
  EXPECT_EQ(outcome(key_comparisons_from({{"a", {Op::null, {}}}})),
            "Attempted conditional constraint is not an indexable operation");
  EXPECT_EQ(outcome(key_comparisons_from({{"a", {Op::eq, {}}}, {"b", {Op::null, {}}}})),
            prefix + "Invalid number of argument(s) for the EQ ComparisonOperator");
}

std::string update_refusal(AttributeUpdate update) {
  return outcome(update_from({{"a", std::move(update)}}));
}

TEST(AttributeUpdates, SayWhatTheyCannotDo) {
  EXPECT_EQ(update_refusal({}),
            prefix + "Only DELETE action is allowed when no attribute value is specified");
  EXPECT_EQ(update_refusal({.value = {}, .action = AttributeAction::add}),
            prefix + "Only DELETE action is allowed when no attribute value is specified");
  EXPECT_EQ(update_refusal({.value = list({}), .action = AttributeAction::remove}),
            prefix + "DELETE action with value is not supported for the type L");
  EXPECT_EQ(update_refusal({.value = number("1"), .action = AttributeAction::remove}),
            prefix + "DELETE action with value is not supported for the type N");
  EXPECT_EQ(update_refusal({.value = Binary{"b"}, .action = AttributeAction::add}),
            prefix + "ADD action is not supported for the type B");
  EXPECT_EQ(update_refusal({.value = map({}), .action = AttributeAction::add}),
            prefix + "ADD action is not supported for the type M");
}

TEST(AttributeUpdates, PutAddAndDelete) {
  const AttributeUpdates updates{
      {"b", {.value = {}, .action = AttributeAction::remove}},
      {"c", {.value = strings({"a", "b"}), .action = AttributeAction::remove}},
      {"d", {.value = number("5"), .action = AttributeAction::add}},
      {"e", {.value = strings({"a", "b"}), .action = AttributeAction::add}},
      {"f", {.value = list({"a", number("1")}), .action = AttributeAction::add}},
      {"dotted.name", {.value = "x", .action = {}}},
  };
  const auto update = update_from(updates);
  ASSERT_TRUE(update.ok());
  EXPECT_EQ(*update->apply({}), (Item{{"d", number("5")},
                                      {"dotted.name", "x"},
                                      {"e", strings({"a", "b"})},
                                      {"f", list({"a", number("1")})}}));
  EXPECT_EQ(*update->apply({{"b", "gone"},
                            {"c", strings({"b", "c"})},
                            {"d", number("1")},
                            {"e", strings({"z"})},
                            {"f", list({"q"})}}),
            (Item{{"c", strings({"c"})},
                  {"d", number("6")},
                  {"dotted.name", "x"},
                  {"e", strings({"a", "b", "z"})},
                  {"f", list({"q", "a", number("1")})}}));
}

TEST(AttributeUpdates, HaveTheirOwnWordsForOtherTypes) {
  const auto refusal = [](AttributeAction action, AttributeValue value, const Item& item) {
    const auto update = update_from({{"a", {.value = std::move(value), .action = action}}});
    return outcome(update->apply(item));
  };
  const std::string mismatch = "Type mismatch for attribute to update";
  EXPECT_EQ(refusal(AttributeAction::remove, numbers({"1"}), {{"a", strings({"1"})}}), mismatch);
  EXPECT_EQ(refusal(AttributeAction::remove, numbers({"1"}), {{"a", number("1")}}), mismatch);
  EXPECT_EQ(refusal(AttributeAction::add, number("1"), {{"a", numbers({"1"})}}), mismatch);
}

TEST(AttributesToGet, NamesTopLevelAttributesOnce) {
  EXPECT_EQ(outcome(projection_from({"a", "b", "a"})),
            prefix + "Duplicate value in attribute name: a");
  const auto projection = projection_from({"name", "a.b", "absent"});
  ASSERT_TRUE(projection.ok());
  EXPECT_EQ(projection->project({{"name", "n"}, {"a.b", "x"}, {"a", map({{"b", "y"}})}}),
            (Item{{"a.b", "x"}, {"name", "n"}}));
}

}  // namespace
}  // namespace isotherm::expression
