#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <new>

#include "store/run.h"
#include "wire/dispatch.h"
#include "wire/fake_store.h"
#include "wire/operation.h"

namespace isotherm::wire {
namespace {

Reply call(Store& store, const std::string& operation, std::string_view body) {
  const Operation* known = find_operation(operation);
  const bool is_streams = known != nullptr && known->api == Api::streams;
  const std::string target =
      (is_streams ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.") + operation;
  return run(dispatch(store, {.target = target, .body = body, .host = "localhost:8000"}));
}

TEST(Operations, AreFoundByName) {
  for (const Operation& operation : operations()) {
    EXPECT_EQ(find_operation(operation.name), &operation);
  }
  for (const char* name : {"", "getItem", "GetItem ", "GetItems", "ListTable", "TransactGet"}) {
    EXPECT_EQ(find_operation(name), nullptr) << name;
  }
}

const std::string stream_arn = R"("StreamArn":"arn:aws:kinesis:us-east-1:000000000000:stream/x")";

// Operations on what lies beyond one region: body, exception.
const std::tuple<const char*, std::string, std::string_view> refused_bodies[] = {
    {"CreateGlobalTable", R"({"GlobalTableName":"abc","ReplicationGroup":[{"RegionName":"x"}]})",
     "ValidationException"},
    {"DescribeGlobalTable", R"({"GlobalTableName":"abc"})", "GlobalTableNotFoundException"},
    {"DescribeGlobalTableSettings", R"({"GlobalTableName":"abc"})", "GlobalTableNotFoundException"},
    {"DescribeTableReplicaAutoScaling", R"({"TableName":"abc"})", "ResourceNotFoundException"},
    {"DisableKinesisStreamingDestination", R"({"TableName":"abc",)" + stream_arn + "}",
     "ValidationException"},
    {"EnableKinesisStreamingDestination", R"({"TableName":"abc",)" + stream_arn + "}",
     "ValidationException"},
    {"UpdateGlobalTable",
     R"({"GlobalTableName":"abc","ReplicaUpdates":[{"Delete":{"RegionName":"x"}}]})",
     "GlobalTableNotFoundException"},
    {"UpdateGlobalTableSettings", R"({"GlobalTableName":"abc"})", "GlobalTableNotFoundException"},
    {"UpdateKinesisStreamingDestination", R"({"TableName":"abc",)" + stream_arn + "}",
     "ValidationException"},
    {"UpdateTableReplicaAutoScaling", R"({"TableName":"abc"})", "ResourceNotFoundException"},
};

TEST(Dispatch, RefusesWhatLiesBeyondOneRegion) {
  FakeStore store;
  for (const auto& [operation, body, error] : refused_bodies) {
    const Reply reply = call(store, operation, body);
    EXPECT_EQ(reply.status, 400) << operation;
    EXPECT_EQ(reply.error, error) << operation << reply.body;
    EXPECT_EQ(call(store, operation, "{}").error, "ValidationException") << operation;
    EXPECT_EQ(call(store, operation, "[]").error, "SerializationException") << operation;
  }
  store.describe.response = Error::resource_not_found();
  for (const char* verb : {"Enable", "Disable", "Update"}) {
    EXPECT_EQ(call(store, std::string(verb) + "KinesisStreamingDestination",
                   R"({"TableName":"abc",)" + stream_arn + "}")
                  .error,
              "ResourceNotFoundException");
  }
  EXPECT_EQ(call(store, "ListGlobalTables", "{}").body, R"({"GlobalTables":[]})");
}

const std::string table_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/abc";
const std::string backup_arn = table_arn + "/backup/01489602797149-73d8d5bc";

// Bodies that every other operation answers with 200.
const std::pair<const char*, std::string> served_bodies[] = {
    {"GetItem", R"({"TableName":"get","Key":{}})"},
    {"PutItem", R"({"TableName":"put","Item":{}})"},
    {"UpdateItem", R"({"TableName":"upd","Key":{}})"},
    {"DeleteItem", R"({"TableName":"del","Key":{}})"},
    {"Query", R"({"TableName":"que"})"},
    {"Scan", R"({"TableName":"sca"})"},
    {"BatchGetItem", R"({"RequestItems":{"bga":{"Keys":[{}]}}})"},
    {"BatchWriteItem", R"({"RequestItems":{"bwa":[{"DeleteRequest":{"Key":{}}}]}})"},
    {"TransactGetItems", R"({"TransactItems":[{"Get":{"TableName":"tga","Key":{}}}]})"},
    {"TransactWriteItems", R"({"TransactItems":[{"Delete":{"TableName":"twa","Key":{}}}]})"},
    {"CreateTable", R"({"TableName":"cre","AttributeDefinitions":[],)"
                    R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]})"},
    {"DescribeKinesisStreamingDestination", R"({"TableName":"dks"})"},
    {"DescribeTable", R"({"TableName":"des"})"},
    {"UpdateTable", R"({"TableName":"cha"})"},
    {"DeleteTable", R"({"TableName":"dro"})"},
    {"ListTables", R"({"Limit":7})"},
    {"UpdateTimeToLive", R"({"TableName":"ttl","TimeToLiveSpecification":)"
                         R"({"AttributeName":"e","Enabled":true}})"},
    {"DescribeTimeToLive", R"({"TableName":"dtl"})"},
    {"TagResource", R"({"ResourceArn":"tag","Tags":[{"Key":"a","Value":"b"}]})"},
    {"UntagResource", R"({"ResourceArn":"unt","TagKeys":["a"]})"},
    {"ListTagsOfResource", R"({"ResourceArn":"lta"})"},
    {"PutResourcePolicy", R"({"ResourceArn":"ppo","Policy":"{}"})"},
    {"GetResourcePolicy", R"({"ResourceArn":"gpo"})"},
    {"DeleteResourcePolicy", R"({"ResourceArn":"dpo"})"},
    {"ListStreams", R"({"Limit":8})"},
    {"DescribeStream", R"({"StreamArn":"arn:aws:dynamodb:us-east-1:000000000000:table/T"})"},
    {"GetShardIterator",
     R"({"StreamArn":"arn:aws:dynamodb:us-east-1:000000000000:table/U",)"
     R"("ShardId":"shardId-00000000000000000001-0","ShardIteratorType":"LATEST"})"},
    {"GetRecords", R"({"ShardIterator":"it","Limit":9})"},
    {"DescribeLimits", "{}"},
    {"DescribeContributorInsights", R"({"TableName":"dci"})"},
    {"UpdateContributorInsights", R"({"TableName":"uci","ContributorInsightsAction":"ENABLE"})"},
    {"ListContributorInsights", R"({"MaxResults":7})"},
    {"DescribeEndpoints", "{}"},
    {"ListGlobalTables", "{}"},
    {"CreateBackup", R"({"TableName":"cba","BackupName":"one"})"},
    {"DeleteBackup", R"({"BackupArn":")" + backup_arn + R"("})"},
    {"DescribeBackup", R"({"BackupArn":")" + backup_arn + R"("})"},
    {"ListBackups", R"({"TableName":"lba","Limit":6})"},
    {"RestoreTableFromBackup", R"({"TargetTableName":"rfb","BackupArn":")" + backup_arn + R"("})"},
    {"RestoreTableToPointInTime",
     R"({"SourceTableName":"rtp","TargetTableName":"new","UseLatestRestorableTime":true})"},
    {"DescribeContinuousBackups", R"({"TableName":"dcb"})"},
    {"UpdateContinuousBackups",
     R"({"TableName":"ucb",)"
     R"("PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}})"},
    {"ExportTableToPointInTime", R"({"TableArn":")" + table_arn + R"(","S3Bucket":"bucket"})"},
    {"DescribeExport", R"({"ExportArn":")" + table_arn + R"(/export/01"})"},
    {"ListExports", R"({"MaxResults":5})"},
    {"ImportTable", R"({"S3BucketSource":{"S3Bucket":"bucket"},"InputFormat":"DYNAMODB_JSON",)"
                    R"("TableCreationParameters":{"TableName":"imp","AttributeDefinitions":[],)"
                    R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]}})"},
    {"DescribeImport", R"({"ImportArn":")" + table_arn + R"(/import/01"})"},
    {"ListImports", R"({"PageSize":4})"},
};

