#include "wire/guarded_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "store/run.h"
#include "wire/dispatch.h"
#include "wire/fake_store.h"
#include "wire/operation.h"

namespace isotherm::wire {
namespace {

using ::testing::HasSubstr;

/// A body of each operation that touches the table `%`.
const std::map<std::string, std::string, std::less<>> bodies = {
    {"BatchExecuteStatement",
     R"({"Statements":[{"Statement":"DELETE FROM \"%\" WHERE id = 'a'"}]})"},
    {"BatchGetItem", R"({"RequestItems":{"%":{"Keys":[{"id":{"S":"a"}}]}}})"},
    {"BatchWriteItem", R"({"RequestItems":{"%":[{"DeleteRequest":{"Key":{"id":{"S":"a"}}}}]}})"},
    {"CreateBackup", R"({"TableName":"%","BackupName":"one"})"},
    {"CreateTable", R"({"TableName":"%","AttributeDefinitions":[],)"
                    R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]})"},
    {"DeleteBackup", R"({"BackupArn":"@/backup/01489602797149-73d8d5bc"})"},
    {"DeleteItem", R"({"TableName":"%","Key":{}})"},
    {"DeleteResourcePolicy", R"({"ResourceArn":"@"})"},
    {"DeleteTable", R"({"TableName":"%"})"},
    {"DescribeBackup", R"({"BackupArn":"@/backup/01489602797149-73d8d5bc"})"},
    {"DescribeContinuousBackups", R"({"TableName":"%"})"},
    {"DescribeContributorInsights", R"({"TableName":"%"})"},
    {"DescribeExport", R"({"ExportArn":"@/export/01"})"},
    {"DescribeImport", R"({"ImportArn":"@/import/01"})"},
    {"DescribeKinesisStreamingDestination", R"({"TableName":"%"})"},
    {"DescribeStream", R"({"StreamArn":"@/stream/2026-01-01T00:00:00.000"})"},
    {"DescribeTable", R"({"TableName":"%"})"},
    {"DescribeTimeToLive", R"({"TableName":"%"})"},
    {"DisableKinesisStreamingDestination",
     R"({"TableName":"%","StreamArn":"arn:aws:kinesis:us-east-1:000000000000:stream/x"})"},
    {"EnableKinesisStreamingDestination",
     R"({"TableName":"%","StreamArn":"arn:aws:kinesis:us-east-1:000000000000:stream/x"})"},
    {"ExecuteStatement", R"({"Statement":"DELETE FROM \"%\" WHERE id = 'a'"})"},
    {"ExecuteTransaction",
     R"({"TransactStatements":[{"Statement":"DELETE FROM \"%\" WHERE id = 'a'"}]})"},
    {"ExportTableToPointInTime", R"({"TableArn":"@","S3Bucket":"bucket"})"},
    {"GetItem", R"({"TableName":"%","Key":{}})"},
    {"GetRecords", R"({"ShardIterator":"@/stream/2026-01-01T00:00:00.000|1|00"})"},
    {"GetResourcePolicy", R"({"ResourceArn":"@"})"},
    {"GetShardIterator",
     R"({"StreamArn":"@/stream/2026-01-01T00:00:00.000",)"
     R"("ShardId":"shardId-00000000000000000001-0","ShardIteratorType":"LATEST"})"},
    {"ImportTable", R"({"S3BucketSource":{"S3Bucket":"bucket"},"InputFormat":"DYNAMODB_JSON",)"
                    R"("TableCreationParameters":{"TableName":"%","AttributeDefinitions":[],)"
                    R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}]}})"},
    {"ListBackups", R"({"TableName":"%"})"},
    {"ListContributorInsights", R"({"TableName":"%"})"},
    {"ListExports", R"({"TableArn":"@"})"},
    {"ListImports", R"({"TableArn":"@"})"},
    {"ListStreams", R"({"TableName":"%"})"},
    {"ListTables", R"({})"},
    {"ListTagsOfResource", R"({"ResourceArn":"@"})"},
    {"PutItem", R"({"TableName":"%","Item":{}})"},
    {"PutResourcePolicy", R"({"ResourceArn":"@","Policy":"{}"})"},
    {"Query", R"({"TableName":"%"})"},
    {"RestoreTableFromBackup",
     R"({"TargetTableName":"%","BackupArn":"@/backup/01489602797149-73d8d5bc"})"},
    {"RestoreTableToPointInTime",
     R"({"SourceTableName":"%","TargetTableName":"%","UseLatestRestorableTime":true})"},
    {"Scan", R"({"TableName":"%"})"},
    {"TagResource", R"({"ResourceArn":"@","Tags":[{"Key":"a","Value":"b"}]})"},
    {"TransactGetItems", R"({"TransactItems":[{"Get":{"TableName":"%","Key":{}}}]})"},
    {"TransactWriteItems", R"({"TransactItems":[{"Delete":{"TableName":"%","Key":{}}}]})"},
    {"UntagResource", R"({"ResourceArn":"@","TagKeys":["a"]})"},
    {"UpdateContinuousBackups",
     R"({"TableName":"%",)"
     R"("PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}})"},
    {"UpdateContributorInsights", R"({"TableName":"%","ContributorInsightsAction":"ENABLE"})"},
    {"UpdateItem", R"({"TableName":"%","Key":{}})"},
    {"UpdateKinesisStreamingDestination",
     R"({"TableName":"%","StreamArn":"arn:aws:kinesis:us-east-1:000000000000:stream/x"})"},
    {"UpdateTable", R"({"TableName":"%"})"},
    {"UpdateTimeToLive",
     R"({"TableName":"%","TimeToLiveSpecification":{"AttributeName":"e","Enabled":true}})"},
};

