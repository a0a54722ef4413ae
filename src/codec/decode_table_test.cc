#include "codec/decode_expectations.h"

namespace isotherm::codec {
namespace {

// A CreateTable body of the least members and `more`.
std::string create(const std::string& more) {
  return R"({"TableName":"abc","AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],)"
         R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}])" +
         (more.empty() ? "" : "," + more) + "}";
}

TEST(DecodeCreateTable, ReadsEveryMember) {
  const auto request = decoded<CreateTableRequest>(R"({
      "TableName": "User", "BillingMode": "PROVISIONED", "TableClass": "STANDARD",
      "AttributeDefinitions": [{"AttributeName": "a", "AttributeType": "S"},
                               {"AttributeName": "b", "AttributeType": "N"},
                               {"AttributeName": "c", "AttributeType": "B"}],
      "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"},
                    {"AttributeName": "b", "KeyType": "RANGE"}],
      "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 6},
      "LocalSecondaryIndexes": [{"IndexName": "loc", "Projection": {"ProjectionType": "ALL"},
          "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"},
                        {"AttributeName": "c", "KeyType": "RANGE"}]}],
      "GlobalSecondaryIndexes": [{"IndexName": "glob",
          "KeySchema": [{"AttributeName": "c", "KeyType": "HASH"}],
          "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x", "y"]},
          "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 2},
          "WarmThroughput": {"ReadUnitsPerSecond": 3, "WriteUnitsPerSecond": 4},
          "OnDemandThroughput": {"MaxReadRequestUnits": 7, "MaxWriteRequestUnits": -1}}],
      "OnDemandThroughput": {"MaxReadRequestUnits": 10},
      "WarmThroughput": {"ReadUnitsPerSecond": 13000, "WriteUnitsPerSecond": 4000},
      "DeletionProtectionEnabled": true,
      "StreamSpecification": {"StreamEnabled": false},
      "SSESpecification": {"Enabled": true, "SSEType": "KMS", "KMSMasterKeyId": "k"},
      "Tags": [{"Key": "team", "Value": ""}]})");
  EXPECT_EQ(request.table_name, "User");
  EXPECT_EQ(request.billing_mode, BillingMode::provisioned);
  EXPECT_EQ(request.attribute_definitions.at(2).type, KeyType::B);
  EXPECT_EQ(request.key_schema.size(), 2U);
  EXPECT_TRUE(request.key_schema[0].is_partition_key);
  EXPECT_FALSE(request.key_schema[1].is_partition_key);
  EXPECT_EQ(request.provisioned, (ProvisionedThroughput{5, 6}));
  EXPECT_EQ(request.local_indexes->at(0).index_name, "loc");
  EXPECT_EQ(request.local_indexes->at(0).projection->type, ProjectionType::all);
  const SecondaryIndexRequest& global = request.global_indexes->at(0);
  EXPECT_EQ(global.projection->non_key_attributes, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(global.provisioned, (ProvisionedThroughput{1, 2}));
  EXPECT_EQ(global.warm, (ProvisionedThroughput{3, 4}));
  EXPECT_EQ(global.on_demand, (OnDemandThroughput{7, -1}));
  EXPECT_EQ(request.on_demand, (OnDemandThroughput{10, std::nullopt}));
  EXPECT_EQ(request.warm, (ProvisionedThroughput{13000, 4000}));
  EXPECT_EQ(request.table_class, "STANDARD");
  EXPECT_EQ(request.deletion_protection, true);
  EXPECT_FALSE(request.stream->enabled);
  EXPECT_EQ(request.tags->at(0).key, "team");
}

TEST(DecodeCreateTable, ChecksItsName) {
  expect_invalid<CreateTableRequest>(
      R"({"KeySchema":[]})",
      "The parameter 'TableName' is required but was not present in the request");
  const std::string shortest = "Member must have length greater than or equal to 3";
  expect_invalid<CreateTableRequest>(R"({"TableName":"","KeySchema":[]})",
                                     violations({violation("''", "tableName", shortest)}));
  expect_invalid<CreateTableRequest>(R"({"TableName":"ab"})",
                                     violations({violation("'ab'", "tableName", shortest)}));
  expect_invalid<DescribeTableRequest>(
      R"({"TableName":"abc;"})", violations({violation("'abc;'", "tableName", name_pattern)}));
  const std::string name(256, 'a');
  expect_invalid<DeleteTableRequest>(
      R"({"TableName":")" + name + "\"}",
      violations({violation("'" + name + "'", "tableName",
                            "Member must have length less than or equal to 255")}));
  EXPECT_EQ(decoded<DeleteTableRequest>(R"({"TableName":")" + name.substr(1) + "\"}").table_name,
            name.substr(1));
  EXPECT_EQ(
      decoded<DescribeTableRequest>(R"({"TableName":"arn:aws:dynamodb:r:1:table/abc"})").table_name,
      "abc");
}

