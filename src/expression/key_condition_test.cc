#include "expression/key_condition.h"

#include "expression/testing/expressions.h"

namespace isotherm::expression {
namespace {

using namespace testing;

const KeySchema hash_only{{"pk", KeyType::S}, {}};
const KeySchema with_sort{{"pk", KeyType::S}, AttributeDefinition{"sk", KeyType::S}};
const KeySchema with_number{{"pk", KeyType::S}, AttributeDefinition{"sk", KeyType::N}};
const KeySchema with_binary{{"pk", KeyType::B}, AttributeDefinition{"sk", KeyType::B}};

const ExpressionValues values{{":p", "p"},         {":v", "v"},           {":w", "w"},
                              {":n", number("5")}, {":m", number("7")},   {":t", true},
                              {":e", ""},          {":b", Binary{"\x7F"}}};

Result<KeyCondition> bound(std::string_view text, const KeySchema& key) {
  Request request(values);
  const auto comparisons = parse_key_condition(text, request.scope);
  if (!comparisons.ok()) return comparisons.error();
  return bind_key_condition(*comparisons, key, false);
}

std::string error(std::string_view text, const KeySchema& key = with_sort) {
  return outcome(bound(text, key));
}

bool matches(std::string_view text, const AttributeValue& sort_key,
             const KeySchema& key = with_sort) {
  const auto condition = bound(text, key);
  EXPECT_EQ(outcome(condition), "ok") << text;
  return condition.ok() && condition->matches_sort(sort_key);
}

TEST(KeyCondition, FindsTheKeysInAnyOrderAndForm) {
  for (const std::string_view text :
       {"pk = :p AND sk >= :v", "(pk = :p) AND (sk >= :v)", "(pk = :p AND (sk >= :v))",
        "sk >= :v AND pk = :p", ":v <= sk and :p = pk"}) {
    const auto condition = bound(text, with_sort);
    ASSERT_EQ(outcome(condition), "ok") << text;
    EXPECT_EQ(condition->partition, AttributeValue("p"));
    EXPECT_EQ(condition->sort->op, SortKeyOperator::ge);
    EXPECT_EQ(condition->sort->value, AttributeValue("v"));
  }
  EXPECT_FALSE(bound("pk = :p", with_sort)->sort.has_value());
}

TEST(KeyCondition, MatchesSortKeys) {
  EXPECT_TRUE(matches("pk = :p", "anything"));
  EXPECT_TRUE(matches("pk = :p AND sk = :v", "v"));
  EXPECT_FALSE(matches("pk = :p AND sk < :v", "v"));
  EXPECT_TRUE(matches("pk = :p AND sk <= :v", "v"));
  EXPECT_TRUE(matches("pk = :p AND :v < sk", "va"));
  EXPECT_TRUE(matches("pk = :p AND begins_with(sk, :v)", "vw"));
  EXPECT_FALSE(matches("pk = :p AND begins_with(sk, :v)", "u"));
  EXPECT_TRUE(matches("pk = :p AND sk BETWEEN :v AND :w", "vz"));
  EXPECT_FALSE(matches("pk = :p AND sk BETWEEN :v AND :w", "wa"));
  EXPECT_TRUE(matches("pk = :p AND sk > :n", number("10"), with_number));
  EXPECT_TRUE(matches("pk = :b AND begins_with(sk, :b)", Binary{"\x7F\x01"}, with_binary));
}

TEST(KeyConditionSyntax, RefusesOtherOperators) {
  const std::string invalid = "Invalid operator used in KeyConditionExpression: ";
  EXPECT_EQ(error("a > b and size(b) > c or a > c"), invalid + "OR");
  EXPECT_EQ(error("a in (b, size(c), d)"), invalid + "IN");
  EXPECT_EQ(error("attribute_exists(a)"), invalid + "attribute_exists");
  EXPECT_EQ(error("attribute_not_exists(a)"), invalid + "attribute_not_exists");
  EXPECT_EQ(error("attribute_type(a, :s)").substr(0, 31), "Invalid KeyConditionExpression:");
  EXPECT_EQ(error("contains(a.d, b)"), invalid + "contains");
  EXPECT_EQ(error("not a > b"), invalid + "NOT");
  EXPECT_EQ(error("a <> b"), invalid + "<>");
}

TEST(KeyConditionSyntax, RefusesWhatIsNotAKeyAndAValue) {
  EXPECT_EQ(error(":v between size(b) and size(a) and b > :v"),
            "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key "
            "attribute as its first operand");
  EXPECT_EQ(error("begins_with(:v, b) and a > :v"),
            "Invalid condition in KeyConditionExpression: begins_with operator must have the key "
            "attribute as its first operand");
  for (const std::string_view text :
       {"size(b) > a AND a.b > b AND b > c", "a > size(b.d)", "a between size(b) and size(a)"}) {
    EXPECT_EQ(error(text), "KeyConditionExpressions cannot contain nested operations") << text;
  }
  for (const std::string_view text :
       {"b > a.b", "b between c[1] and d", "a between b and size(a)", "begins_with(a, b)"}) {
    EXPECT_EQ(error(text),
              "Invalid condition in KeyConditionExpression: Multiple attribute names used in one "
              "condition")
        << text;
  }
  for (const std::string_view text : {"b.d > a AND c.d > e.f", "a.d > c", "b[0] > a"}) {
    EXPECT_EQ(error(text), "KeyConditionExpressions cannot have conditions on nested attributes")
        << text;
  }
  EXPECT_EQ(error(":v > :w AND a < :v"),
            "Invalid condition in KeyConditionExpression: No key attribute specified");
}

TEST(KeyConditionSyntax, RefusesTwoConditionsOnOneKey) {
  const std::string twice =
      "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition "
      "per key";
  EXPECT_EQ(error("pk = :p AND sk > :v AND sk < :w"), twice);
  EXPECT_EQ(error("(a > :v and b > :v) and (b > :v and c > :v)"), twice);
}

TEST(KeyConditionSyntax, ChecksTextsAndOperandsAsConditionsDo) {
  const std::string prefix = "Invalid KeyConditionExpression: ";
  EXPECT_EQ(error(""), prefix + "The expression can not be empty;");
  EXPECT_EQ(error("()"), prefix + "Syntax error; token: \")\", near: \"()\"");
  EXPECT_EQ(error("((pk = :p))"), prefix + "The expression has redundant parentheses;");
  const auto operand = [&](std::string_view op, std::string_view type) {
    return prefix + "Incorrect operand type for operator or function; operator or function: " +
           std::string(op) + ", operand type: " + std::string(type);
  };
  EXPECT_EQ(error("pk = :p AND begins_with(sk, :n)"), operand("begins_with", "N"));
  EXPECT_EQ(error("pk = :p AND begins_with(sk, :t)"), operand("begins_with", "BOOL"));
  EXPECT_EQ(error("pk = :p AND sk < :t"), operand("<", "BOOL"));
  EXPECT_EQ(error("pk = :p AND :t >= sk"), operand(">=", "BOOL"));
  EXPECT_EQ(error("pk = :p AND sk BETWEEN :t AND :t"), operand("BETWEEN", "BOOL"));
  EXPECT_EQ(error("pk = :p AND begins_with(sk, :n) AND sk > :v"), operand("begins_with", "N"));
  EXPECT_EQ(error("pk = :p AND sk BETWEEN :w AND :v").substr(0, 79),
            prefix + "The BETWEEN operator requires upper bound to be");
}

TEST(KeyConditionBinding, NamesTheKeyThatIsMissed) {
  EXPECT_EQ(error("sk = :v"), "Query condition missed key schema element: pk");
  EXPECT_EQ(error("attr1 = :v"), "Query condition missed key schema element: pk");
  EXPECT_EQ(error("pk = :p AND c = :n"), "Query condition missed key schema element: sk");
}

TEST(KeyConditionBinding, CountsConditions) {
  EXPECT_EQ(error("pk = :p AND sk > :v AND extra = :v"),
            "The number of query conditions (3) exceeds the number of key attributes defined in "
            "the schema (2)");
  EXPECT_EQ(error("pk = :p AND sk > :v", hash_only),
            "The number of query conditions (2) exceeds the number of key attributes defined in "
            "the schema (1)");
}

// Two attributes of the partition key, three of the sort key.
const KeySchema compound{{"a", KeyType::S},
                         AttributeDefinition{"x", KeyType::S},
                         {{"b", KeyType::N}},
                         {{"y", KeyType::N}, {"z", KeyType::S}}};

TEST(CompoundKeyCondition, TakesSortAttributesFromTheLeft) {
  auto condition = bound("a = :p AND b = :n", compound);
  ASSERT_EQ(outcome(condition), "ok");
  EXPECT_EQ(condition->partition, AttributeValue("p"));
  EXPECT_EQ(condition->more_partition, std::vector<AttributeValue>{number("5")});
  EXPECT_FALSE(condition->sort);
  condition = bound("y > :m AND b = :n AND x = :v AND a = :p", compound);
  ASSERT_EQ(outcome(condition), "ok");
  EXPECT_EQ(condition->leading, std::vector<AttributeValue>{"v"});
  EXPECT_EQ(condition->sort->op, SortKeyOperator::gt);
  EXPECT_EQ(condition->sort->value, number("7"));
  condition = bound("a = :p AND b = :n AND x = :v AND y = :m AND begins_with(z, :w)", compound);
  ASSERT_EQ(outcome(condition), "ok");
  EXPECT_EQ(condition->leading, (std::vector<AttributeValue>{"v", number("7")}));
  EXPECT_EQ(condition->sort->op, SortKeyOperator::begins_with);
}

TEST(CompoundKeyCondition, RefusesGapsAndInequalitiesBeforeTheLast) {
  const std::string missed = "Query condition missed key schema element: ";
  const std::string unsupported = "Query key condition not supported";
  EXPECT_EQ(error("a = :p", compound), missed + "b");
  EXPECT_EQ(error("b = :n", compound), missed + "a");
  EXPECT_EQ(error("a = :p AND x = :v", compound), missed + "b");
  EXPECT_EQ(error("a = :p AND b > :n", compound), unsupported);
  EXPECT_EQ(error("a = :p AND b = :n AND y = :m", compound), missed + "x");
  EXPECT_EQ(error("a = :p AND b = :n AND x = :v AND z = :w", compound), missed + "y");
  EXPECT_EQ(error("a = :p AND b = :n AND x > :v AND y = :m", compound), unsupported);
  EXPECT_EQ(error("a = :p AND b = :n AND begins_with(x, :v) AND y = :m", compound), unsupported);
  EXPECT_EQ(error("a = :p AND b = :n AND x = :v AND y = :m AND z = :w AND c = :v", compound),
            "The number of query conditions (6) exceeds the number of key attributes defined in "
            "the schema (5)");
  EXPECT_NE(error("a = :p AND b = :v", compound).find("does not match schema type"),
            std::string::npos);
}

TEST(KeyConditionBinding, ChecksTypes) {
  const std::string type =
      "One or more parameter values were invalid: Condition parameter type does not match schema "
      "type";
  EXPECT_EQ(error("pk = :n"), type);
  EXPECT_EQ(error("pk = :t"), type);
  EXPECT_EQ(error(":n > pk"), type);
  EXPECT_EQ(error("pk = :p AND sk = :v", with_number), type);
  EXPECT_EQ(error("pk = :p AND sk = :t", with_number), type);
  EXPECT_EQ(error("pk = :p AND begins_with(sk, :v)", with_number), type);
  EXPECT_EQ(error("pk = :p AND sk BETWEEN :n AND :m"), type);
}

TEST(KeyConditionBinding, TakesOnlyEqualityOfThePartitionKey) {
  for (const std::string_view text : {"pk > :v", ":v >= pk", "begins_with(pk, :v)",
                                      "pk between :v and :w", "pk < :v AND sk = :v"}) {
    EXPECT_EQ(error(text), "Query key condition not supported") << text;
  }
}

TEST(KeyConditionBinding, RefusesEmptyAndOversizedKeys) {
  EXPECT_EQ(error("pk = :e"),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: pk");
  EXPECT_EQ(error("pk = :p AND sk >= :e"),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: sk");
  const auto bind = [](std::size_t partition_bytes, std::size_t sort_bytes) {
    const KeyComparisons comparisons{
        {"pk", {SortKeyOperator::eq, std::string(partition_bytes, 'p'), {}}},
        {"sk", {SortKeyOperator::eq, std::string(sort_bytes, 's'), {}}}};
    return outcome(bind_key_condition(comparisons, with_sort, false));
  };
  EXPECT_EQ(bind(2048, 1024), "ok");
  EXPECT_EQ(bind(2049, 1),
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of2048 bytes");
  EXPECT_EQ(bind(1, 1025),
            "One or more parameter values were invalid: Aggregated size of all range keys has "
            "exceeded the size limit of 1024 bytes");
}

}  // namespace
}  // namespace isotherm::expression