/// These tell of the endpoint, or of global tables, of which there are none.
const std::set<std::string_view> about_no_table = {"CreateGlobalTable",
                                                   "DescribeEndpoints",
                                                   "DescribeGlobalTable",
                                                   "DescribeGlobalTableSettings",
                                                   "DescribeLimits",
                                                   "DescribeTableReplicaAutoScaling",
                                                   "ListGlobalTables",
                                                   "UpdateGlobalTable",
                                                   "UpdateGlobalTableSettings",
                                                   "UpdateTableReplicaAutoScaling"};

/// These only look whether the table is there, and then refuse.
bool only_looks(std::string_view operation) {
  return operation.find("Kinesis") != std::string_view::npos;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

class GuardTest : public ::testing::Test {
 protected:
  GuardTest() {
    TableDescription table;
    table.name = "Secret";
    table.key.partition = {"id", KeyType::S};
    table.status = TableStatus::active;
    store_.describe.response = table;
    store_.get.response = GetItemResponse{};
  }

  /// "Exception: message" as a key with these rights is answered; "" on success.
  Reply call(std::string_view name, std::string_view rights, const std::string& body) {
    const Operation& operation = *find_operation(name);
    signing::Profile profile{.name = "guest", .credentials = {"AKID", "s"}};
    profile.rights = signing::TableRights::parse(rights).value();
    GuardedStore guarded(store_, {.profile = profile,
                                  .region = "eu-west-1",
                                  .account = "123456789012",
                                  .operation = operation.name,
                                  .is_statement = operation.key_place == KeyPlace::statement});
    const std::string target =
        (operation.api == Api::streams ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.") +
        std::string(name);
    return run(dispatch(guarded, {.target = target, .body = body}));
  }

  static std::string body_of(std::string_view operation, const std::string& table) {
    const auto at = bodies.find(operation);
    if (at == bodies.end()) return "{}";
    const std::string arn = "arn:aws:dynamodb:eu-west-1:123456789012:table/" + table;
    return replaced(replaced(at->second, "%", table), "@", arn);
  }

  static bool is_denied(const Reply& reply) {
    return reply.error == "AccessDeniedException" ||
           reply.body.find(R"("Code":"AccessDenied")") != std::string::npos;
  }

  FakeStore store_;
};

TEST_F(GuardTest, EveryOperationHasABodyHere) {
  for (const Operation& operation : operations())
    EXPECT_NE(bodies.contains(operation.name), about_no_table.contains(operation.name))
        << operation.name;
}

TEST_F(GuardTest, NoOperationEscapes) {
  for (const auto& [operation, body] : bodies) {
    const bool lists_all = body.find_first_of("%@") == std::string::npos;
    const std::string_view rights = lists_all ? "Secret:full" : "Secret:none, *:full";
    const Reply reply = call(operation, rights, body_of(operation, "Secret"));
    EXPECT_TRUE(is_denied(reply)) << operation << ": " << reply.error << " " << reply.body;
    const Reply granted = call(operation, "*:full", body_of(operation, "Secret"));
    EXPECT_FALSE(is_denied(granted)) << operation << ": " << granted.body;
  }
  for (const std::string_view operation : about_no_table)
    EXPECT_FALSE(is_denied(call(operation, "*:none", "{}"))) << operation;
}

/// By what the operations are called, and not by how they are guarded.
signing::Rights wanted(std::string_view name) {
  const Operation& operation = *find_operation(name);
  if (name == "ExportTableToPointInTime") return {.read = true, .table = true};
  if (name.starts_with("RestoreTable")) return {.read = true, .table = true};
  if (name == "ImportTable") return {.write = true, .table = true};
  const bool tells = name.starts_with("Describe") || name.starts_with("List") ||
                     name.starts_with("Get") || only_looks(name);
  if (tells || operation.access == Access::read) return {.read = true};
  if (operation.access == Access::write) return {.write = true};
  return {.table = true};
}

TEST_F(GuardTest, EveryOperationNeedsItsRightsAndNoOthers) {
  for (const auto& [operation, body] : bodies) {
    const signing::Rights needs = wanted(operation);
    for (int bits = 0; bits < 8; ++bits) {
      std::string letters =
          std::string(bits & 1 ? "r" : "") + (bits & 2 ? "w" : "") + (bits & 4 ? "t" : "");
      if (letters.empty()) letters = "none";
      const bool is_enough = (!needs.read || (bits & 1) != 0) &&
                             (!needs.write || (bits & 2) != 0) && (!needs.table || (bits & 4) != 0);
      const Reply reply = call(operation, "*:" + letters, body_of(operation, "Secret"));
      EXPECT_EQ(is_denied(reply), !is_enough) << operation << " " << letters << reply.body;
    }
  }
}

TEST_F(GuardTest, IsSaidInTheServicesWords) {
  store_.describe.response.value().name = "User";
  const auto message = [&](std::string_view operation, const std::string& body) {
    return call(operation, "Other:full", body).body;
  };
  const std::string user =
      "User: arn:aws:iam::123456789012:user/guest is not authorized to perform: ";
  const std::string table = " on resource: arn:aws:dynamodb:eu-west-1:123456789012:table/";
  const auto text = [&](const std::string& action, const std::string& resource) {
    return user + action + table + resource + " because no identity-based policy allows the " +
           action + " action";
  };
  EXPECT_THAT(message("PutItem", body_of("PutItem", "User")),
              HasSubstr(text("dynamodb:PutItem", "User")));
  EXPECT_THAT(message("Query", R"({"TableName":"User","IndexName":"member"})"),
              HasSubstr(text("dynamodb:Query", "User/index/member")));
  EXPECT_THAT(message("ListTables", "{}"), HasSubstr(text("dynamodb:ListTables", "*")));
  EXPECT_THAT(message("TagResource", body_of("TagResource", "User")),
              HasSubstr(text("dynamodb:TagResource", "User")));
  EXPECT_THAT(message("DeleteBackup", body_of("DeleteBackup", "User")),
              HasSubstr(text("dynamodb:DeleteBackup", "User")));
  // An action of a transaction is its own.
  EXPECT_THAT(message("TransactWriteItems", body_of("TransactWriteItems", "User")),
              HasSubstr(text("dynamodb:DeleteItem", "User")));
  EXPECT_THAT(message("TransactGetItems", body_of("TransactGetItems", "User")),
              HasSubstr(text("dynamodb:GetItem", "User")));
  // So is a statement's.
  EXPECT_THAT(message("ExecuteStatement", body_of("ExecuteStatement", "User")),
              HasSubstr(text("dynamodb:PartiQLDelete", "User")));
  EXPECT_THAT(message("ExecuteStatement", R"({"Statement":"SELECT * FROM \"User\""})"),
              HasSubstr(text("dynamodb:PartiQLSelect", "User")));
  EXPECT_THAT(
      message("ExecuteStatement", R"({"Statement":"UPDATE \"User\" SET a = 1 WHERE id = 'a'"})"),
      HasSubstr(text("dynamodb:PartiQLUpdate", "User")));
  EXPECT_THAT(
      message("ExecuteStatement", R"({"Statement":"INSERT INTO \"User\" VALUE {'id':'a'}"})"),
      HasSubstr(text("dynamodb:PartiQLInsert", "User")));
}

