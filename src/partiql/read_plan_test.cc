#include "partiql/read_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "partiql/parser.h"

namespace isotherm::partiql {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A table whose partition key is k and whose sort key is s, both strings.
const AccessPath& path() {
  static const AccessPath access{
      {{"k", KeyType::S}, AttributeDefinition{"s", KeyType::S}}, {}, false};
  return access;
}

Result<ReadPlan> plan(const std::string& where) {
  const std::string text = "SELECT * FROM t WHERE " + where;
  const auto statement = parse_statement(text);
  if (!statement.ok()) return statement.error();
  static const std::vector<AttributeValue> none;
  auto condition = condition_of(*std::get<Select>(statement->what).where, {text, none});
  if (!condition.ok()) return condition.error();
  ASSIGN_OR_RETURN(ReadPlan made, plan_reads(std::move(*condition), path(), false, true));
  TRY(order_reads(made, path(), true, {}));
  return made;
}

/// Each read in short: "get a/1", "query a s>'1' +filter", "scan".
std::vector<std::string> reads(const std::string& where) {
  const auto made = plan(where);
  if (!made.ok()) return {made.error().message()};
  std::vector<std::string> all;
  for (const Read& read : made->reads) {
    std::string text = read.kind == Read::Kind::get     ? "get"
                       : read.kind == Read::Kind::query ? "query"
                                                        : "scan";
    if (read.kind != Read::Kind::scan) text += " " + *read.partition.get_if<std::string>();
    if (read.sort) {
      text += " " + std::string(expression::operator_name(read.sort->op)) + " " +
              *read.sort->value.get_if<std::string>();
      if (read.sort->op == ConditionOperator::between) {
        text += ".." + *read.sort->upper.get_if<std::string>();
      }
    }
    if (read.filter) text += " +filter";
    all.push_back(text);
  }
  return all;
}

TEST(ReadPlan, OfAWholeKeyIsOneItem) {
  EXPECT_THAT(reads("k = 'a' AND s = '1'"), ElementsAre("get a = 1"));
  EXPECT_THAT(reads("'1' = s AND (k = 'a')"), ElementsAre("get a = 1"));
  EXPECT_THAT(reads("k IN ['a'] AND s IN ['1'] AND k = 'a'"), ElementsAre("get a = 1"));
  EXPECT_THAT(reads("k = 'a' AND s = '1' AND x = 2"), ElementsAre("get a = 1 +filter"));
  EXPECT_THAT(reads("s = '1' AND s > '0' AND k = 'a'"), ElementsAre("get a = 1 +filter"));
}

TEST(ReadPlan, OfAPartitionIsAQueryWithOneSortCondition) {
  EXPECT_THAT(reads("k = 'a'"), ElementsAre("query a"));
  EXPECT_THAT(reads("k = 'a' AND begins_with(s, 'p')"), ElementsAre("query a begins_with p"));
  EXPECT_THAT(reads("k = 'a' AND s >= '1' AND s <= '3'"), ElementsAre("query a BETWEEN 1..3"));
  EXPECT_THAT(reads("k = 'a' AND s > '1' AND s <= '3'"),
              ElementsAre("query a BETWEEN 1..3 +filter"));
  EXPECT_THAT(reads("k = 'a' AND '3' > s AND s > '7'"), ElementsAre("query a > 7 +filter"));
  EXPECT_THAT(reads("k = 'a' AND s <> '1'"), ElementsAre("query a +filter"));
  EXPECT_THAT(reads("k = 'a' AND (x = 1 OR y = 2)"), ElementsAre("query a +filter"));
}

TEST(ReadPlan, WithoutAFixedPartitionIsAScan) {
  for (const char* where : {"x = 1", "s = '1'", "k > 'a'", "k = 'a' OR x = 1", "NOT k = 'a'",
                            "k = x", "k.y = 'a'", "k = 'a' AND (k = 'b' OR s = '1')"}) {
    EXPECT_THAT(reads(where), ElementsAre("scan +filter")) << where;
  }
}

TEST(ReadPlan, DecomposesIntoTheAlternatives) {
  EXPECT_THAT(reads("k = 'a' AND (s < '2' OR s = '2' OR s > '2')"),
              ElementsAre("query a < 2", "get a = 2", "query a > 2"));
  EXPECT_THAT(reads("k IN ['a', 'b'] AND s = '1'"),
              testing::UnorderedElementsAre("get a = 1", "get b = 1"));
  EXPECT_THAT(reads("k = 'a' AND s = '1' OR k = 'b' AND x = 2"),
              testing::UnorderedElementsAre("get a = 1", "query b +filter"));
}

TEST(ReadPlan, OrdersPartitionsByTheirHash) {
  // The order in which the service was seen to look at such keys.
  EXPECT_THAT(reads("k IN ['z', 'y2', 'y']"), ElementsAre("query y2", "query y", "query z"));
  EXPECT_THAT(reads("k IN ['b', 'q']"), ElementsAre("query q", "query b"));
}

TEST(ReadPlan, RefusesAlternativesThatOverlap) {
  for (const char* where :
       {"k = 'a' OR k = 'a'", "k IN ['a', 'b', 'a']", "k = 'a' AND (s = '1' OR x = 1)",
        "k = 'a' AND (s > '1' OR s BETWEEN '0' AND '2')",
        "k = 'a' AND (begins_with(s, 'p') OR s = 'pq')",
        "k = 'a' AND x = 1 OR k = 'a' AND s = '2'"}) {
    EXPECT_THAT(
        reads(where),
        ElementsAre("Overlapping conditions with range keys are not supported in where clause"))
        << where;
  }
  EXPECT_THAT(reads("k = 'a' AND (begins_with(s, 'p') OR s = 'q')"),
              ElementsAre("query a begins_with p", "get a = q"));
}

TEST(ReadPlan, MergesAlternativesThatANegationTellsApart) {
  EXPECT_THAT(reads("k = 'a' AND NOT s = '1' OR k = 'a' AND s = '2'"),
              ElementsAre("query a +filter"));
  EXPECT_THAT(reads("k = 'a' OR k = 'a' AND s <> '1'"), ElementsAre("query a"));
}

TEST(ReadPlan, HasFiftyReadsAtTheMost) {
  const auto many = [](int count, const std::string& attribute) {
    std::string text = attribute + " IN [";
    for (int i = 0; i < count; ++i) text += (i > 0 ? ",'" : "'") + std::to_string(i) + "'";
    return text + "]";
  };
  EXPECT_EQ(plan(many(50, "k"))->reads.size(), 50U);
  EXPECT_EQ(plan(many(25, "k") + " AND s IN ['1', '2']")->reads.size(), 50U);
  const auto refused = ElementsAre("Too many decomposed read operations for a given query.");
  EXPECT_THAT(reads(many(51, "k")), refused);
  EXPECT_THAT(reads(many(26, "k") + " AND s IN ['1', '2']"), refused);
  EXPECT_THAT(reads("k = 'a' AND " + many(51, "s")), refused);
  EXPECT_THAT(reads(many(100, "k") + " AND " + many(100, "s")), refused);
  EXPECT_THAT(reads(many(51, "k") + " OR x = 1"), ElementsAre("scan +filter"));
}

TEST(ReadPlan, ChecksTheTypesOfKeysItReadsBy) {
  EXPECT_THAT(
      reads("k = 1 OR k = 'a'"),
      ElementsAre("Key attribute's data type should match its data type in table's schema: Key k"));
  EXPECT_THAT(
      reads("k = 'a' AND s > 2"),
      ElementsAre("Key attribute's data type should match its data type in table's schema: Key s"));
  EXPECT_THAT(reads("k > 1"), ElementsAre("scan +filter"));
}

TEST(ReadPlan, KnowsWhenItIsOneKeyAndNothingElse) {
  const KeySchema& key = path().key;
  EXPECT_EQ(plan("k = 'a' AND s = '1'")->single_key(key), (Item{{"k", "a"}, {"s", "1"}}));
  for (const char* where :
       {"k = 'a'", "k = 'a' AND s = '1' AND x = 1", "k IN ['a', 'b'] AND s = '1'",
        "k = 'a' AND s = '1' AND k = 'b'", "x = 1"}) {
    EXPECT_EQ(plan(where)->single_key(key), std::nullopt) << where;
  }
}

}  // namespace
}  // namespace isotherm::partiql