TEST(DecodeCreateTable, GathersViolationsDownToElements) {
  expect_invalid<CreateTableRequest>(
      R"({"TableName":"abc","KeySchema":[{"KeyType":"HASH"},{"AttributeName":"a"},
          {"KeyType":"Woop","AttributeName":"a"}],"BillingMode":"A",
          "AttributeDefinitions":[{"AttributeName":"","AttributeType":"SS"}],
          "ProvisionedThroughput":{"ReadCapacityUnits":0}})",
      violations(
          {violation("''", "attributeDefinitions.1.member.attributeName",
                     "Member must have length greater than or equal to 1"),
           violation("'SS'", "attributeDefinitions.1.member.attributeType",
                     "Member must satisfy enum value set: [B, N, S]"),
           violation("'A'", "billingMode",
                     "Member must satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]"),
           violation("null", "provisionedThroughput.writeCapacityUnits", "Member must not be null"),
           violation("'0'", "provisionedThroughput.readCapacityUnits",
                     "Member must have value greater than or equal to 1"),
           violation("'[KeySchemaElement(attributeName=, keyType=HASH), "
                     "KeySchemaElement(attributeName=a, keyType=HASH), "
                     "KeySchemaElement(attributeName=a, keyType=HASH)]'",
                     "keySchema", "Member must have length less than or equal to 2"),
           violation("null", "keySchema.1.member.attributeName", "Member must not be null"),
           violation("null", "keySchema.2.member.keyType", "Member must not be null"),
           violation("'Woop'", "keySchema.3.member.keyType",
                     "Member must satisfy enum value set: [HASH, RANGE]")}));
}

TEST(DecodeCreateTable, ReportsTenViolationsAtTheMost) {
  std::string indexes = R"("LocalSecondaryIndexes":[{},{},{},{},{}])";
  const auto request = decode<CreateTableRequest>(create(indexes));
  ASSERT_FALSE(request.ok());
  EXPECT_TRUE(request.error().message().starts_with("10 validation errors detected: "));
  EXPECT_TRUE(request.error().message().ends_with(
      violation("null", "localSecondaryIndexes.4.member.indexName", "Member must not be null")))
      << request.error().message();
}

TEST(DecodeCreateTable, ChecksIndexes) {
  expect_invalid<CreateTableRequest>(
      create(R"("GlobalSecondaryIndexes":[{"IndexName":"h;","KeySchema":[],
                 "Projection":{"ProjectionType":"abc","NonKeyAttributes":[]},
                 "ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":0}}])"),
      violations(
          {violation("'h;'", "globalSecondaryIndexes.1.member.indexName", name_pattern),
           violation("'h;'", "globalSecondaryIndexes.1.member.indexName",
                     "Member must have length greater than or equal to 3"),
           violation("'[]'", "globalSecondaryIndexes.1.member.keySchema",
                     "Member must have length greater than or equal to 1"),
           violation("'abc'", "globalSecondaryIndexes.1.member.projection.projectionType",
                     "Member must satisfy enum value set: [ALL, INCLUDE, KEYS_ONLY]"),
           violation("'[]'", "globalSecondaryIndexes.1.member.projection.nonKeyAttributes",
                     "Member must have length greater than or equal to 1"),
           violation("'0'",
                     "globalSecondaryIndexes.1.member.provisionedThroughput.writeCapacityUnits",
                     "Member must have value greater than or equal to 1")}));
}

TEST(DecodeCreateTable, RefusesWhatIsNotServed) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("GlobalTableSourceArn":"arn")", "global tables"},
      {R"("VectorIndexes":[{"IndexName":"vec"}])", "vector indexes"},
  };
  for (const auto& [member, what] : cases) {
    const auto request = decode<CreateTableRequest>(create(member));
    ASSERT_FALSE(request.ok()) << member;
    EXPECT_EQ(request.error().code(), ErrorCode::validation);
    EXPECT_TRUE(
        request.error().message().starts_with(std::string("Isotherm does not support ") + what))
        << request.error().message();
  }
}