TEST_F(GuardTest, OneTableOfManyIsEnoughToRefuse) {
  const std::string_view rights = "User:rw";
  for (const auto& [operation, body] : {
           std::pair{"BatchGetItem", R"({"RequestItems":{"User":{"Keys":[{"id":{"S":"a"}}]},)"
                                     R"("Votes":{"Keys":[{"id":{"S":"a"}}]}}})"},
           {"BatchWriteItem",
            R"({"RequestItems":{"User":[{"DeleteRequest":{"Key":{"id":{"S":"a"}}}}],)"
            R"("Votes":[{"DeleteRequest":{"Key":{"id":{"S":"a"}}}}]}})"},
           {"TransactWriteItems", R"({"TransactItems":[{"Delete":{"TableName":"User","Key":{}}},)"
                                  R"({"ConditionCheck":{"TableName":"Votes","Key":{},)"
                                  R"("ConditionExpression":"a = b"}}]})"},
           {"TransactGetItems", R"({"TransactItems":[{"Get":{"TableName":"User","Key":{}}},)"
                                R"({"Get":{"TableName":"Votes","Key":{}}}]})"},
       }) {
    const Reply reply = call(operation, rights, body);
    EXPECT_EQ(reply.error, "AccessDeniedException") << operation << reply.body;
    EXPECT_THAT(reply.body, HasSubstr("table/Votes")) << operation;
    EXPECT_EQ(call(operation, "User:rw,Votes:rw", body).status, 200) << operation;
  }
}

