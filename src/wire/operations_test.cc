#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>

#include "store/run.h"
#include "wire/dispatch.h"
#include "wire/fake_store.h"
#include "wire/operation.h"

namespace isotherm::wire {
namespace {

Reply call(Store& store, const std::string& operation, std::string_view body) {
  const std::string target = "DynamoDB_20120810." + operation;
  return run(dispatch(store, {.target = target, .body = body, .host = "localhost:8000"}));
}

TEST(Operations, AreThoseOfThisSlice) {
  std::vector<std::string_view> names;
  for (const Operation& operation : operations()) names.push_back(operation.name);
  EXPECT_THAT(names, testing::ElementsAre("BatchExecuteStatement", "BatchGetItem", "BatchWriteItem",
                                          "CreateTable", "DeleteItem", "DeleteTable",
                                          "DescribeEndpoints", "DescribeLimits", "DescribeTable",
                                          "ExecuteStatement", "GetItem", "ListTables", "PutItem",
                                          "Query", "Scan", "UpdateItem", "UpdateTable"));
  for (const Operation& operation : operations()) {
    EXPECT_EQ(find_operation(operation.name), &operation);
  }
  for (const char* name :
       {"", "getItem", "GetItem ", "GetItems", "ListTable", "TransactGetItems"}) {
    EXPECT_EQ(find_operation(name), nullptr) << name;
  }
}

TEST(Dispatch, RunsEachOperationOnItsMethod) {
  FakeStore store;
  store.get.response = GetItemResponse{};
  const std::pair<const char*, const char*> bodies[] = {
      {"BatchExecuteStatement", R"({"Statements":[{"Statement":"SELECT * FROM t"}]})"},
      {"ExecuteStatement", R"({"Statement":"SELECT * FROM t"})"},
      {"GetItem", R"({"TableName":"get","Key":{}})"},
      {"PutItem", R"({"TableName":"put","Item":{}})"},
      {"UpdateItem", R"({"TableName":"upd","Key":{}})"},
      {"DeleteItem", R"({"TableName":"del","Key":{}})"},
      {"Query", R"({"TableName":"que"})"},
      {"Scan", R"({"TableName":"sca"})"},
      {"BatchGetItem", R"({"RequestItems":{"bga":{"Keys":[{}]}}})"},
      {"BatchWriteItem", R"({"RequestItems":{"bwa":[{"DeleteRequest":{"Key":{}}}]}})"},
      {"CreateTable", R"({"TableName":"cre","AttributeDefinitions":[],)"
                      R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]})"},
      {"DescribeTable", R"({"TableName":"des"})"},
      {"UpdateTable", R"({"TableName":"cha"})"},
      {"DeleteTable", R"({"TableName":"dro"})"},
      {"ListTables", R"({"Limit":7})"},
      {"DescribeLimits", "{}"},
      {"DescribeEndpoints", "{}"},
  };
  for (const auto& [operation, body] : bodies) {
    const Reply reply = call(store, operation, body);
    EXPECT_EQ(reply.status, 200) << operation << reply.body;
    EXPECT_EQ(reply.operation, operation);
    EXPECT_EQ(reply.error, "");
    EXPECT_TRUE(reply.body.starts_with('{') && reply.body.ends_with('}')) << reply.body;
  }
  EXPECT_EQ(std::size(bodies), operations().size());
  EXPECT_EQ(store.get.request.table_name, "get");
  EXPECT_EQ(store.put.request.table_name, "put");
  EXPECT_EQ(store.update.request.table_name, "upd");
  EXPECT_EQ(store.remove.request.table_name, "del");
  EXPECT_EQ(store.queried.request.table_name, "que");
  EXPECT_EQ(store.scanned.request.table_name, "sca");
  EXPECT_TRUE(store.batch_get.request.request_items.contains("bga"));
  EXPECT_TRUE(store.batch_write.request.request_items.contains("bwa"));
  EXPECT_EQ(store.create.request.table_name, "cre");
  EXPECT_EQ(store.describe.request.table_name, "des");
  EXPECT_EQ(store.change.request.table_name, "cha");
  EXPECT_EQ(store.drop.request.table_name, "dro");
  EXPECT_EQ(store.list.request.limit, 7);
}

