// Consumed capacity to the unit, by table and index.

#include <gtest/gtest.h>

#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

/// `pk`, with a global index `g` on `gk`, and one, `k`, that keeps keys only.
class Capacities : public testing::Test {
 protected:
  Capacities() {
    CreateTableRequest request = table_request("t", false);
    define(request, {{"gk", KeyType::S}, {"kk", KeyType::S}});
    request.global_indexes = {index_request("g", "gk"), index_request("k", "kk")};
    (*request.global_indexes)[1].projection->type = ProjectionType::keys_only;
    run(scratch->create_table(request)).value();
  }

  static std::string text(std::size_t bytes) { return std::string(bytes, 'x'); }
  static double index_units(const WriteItemResponse& response, const char* index) {
    const auto it = response.consumed.global_indexes.find(index);
    return it == response.consumed.global_indexes.end() ? 0 : it->second.write_units;
  }

  Scratch scratch;
};

TEST_F(Capacities, AWriteIsChargedForTheLargerImage) {
  EXPECT_EQ(put(scratch, "t", {{"pk", "a"}, {"d", text(3000)}}).value().consumed.table.write_units,
            3);
  EXPECT_EQ(put(scratch, "t", {{"pk", "a"}}).value().consumed.table.write_units, 3);
  EXPECT_EQ(put(scratch, "t", {{"pk", "a"}}).value().consumed.table.write_units, 1);
  EXPECT_EQ(update(scratch, "t", {{"pk", "a"}}, "SET d = :d", {{":d", text(2000)}})
                .value()
                .consumed.table.write_units,
            2);
  EXPECT_EQ(update(scratch, "t", {{"pk", "a"}}, "REMOVE d").value().consumed.table.write_units, 2);
  EXPECT_EQ(erase(scratch, "t", {{"pk", "a"}}).value().consumed.table.write_units, 1);
  EXPECT_EQ(erase(scratch, "t", {{"pk", "a"}}).value().consumed.table.write_units, 1);
}

TEST_F(Capacities, AnIndexIsChargedForWhatChangesInIt) {
  EXPECT_EQ(index_units(put(scratch, "t", {{"pk", "a"}}).value(), "g"), 0);
  // Comes into the index.
  EXPECT_EQ(index_units(put(scratch, "t", {{"pk", "a"}, {"gk", "1"}}).value(), "g"), 1);
  // An identical overwrite charges the table alone.
  EXPECT_EQ(index_units(put(scratch, "t", {{"pk", "a"}, {"gk", "1"}}).value(), "g"), 0);
  // A change in place: one charge, on the larger entry.
  EXPECT_EQ(
      index_units(put(scratch, "t", {{"pk", "a"}, {"gk", "1"}, {"d", text(2000)}}).value(), "g"),
      2);
  EXPECT_EQ(index_units(put(scratch, "t", {{"pk", "a"}, {"gk", "1"}}).value(), "g"), 2);
  // Leaves it.
  EXPECT_EQ(index_units(put(scratch, "t", {{"pk", "a"}}).value(), "g"), 1);
}

TEST_F(Capacities, MovingAnIndexKeyIsADeleteAndAnInsert) {
  // 1,517 bytes on both sides: 2 + 2.
  const std::size_t padding = 1517 - (2 + 1 + 2 + 1 + 1);
  ASSERT_TRUE(put(scratch, "t", {{"pk", "a"}, {"gk", "1"}, {"d", text(padding)}}).ok());
  const auto moved = put(scratch, "t", {{"pk", "a"}, {"gk", "2"}, {"d", text(padding)}}).value();
  EXPECT_EQ(index_units(moved, "g"), 4);
  EXPECT_EQ(moved.consumed.table.write_units, 2);
  EXPECT_EQ(moved.consumed.total().write_units, 6);
}