void call_each(FakeStore& store) {
  store.get.response = GetItemResponse{};
  for (const auto& [operation, body] : served_bodies) {
    const Reply reply = call(store, operation, body);
    EXPECT_EQ(reply.status, 200) << operation << reply.body;
    EXPECT_EQ(reply.operation, operation);
    EXPECT_EQ(reply.error, "");
    EXPECT_TRUE(reply.body.starts_with('{') && reply.body.ends_with('}')) << reply.body;
  }
}

TEST(Dispatch, RunsEachOperationOnItsMethod) {
  FakeStore store;
  call_each(store);
  const auto others = std::ranges::count_if(operations(), [](const Operation& operation) {
    return operation.key_place != KeyPlace::statement;
  });
  EXPECT_EQ(std::ssize(served_bodies) + std::ssize(refused_bodies), others)
      << "what PartiQL's statements run on has tests of its own";
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

TEST(Dispatch, RunsEachOperationBesideTablesAndItemsOnItsMethod) {
  FakeStore store;
  call_each(store);
  EXPECT_EQ(store.insights.request.table_name, "dci");
  EXPECT_EQ(store.insights_update.request.table_name, "uci");
  EXPECT_TRUE(store.insights_update.request.enable);
  EXPECT_EQ(store.insights_list.request.max_results, 7);
  EXPECT_EQ(store.set_ttl.request.table_name, "ttl");
  EXPECT_TRUE(store.set_ttl.request.enabled);
  EXPECT_EQ(store.ttl.request.table_name, "dtl");
  EXPECT_EQ(store.tag.request.tags.at(0).value, "b");
  EXPECT_EQ(store.untag.request.tag_keys.at(0), "a");
  EXPECT_EQ(store.tags.request.resource_arn, "lta");
  EXPECT_EQ(store.put_policy.request.policy, "{}");
  EXPECT_EQ(store.policy.request.resource_arn, "gpo");
  EXPECT_EQ(store.drop_policy.request.resource_arn, "dpo");
  EXPECT_EQ(store.streams.request.limit, 8);
  EXPECT_TRUE(store.stream.request.stream_arn.ends_with("table/T"));
  EXPECT_EQ(store.iterator.request.type, ShardIteratorType::latest);
  EXPECT_EQ(store.records.request.shard_iterator, "it");
  EXPECT_EQ(store.records.request.limit, 9);
}

TEST(Dispatch, RunsEachOperationOnCopiesOfTablesOnItsMethod) {
  FakeStore store;
  call_each(store);
  EXPECT_EQ(store.backup.request.table_name, "cba");
  EXPECT_EQ(store.backup_deleted.request.backup_arn, backup_arn);
  EXPECT_EQ(store.backup_described.request.backup_arn, backup_arn);
  EXPECT_EQ(store.backups.request.limit, 6);
  EXPECT_EQ(store.restored.request.target_table_name, "rfb");
  EXPECT_EQ(store.restored_to_time.request.target_table_name, "new");
  EXPECT_EQ(store.recovery.request.table_name, "dcb");
  EXPECT_EQ(store.recovery_changed.request.table_name, "ucb");
  EXPECT_EQ(store.exported.request.table, table_arn);
  EXPECT_EQ(store.export_described.request.export_arn, table_arn + "/export/01");
  EXPECT_EQ(store.exports.request.max_results, 5);
  EXPECT_EQ(store.imported.request.table.table_name, "imp");
  EXPECT_EQ(store.import_described.request.import_arn, table_arn + "/import/01");
  EXPECT_EQ(store.imports.request.page_size, 4);
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
        "DynamoDB_20111205.GetItem", "DynamoDBStreams_20120810.ListTables",
        "DynamoDB_20120810.ListStreams", "DynamoDB_20120810.TransactWrite",
        "DynamoDB_20120810.GetItem.x", "xDynamoDB_20120810.GetItem"}) {
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
