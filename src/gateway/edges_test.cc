// Edges where the gateway must answer as the plain table does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/testing/twins.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins
using ::testing::HasSubstr;

template <class Answer>
std::string error_of(const Answer& answer) {
  return answer.ok() ? "" : answer.error().message();
}

TEST(Edges, ShardsWhoseKeyWouldBeTooLongHoldNothing) {
  Twins twins(Shape{.shards = 32});
  for (const std::size_t length : {2045U, 2046U, 2047U, 2048U}) {
    const auto answer = run(twins.gateway.query(query_of(std::string(length, 'x'))));
    EXPECT_EQ(error_of(answer), "");
    EXPECT_EQ(answer->count, 0);
  }
}

TEST(Edges, AnInvalidPartitionKeyIsRefusedAlsoWhenAnotherKeyGoes) {
  Twins twins;
  ASSERT_TRUE(run(twins.gateway.put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "x"}}))).ok());
  ASSERT_TRUE(run(twins.plain->put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "x"}}))).ok());
  for (const AttributeValue& bad :
       {AttributeValue(""), number(5), AttributeValue(std::string(2049, 'x'))}) {
    const auto update = update_of({{"id", "1"}}, "SET p = :p REMOVE s", {{":p", bad}});
    const auto expected = run(twins.plain->update_item(update));
    ASSERT_FALSE(expected.ok());
    EXPECT_EQ(error_of(run(twins.gateway.update_item(update))), expected.error().message());
    UpdateItemRequest legacy = update_of({{"id", "1"}}, "");
    legacy.update_expression.reset();
    legacy.attribute_updates = AttributeUpdates{{"p", {bad, std::nullopt}},
                                                {"s", {std::nullopt, AttributeAction::remove}}};
    EXPECT_EQ(error_of(run(twins.gateway.update_item(legacy))),
              error_of(run(twins.plain->update_item(legacy))));
  }
}

TEST(Edges, PathsIntoKeysAreRefusedAlike) {
  Twins twins;
  for (const char* path : {"p.a", "s.a", "id.a", "s[0]"}) {
    QueryRequest query = query_of("A");
    query.projection_expression = path;
    EXPECT_EQ(error_of(run(twins.gateway.query(query))), error_of(run(twins.plain->query(query))));
    const auto update = update_of({{"id", "1"}}, std::string("SET note = ") + path + ", s = note");
    EXPECT_EQ(error_of(run(twins.gateway.update_item(update))),
              error_of(run(twins.plain->update_item(update))));
  }
  const auto update = update_of({{"id", "1"}}, "REMOVE s.k");
  EXPECT_THAT(error_of(run(twins.gateway.update_item(update))), HasSubstr("IndexKey: s"));
}

TEST(Edges, ABatchIsCheckedInTheStoresOrder) {
  Twins twins;
  const PutRequest bad_index = {{{"id", "1"}, {"p", number(1)}, {"s", "x"}}};
  const PutRequest bad_key = {{{"id", number(1)}, {"p", "A"}}};
  const std::vector<std::vector<WriteRequest>> batches = {
      {bad_key, bad_index}, {bad_index, bad_key}, std::vector<WriteRequest>(26, bad_index)};
  for (const auto& writes : batches) {
    BatchWriteItemRequest batch;
    batch.request_items[table_name] = writes;
    const auto expected = run(twins.plain->batch_write_item(batch));
    ASSERT_FALSE(expected.ok());
    EXPECT_EQ(error_of(run(twins.gateway.batch_write_item(batch))), expected.error().message());
  }
}

TEST(Edges, TheLocalIndexMayNotHaveAGlobalIndexsName) {
  for (const char* name : {index_name, physical_name}) {
    CreateTableRequest request = create_request({});
    SecondaryIndexRequest local = (*request.global_indexes)[0];
    local.index_name = name;
    local.key_schema = {{"id", true}, {"s", false}};
    request.local_indexes = {{local}};
    const auto below = open_engine();
    const auto plain = open_engine();
    Gateway gateway(*below, schema_of({}));
    const std::string error = error_of(run(gateway.create_table(request)));
    if (name == index_name)
      EXPECT_EQ(error, error_of(run(plain->create_table(request))));
    else
      EXPECT_THAT(error, HasSubstr("is reserved"));
  }
}

}  // namespace
}  // namespace isotherm::gateway