TEST(Dispatch, NamesDescriptionsAsTheServiceDoes) {
  FakeStore store;
  EXPECT_THAT(call(store, "DescribeTable", R"({"TableName":"abc"})").body,
              testing::StartsWith(R"({"Table":{)"));
  EXPECT_THAT(call(store, "DeleteTable", R"({"TableName":"abc"})").body,
              testing::StartsWith(R"({"TableDescription":{)"));
}

TEST(Dispatch, ShowsCapacityOnlyWhenAsked) {
  FakeStore store;
  WriteItemResponse response;
  response.consumed.table_name = "abc";
  response.consumed.table.write_units = 1;
  store.put.response = response;
  EXPECT_EQ(call(store, "PutItem", R"({"TableName":"abc","Item":{}})").body, "{}");
  EXPECT_EQ(
      call(store, "PutItem", R"({"TableName":"abc","Item":{},"ReturnConsumedCapacity":"TOTAL"})")
          .body,
      R"({"ConsumedCapacity":{"TableName":"abc","CapacityUnits":1.0}})");
}

TEST(Dispatch, NamesTheEndpointAsTheClientDid) {
  FakeStore store;
  EXPECT_EQ(call(store, "DescribeEndpoints", "").body,
            R"({"Endpoints":[{"Address":"localhost:8000","CachePeriodInMinutes":1440}]})");
}

TEST(Dispatch, RefusesOperationsThatItDoesNotServe) {
  FakeStore store;
  const std::string unknown = R"({"__type":"com.amazon.coral.service#UnknownOperationException"})";
  for (const char* target :
       {"", "whatever", "DynamoDB_20120810", "DynamoDB_20120810.", "DynamoDB_20120810.ListTable",
        "DynamoDB_20111205.GetItem", "DynamoDBStreams_20120810.ListStreams",
        "DynamoDB_20120810.TransactWriteItems", "DynamoDB_20120810.GetItem.x",
        "xDynamoDB_20120810.GetItem"}) {
    const Reply reply = run(dispatch(store, {.target = target, .body = "{}"}));
    EXPECT_EQ(reply.status, 400) << target;
    EXPECT_EQ(reply.body, unknown) << target;
    EXPECT_EQ(reply.error, "UnknownOperationException");
    EXPECT_EQ(reply.operation, "");
  }
  EXPECT_EQ(run(dispatch(store, {.target = "whatever", .body = "hi"})).body,
            R"({"__type":"com.amazon.coral.service#SerializationException"})");
}

TEST(Dispatch, AnswersTheStoresErrors) {
  FakeStore store;
  store.get.response = Error::resource_not_found();
  Reply reply = call(store, "GetItem", R"({"TableName":"abc","Key":{}})");
  EXPECT_EQ(reply.status, 400);
  EXPECT_EQ(reply.error, "ResourceNotFoundException");
  EXPECT_EQ(reply.operation, "GetItem");
  store.get.response = Error::internal("disk");
  reply = call(store, "GetItem", R"({"TableName":"abc","Key":{}})");
  EXPECT_EQ(reply.status, 500);
  EXPECT_EQ(reply.error, "InternalServerError");
}

class ThrowingStore : public FakeStore {
 public:
  Task<Result<GetItemResponse>> get_item(GetItemRequest) override {
    throw std::bad_alloc();
    co_return GetItemResponse{};
  }
};

TEST(Dispatch, LetsNoExceptionOut) {
  ThrowingStore store;
  const Reply reply = call(store, "GetItem", R"({"TableName":"abc","Key":{}})");
  EXPECT_EQ(reply.status, 500);
  EXPECT_EQ(reply.error, "InternalServerError");
}

}  // namespace
}  // namespace isotherm::wire
