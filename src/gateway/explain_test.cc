#include "gateway/explain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/testing/between.h"
#include "gateway/testing/twins.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins
using ::testing::HasSubstr;

class Explains : public ::testing::Test {
 protected:
  Plan plan(const LogicalRequest& request) {
    const auto live = run(twins_.below->describe_table({table_name}));
    return explain(*twins_.gateway.current_schema(), *live, request);
  }

  Twins twins_{Shape{.shards = 16}};
};

TEST_F(Explains, AQueryWithItsInputsAsOneShard) {
  QueryRequest query = query_of("channel-A");
  query.key_condition_expression = "p = :p AND s = :s";
  query.placeholders.values->emplace(":s", "user-1");
  const Plan plan = Explains::plan(query);
  EXPECT_EQ(plan.route, Route::one_shard);
  ASSERT_EQ(plan.requests.size(), 1U);
  EXPECT_EQ(plan.requests[0].shard, 3U);
  EXPECT_EQ(plan.requests[0].shard_key, AttributeValue("channel-A-3"));
  EXPECT_EQ(plan.requests[0].index, physical_name);
  EXPECT_EQ(plan.requests[0].detail, "p_shard = \"channel-A-3\" AND s = \"user-1\"");
  EXPECT_EQ(plan.read_units, 0.5);
}

TEST_F(Explains, AQueryWithoutThemAsAScatter) {
  QueryRequest query = query_of("A");
  query.limit = 100;
  const Plan plan = Explains::plan(query);
  EXPECT_EQ(plan.route, Route::scatter);
  EXPECT_EQ(plan.requests.size(), 16U);
  EXPECT_EQ(plan.read_units, 8);
  // 100 entries over 16 shards are about 7 each.
  EXPECT_GE(plan.requests[0].limit, 7);
  EXPECT_LE(plan.requests[0].limit, 12);
}

TEST_F(Explains, ExactlyWhatIsSent) {
  Between between(*twins_.below);
  Gateway gateway(between, schema_of(twins_.shape));
  QueryRequest query = query_of("A");
  query.key_condition_expression = "p = :p AND s BETWEEN :a AND :b";
  query.placeholders.values->emplace(":a", "b");
  query.placeholders.values->emplace(":b", "x");
  query.exclusive_start_key = Item{{"id", "1"}, {"p", "A"}, {"s", "m"}};
  query.limit = 50;
  const auto plan = run(gateway.explain(query));
  ASSERT_TRUE(run(gateway.query(query)).ok());
  ASSERT_EQ(plan->requests.size(), between.queries.size());
  for (std::size_t i = 0; i < between.queries.size(); ++i) {
    const auto& planned = std::get<QueryRequest>(plan->requests[i].request);
    EXPECT_EQ(planned.limit, between.queries[i].limit);
    EXPECT_EQ(planned.key_condition_expression, between.queries[i].key_condition_expression);
    EXPECT_EQ(planned.placeholders.values, between.queries[i].placeholders.values);
    EXPECT_EQ(planned.exclusive_start_key, between.queries[i].exclusive_start_key);
  }
}

TEST_F(Explains, APutWithItsShardAndItsCost) {
  const Plan plan = Explains::plan(
      put_of({{"id", "1"}, {"p", "channel-A"}, {"s", "user-1"}, {"x", std::string(1500, 'x')}}));
  EXPECT_EQ(plan.route, Route::rewritten);
  ASSERT_EQ(plan.requests.size(), 1U);
  EXPECT_THAT(plan.requests[0].detail, HasSubstr("p_shard = \"channel-A-3\""));
  // Two units in the table, two in the index, which projects all.
  EXPECT_EQ(plan.write_units, 4);
}

TEST_F(Explains, AnUpdateThatMustReadFirst) {
  const Plan plan = Explains::plan(update_of({{"id", "1"}}, "SET s = :s", {{":s", "user-2"}}));
  EXPECT_EQ(plan.route, Route::read_then_write);
  ASSERT_EQ(plan.requests.size(), 2U);
  EXPECT_EQ(plan.requests[0].operation, "GetItem");
  EXPECT_EQ(plan.requests[1].operation, "UpdateItem");
  EXPECT_THAT(plan.requests[1].detail, HasSubstr("IF unchanged: p"));
  EXPECT_EQ(plan.read_units, 1);
}

TEST_F(Explains, ARefusalWithItsReason) {
  const Plan plan = Explains::plan(put_of({{"id", "1"}, {hidden_name, "x"}}));
  EXPECT_EQ(plan.route, Route::refused);
  EXPECT_TRUE(plan.requests.empty());
  EXPECT_THAT(plan.refusal->message(), HasSubstr("is reserved"));
}

TEST_F(Explains, ATableWithoutARuleAsPassedThrough) {
  PutItemRequest put = put_of({{"id", "1"}});
  put.table_name = "Other";
  const Plan plan = Explains::plan(put);
  EXPECT_EQ(plan.route, Route::pass_through);
  EXPECT_EQ(plan.requests.size(), 1U);
  EXPECT_EQ(route_name(plan.route), "pass-through");
}

}  // namespace
}  // namespace isotherm::gateway