TEST(DecodeCreateTable, APolicyIsJson) {
  EXPECT_EQ(decode<CreateTableRequest>(create(R"("ResourcePolicy":"{}")")).value().resource_policy,
            "{}");
  for (const char* policy : {R"("{")", R"("[]")", R"("")"}) {
    const auto request =
        decode<CreateTableRequest>(create(R"("ResourcePolicy":)" + std::string(policy)));
    ASSERT_FALSE(request.ok()) << policy;
    EXPECT_EQ(request.error().message(),
              "One or more parameter values were invalid: Invalid policy document: This policy "
              "contains invalid Json");
  }
}

TEST(DecodeUpdateTable, ReadsEveryMember) {
  const auto request = decoded<UpdateTableRequest>(R"({
      "TableName": "User", "BillingMode": "PAY_PER_REQUEST", "DeletionProtectionEnabled": false,
      "AttributeDefinitions": [{"AttributeName": "a", "AttributeType": "S"}],
      "GlobalSecondaryIndexUpdates": [
        {"Create": {"IndexName": "new", "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}],
                    "Projection": {"ProjectionType": "KEYS_ONLY"}}},
        {"Update": {"IndexName": "old", "OnDemandThroughput": {"MaxWriteRequestUnits": 3},
                    "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 2}}},
        {"Delete": {"IndexName": "gone"}}]})");
  EXPECT_EQ(request.billing_mode, BillingMode::pay_per_request);
  EXPECT_EQ(request.deletion_protection, false);
  EXPECT_EQ(request.attribute_definitions->size(), 1U);
  const auto& updates = *request.global_index_updates;
  ASSERT_EQ(updates.size(), 3U);
  EXPECT_EQ(std::get<CreateIndexAction>(updates[0]).index.index_name, "new");
  EXPECT_EQ(std::get<UpdateIndexAction>(updates[1]).provisioned, (ProvisionedThroughput{1, 2}));
  EXPECT_EQ(std::get<DeleteIndexAction>(updates[2]).index_name, "gone");
}

TEST(DecodeUpdateTable, WantsOneActionForEachIndexUpdate) {
  expect_invalid<UpdateTableRequest>(
      R"({"TableName":"abc","GlobalSecondaryIndexUpdates":[{}]})",
      "One or more parameter values were invalid: One of GlobalSecondaryIndexUpdate.Update, "
      "GlobalSecondaryIndexUpdate.Create, GlobalSecondaryIndexUpdate.Delete must not be null");
  expect_invalid<UpdateTableRequest>(
      R"({"TableName":"abc","GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":"a",
          "ProvisionedThroughput":{}}}]})",
      violations({violation("'a'", "globalSecondaryIndexUpdates.1.member.update.indexName",
                            "Member must have length greater than or equal to 3"),
                  violation("null",
                            "globalSecondaryIndexUpdates.1.member.update.provisionedThroughput."
                            "writeCapacityUnits",
                            "Member must not be null"),
                  violation("null",
                            "globalSecondaryIndexUpdates.1.member.update.provisionedThroughput."
                            "readCapacityUnits",
                            "Member must not be null")}));
}

TEST(DecodeListTables, ReadsAndChecks) {
  const auto request =
      decoded<ListTablesRequest>(R"({"ExclusiveStartTableName":"abc","Limit":100})");
  EXPECT_EQ(request.exclusive_start_table_name, "abc");
  EXPECT_EQ(request.limit, 100);
  EXPECT_FALSE(decoded<ListTablesRequest>("").limit.has_value());
  expect_invalid<ListTablesRequest>(
      R"({"ExclusiveStartTableName":"a;","Limit":500})",
      violations(
          {violation("'a;'", "exclusiveStartTableName", name_pattern),
           violation("'a;'", "exclusiveStartTableName",
                     "Member must have length greater than or equal to 3"),
           violation("'500'", "limit", "Member must have value less than or equal to 100")}));
}

TEST(DecodeNothing, TakesAnObjectOrNothing) {
  EXPECT_TRUE(decode_nothing("").ok());
  EXPECT_TRUE(decode_nothing("{}").ok());
  EXPECT_TRUE(decode_nothing(R"({"Unknown":1})").ok());
  EXPECT_FALSE(decode_nothing("[]").ok());
  EXPECT_FALSE(decode_nothing("x").ok());
}

}  // namespace
}  // namespace isotherm::codec