TEST_F(Capacities, WhatIsNotProjectedCostsAnIndexNothing) {
  ASSERT_TRUE(put(scratch, "t", {{"pk", "a"}, {"kk", "1"}}).ok());
  EXPECT_EQ(
      index_units(put(scratch, "t", {{"pk", "a"}, {"kk", "1"}, {"d", text(5000)}}).value(), "k"),
      0);
  EXPECT_EQ(index_units(erase(scratch, "t", {{"pk", "a"}}).value(), "k"), 1);
}

TEST_F(Capacities, ReadsRoundEachItemUp) {
  ASSERT_TRUE(put(scratch, "t", {{"pk", "a"}, {"d", text(8300)}}).ok());
  GetItemRequest request;
  request.table_name = "t";
  request.key = {{"pk", "a"}};
  EXPECT_EQ(run(scratch->get_item(request)).value().consumed.table.read_units, 1.5);
  request.consistent_read = true;
  EXPECT_EQ(run(scratch->get_item(request)).value().consumed.table.read_units, 3);
  request.key = {{"pk", "missing"}};
  EXPECT_EQ(run(scratch->get_item(request)).value().consumed.table.read_units, 1);
}

TEST_F(Capacities, AQueryRoundsTheSumUp) {
  run(scratch->create_table(table_request("range", true))).value();
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(
        put(scratch, "range", {{"pk", "a"}, {"sk", std::to_string(i)}, {"d", text(1000)}}).ok());
  }
  // 10 × 1,007 bytes: 3 × 4 KB, eventually consistent.
  EXPECT_EQ(query_all(scratch, "range", "", "pk", "a").consumed.table.read_units, 1.5);
}

TEST_F(Capacities, AFailedConditionIsCharged) {
  EngineOptions options;
  options.throughput.mode = throughput::Mode::enforce;
  Scratch throttled(options);
  CreateTableRequest request = table_request("t", false);
  request.billing_mode = BillingMode::provisioned;
  request.provisioned = ProvisionedThroughput{5, 5};
  run(throttled->create_table(request)).value();
  PutItemRequest put_request;
  put_request.table_name = "t";
  put_request.item = {{"pk", "a"}, {"d", text(2000)}};
  put_request.condition_expression = "attribute_exists(pk)";
  int failed = 0;
  Result<WriteItemResponse> result = run(throttled->put_item(put_request));
  while (result.error().code() == ErrorCode::conditional_check_failed && failed < 100) {
    ++failed;
    result = run(throttled->put_item(put_request));
  }
  // Five units, two each; the third goes into debt.
  EXPECT_EQ(failed, 3);
  EXPECT_EQ(result.error().code(), ErrorCode::provisioned_throughput_exceeded);
}

TEST(LocalIndexCapacity, FetchedItemsAreChargedToTheTable) {
  Scratch scratch;
  CreateTableRequest request = table_request("t", true);
  define(request, {{"l", KeyType::S}});
  request.local_indexes = {index_request("li", "pk", "l")};
  (*request.local_indexes)[0].projection->type = ProjectionType::keys_only;
  run(scratch->create_table(request)).value();
  for (const char* sk : {"1", "2"}) {
    ASSERT_TRUE(
        put(scratch, "t", {{"pk", "a"}, {"sk", sk}, {"l", sk}, {"d", std::string(5000, 'x')}})
            .ok());
  }
  QueryRequest query;
  query.table_name = "t";
  query.index_name = "li";
  query.key_condition_expression = "pk = :p";
  query.placeholders.values = ExpressionValues{{":p", "a"}};
  query.consistent_read = true;
  ReadManyResponse response = run(scratch->query(query)).value();
  EXPECT_EQ(response.consumed.local_indexes.at("li").read_units, 1);
  EXPECT_EQ(response.consumed.table.read_units, 0);
  EXPECT_FALSE(response.items[0].contains("d"));

  query.select = Select::all_attributes;
  response = run(scratch->query(query)).value();
  EXPECT_EQ(response.consumed.local_indexes.at("li").read_units, 1);
  EXPECT_EQ(response.consumed.table.read_units, 4);
  EXPECT_TRUE(response.items[0].contains("d"));
}

}  // namespace
}  // namespace isotherm::engine