TEST_F(GuardTest, AWriterMayWriteStatementsWithoutDescribing) {
  EXPECT_EQ(call("ExecuteStatement", "User:w", body_of("ExecuteStatement", "User")).status, 200);
  EXPECT_EQ(call("DescribeTable", "User:w", body_of("DescribeTable", "User")).error,
            "AccessDeniedException");
}

TEST_F(GuardTest, ArnsNameTheirTables) {
  const std::string arn = "arn:aws:dynamodb:eu-west-1:123456789012:table/";
  EXPECT_EQ(call("GetItem", "User:r", R"({"TableName":")" + arn + R"(User","Key":{}})").status,
            200);
  EXPECT_EQ(call("GetItem", "User:r", R"({"TableName":")" + arn + R"(Votes","Key":{}})").error,
            "AccessDeniedException");
  EXPECT_EQ(named_table(arn + "User"), "User");
  EXPECT_EQ(named_table(arn + "User/index/member"), "User");
  EXPECT_EQ(named_table("User"), "User");
  EXPECT_EQ(named_table("*"), "*");
  // What two readers could read differently is no table's.
  for (const std::string& text :
       {std::string("arn:table/User/x:dynamodb:r:a:table/Secret"), arn + "User:table/Secret", arn,
        std::string("arn:aws:dynamodb:table/User"), std::string("arn:aws:dynamodb:r:a:index/x"),
        std::string(""), std::string("a/b"), std::string("a b"), std::string("arn:")}) {
    EXPECT_EQ(named_table(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace isotherm::wire
