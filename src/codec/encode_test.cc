#include "codec/encode.h"

#include <gtest/gtest.h>

#include "model/error_detail.h"

namespace isotherm::codec {
namespace {

template <class Response>
std::string encoded(const Response& response,
                    ReturnConsumedCapacity capacity = ReturnConsumedCapacity::none) {
  std::string out;
  encode(response, Shown{capacity}, out);
  return out;
}

Item item(std::string_view id) {
  Item result;
  result.emplace("id", std::string(id));
  return result;
}

ConsumedCapacity consumed() {
  ConsumedCapacity capacity;
  capacity.table_name = "User";
  capacity.table = {.read_units = 0, .write_units = 2};
  capacity.local_indexes["loc"] = {.read_units = 0, .write_units = 1};
  capacity.global_indexes["g1"] = {.read_units = 0, .write_units = 1.5};
  capacity.global_indexes["g2"] = {.read_units = 0, .write_units = 0};
  return capacity;
}

TEST(EncodeGetItem, ShowsTheItemOrNothing) {
  GetItemResponse response;
  EXPECT_EQ(encoded(response), "{}");
  response.item = item("a");
  EXPECT_EQ(encoded(response), R"({"Item":{"id":{"S":"a"}}})");
  response.consumed.table_name = "T";
  response.consumed.table.read_units = 0.5;
  EXPECT_EQ(
      encoded(response, ReturnConsumedCapacity::total),
      R"({"Item":{"id":{"S":"a"}},"ConsumedCapacity":{"TableName":"T","CapacityUnits":0.5}})");
  EXPECT_EQ(encoded(response, ReturnConsumedCapacity::indexes),
            R"({"Item":{"id":{"S":"a"}},"ConsumedCapacity":{"TableName":"T","CapacityUnits":0.5,)"
            R"("Table":{"CapacityUnits":0.5}}})");
}

TEST(EncodeWrite, ShowsAttributesCapacityAndMetrics) {
  WriteItemResponse response;
  EXPECT_EQ(encoded(response), "{}");
  response.attributes = item("a");
  response.consumed = consumed();
  response.item_collection_metrics = ItemCollectionMetrics{item("p"), {0, 1}};
  EXPECT_EQ(encoded(response, ReturnConsumedCapacity::indexes),
            R"({"Attributes":{"id":{"S":"a"}},"ConsumedCapacity":{"TableName":"User",)"
            R"("CapacityUnits":4.5,"Table":{"CapacityUnits":2.0},)"
            R"("LocalSecondaryIndexes":{"loc":{"CapacityUnits":1.0}},)"
            R"("GlobalSecondaryIndexes":{"g1":{"CapacityUnits":1.5},"g2":{"CapacityUnits":0.0}}},)"
            R"("ItemCollectionMetrics":{"ItemCollectionKey":{"id":{"S":"p"}},)"
            R"("SizeEstimateRangeGB":[0.0,1.0]}})");
}

TEST(EncodeBatchGetItem, ShowsWhatWasNotReadInTheShapeOfTheRequest) {
  BatchGetItemResponse response;
  EXPECT_EQ(encoded(response), R"({"Responses":{},"UnprocessedKeys":{}})");
  response.responses["T1"] = {item("a"), item("b")};
  response.responses["T2"] = {};
  KeysAndAttributes& asked = response.unprocessed_keys["T1"];
  asked.keys = {item("c")};
  asked.consistent_read = true;
  asked.projection_expression = "#n";
  asked.names = ExpressionNames{{"#n", "\"n\""}};
  response.unprocessed_keys["T2"].keys = {item("d")};
  response.unprocessed_keys["T2"].attributes_to_get = {"x", "y"};
  response.consumed = {consumed()};
  EXPECT_EQ(encoded(response, ReturnConsumedCapacity::total),
            R"({"Responses":{"T1":[{"id":{"S":"a"}},{"id":{"S":"b"}}],"T2":[]},)"
            R"("UnprocessedKeys":{"T1":{"Keys":[{"id":{"S":"c"}}],"ConsistentRead":true,)"
            R"("ProjectionExpression":"#n","ExpressionAttributeNames":{"#n":"\"n\""}},)"
            R"("T2":{"Keys":[{"id":{"S":"d"}}],"AttributesToGet":["x","y"]}},)"
            R"("ConsumedCapacity":[{"TableName":"User","CapacityUnits":4.5}]})");
}

TEST(EncodeBatchWriteItem, ShowsWhatWasNotWritten) {
  BatchWriteItemResponse response;
  EXPECT_EQ(encoded(response), R"({"UnprocessedItems":{}})");
  response.unprocessed_items["T"] = {PutRequest{item("a")}, DeleteRequest{item("b")}};
  response.item_collection_metrics["T"] = {ItemCollectionMetrics{item("p"), {0, 1}}};
  EXPECT_EQ(encoded(response),
            R"({"UnprocessedItems":{"T":[{"PutRequest":{"Item":{"id":{"S":"a"}}}},)"
            R"({"DeleteRequest":{"Key":{"id":{"S":"b"}}}}]},"ItemCollectionMetrics":{"T":[)"
            R"({"ItemCollectionKey":{"id":{"S":"p"}},"SizeEstimateRangeGB":[0.0,1.0]}]}})");
}

TEST(EncodeQuery, ShowsAPage) {
  ReadManyResponse response;
  EXPECT_EQ(encoded(response), R"({"Items":[],"Count":0,"ScannedCount":0})");
  response.items = {item("a")};
  response.count = 1;
  response.scanned_count = 2;
  response.last_evaluated_key = item("z");
  EXPECT_EQ(encoded(response), R"({"Items":[{"id":{"S":"a"}}],"Count":1,"ScannedCount":2,)"
                               R"("LastEvaluatedKey":{"id":{"S":"z"}}})");
  response.show_items = false;
  EXPECT_EQ(encoded(response),
            R"({"Count":1,"ScannedCount":2,"LastEvaluatedKey":{"id":{"S":"z"}}})");
}

TEST(EncodeTables, ListsNamesAndLimits) {
  ListTablesResponse list;
  EXPECT_EQ(encoded(list), R"({"TableNames":[]})");
  list.table_names = {"A", "B"};
  list.last_evaluated_table_name = "B";
  EXPECT_EQ(encoded(list), R"({"LastEvaluatedTableName":"B","TableNames":["A","B"]})");
  EXPECT_EQ(encoded(DescribeLimitsResponse{}),
            R"({"AccountMaxReadCapacityUnits":80000,"AccountMaxWriteCapacityUnits":80000,)"
            R"("TableMaxReadCapacityUnits":40000,"TableMaxWriteCapacityUnits":40000})");
}

TableDescription table() {
  TableDescription description;
  description.name = "User";
  description.arn = table_arn("us-east-1", "000000000000", "User");
  description.id = "id-1";
  description.created = UnixMillis(1'700'000'000'123);
  description.attributes = {{"a", KeyType::S}, {"b", KeyType::N}};
  description.key = {.partition = {"a", KeyType::S}, .sort = AttributeDefinition{"b", KeyType::N}};
  description.provisioned = {5, 6};
  return description;
}

TEST(EncodeTables, DescribesAProvisionedTable) {
  std::string out;
  encode_table(table(), "Table", out);
  EXPECT_EQ(out,
            R"({"Table":{"AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"},)"
            R"({"AttributeName":"b","AttributeType":"N"}],"TableName":"User",)"
            R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"},)"
            R"({"AttributeName":"b","KeyType":"RANGE"}],"TableStatus":"ACTIVE",)"
            R"("CreationDateTime":1700000000.123,)"
            R"("ProvisionedThroughput":{"NumberOfDecreasesToday":0,"ReadCapacityUnits":5,)"
            R"("WriteCapacityUnits":6},"TableSizeBytes":0,"ItemCount":0,)"
            R"("TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/User","TableId":"id-1",)"
            R"("DeletionProtectionEnabled":false,"WarmThroughput":{"ReadUnitsPerSecond":5,)"
            R"("WriteUnitsPerSecond":6,"Status":"ACTIVE"}}})");
}

TEST(EncodeTables, DescribesAnOnDemandTableWithIndexes) {
  TableDescription description = table();
  description.status = TableStatus::updating;
  description.billing_mode = BillingMode::pay_per_request;
  description.show_billing_mode = true;
  description.on_demand_since = UnixMillis(1'700'000'001'000);
  description.provisioned = {0, 0};
  description.on_demand = OnDemandThroughput{100, std::nullopt};
  description.show_table_class = true;
  description.deletion_protection = true;
  description.local_indexes.push_back({.name = "loc",
                                       .key = {{"a", KeyType::S}, {{"b", KeyType::N}}},
                                       .projection = {ProjectionType::keys_only, {}},
                                       .size_bytes = 10,
                                       .item_count = 1});
  GlobalSecondaryIndex global;
  global.name = "glob";
  global.key = {.partition = {"b", KeyType::N}, .sort = {}};
  global.projection = {ProjectionType::include, {"x"}};
  global.status = IndexStatus::creating;
  global.backfilling = true;
  description.global_indexes.push_back(global);
  std::string out;
  encode_table(description, "TableDescription", out);
  for (const char* part : {
           R"("TableStatus":"UPDATING")",
           R"("BillingModeSummary":{"BillingMode":"PAY_PER_REQUEST",)"
           R"("LastUpdateToPayPerRequestDateTime":1700000001.000})",
           R"("LocalSecondaryIndexes":[{"IndexName":"loc","KeySchema":[)"
           R"({"AttributeName":"a","KeyType":"HASH"},{"AttributeName":"b","KeyType":"RANGE"}],)"
           R"("Projection":{"ProjectionType":"KEYS_ONLY"},"IndexSizeBytes":10,"ItemCount":1,)"
           R"("IndexArn":"arn:aws:dynamodb:us-east-1:000000000000:table/User/index/loc"}])",
           R"("Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x"]})",
           R"("IndexStatus":"CREATING","Backfilling":true)",
           R"("TableClassSummary":{"TableClass":"STANDARD"})",
           R"("DeletionProtectionEnabled":true)",
           R"("OnDemandThroughput":{"MaxReadRequestUnits":100})",
           R"("WarmThroughput":{"ReadUnitsPerSecond":12000,"WriteUnitsPerSecond":4000,)",
       }) {
    EXPECT_NE(out.find(part), std::string::npos) << part << "\nnot in\n" << out;
  }
}

std::string error_json(const Error& error) {
  std::string out;
  encode_error(error, out);
  return out;
}

TEST(EncodeError, HasTheNamespaceAndSpellingOfItsLayer) {
  EXPECT_EQ(error_json(Error::validation("no \"x\"")),
            R"({"__type":"com.amazon.coral.validate#ValidationException","message":"no \"x\""})");
  EXPECT_EQ(error_json(Error::serialization("bad")),
            R"({"__type":"com.amazon.coral.service#SerializationException","Message":"bad"})");
  EXPECT_EQ(error_json(Error::serialization("")),
            R"({"__type":"com.amazon.coral.service#SerializationException"})");
  EXPECT_EQ(error_json(Error::unknown_operation()),
            R"({"__type":"com.amazon.coral.service#UnknownOperationException"})");
  EXPECT_EQ(error_json(Error(ErrorCode::access_denied, "no")),
            R"({"__type":"com.amazon.coral.service#AccessDeniedException","Message":"no"})");
  EXPECT_EQ(error_json(Error::resource_not_found()),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",)"
            R"("message":"Requested resource not found"})");
  EXPECT_EQ(error_json(Error::internal("")),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError","message":""})");
}

TEST(EncodeError, NamesEveryExceptionAndItsStatus) {
  const std::string service = "com.amazonaws.dynamodb.v20120810#";
  const std::string coral = "com.amazon.coral.service#";
  const std::tuple<ErrorCode, std::string, int> cases[] = {
      {ErrorCode::resource_in_use, service + "ResourceInUseException", 400},
      {ErrorCode::conditional_check_failed, service + "ConditionalCheckFailedException", 400},
      {ErrorCode::provisioned_throughput_exceeded,
       service + "ProvisionedThroughputExceededException", 400},
      {ErrorCode::throttling, "com.amazon.coral.availability#ThrottlingException", 400},
      {ErrorCode::request_limit_exceeded, service + "RequestLimitExceeded", 400},
      {ErrorCode::item_collection_size_limit_exceeded,
       service + "ItemCollectionSizeLimitExceededException", 400},
      {ErrorCode::limit_exceeded, service + "LimitExceededException", 400},
      {ErrorCode::transaction_conflict, service + "TransactionConflictException", 400},
      {ErrorCode::missing_authentication_token, coral + "MissingAuthenticationTokenException", 400},
      {ErrorCode::incomplete_signature, coral + "IncompleteSignatureException", 400},
      {ErrorCode::unrecognized_client, coral + "UnrecognizedClientException", 400},
      {ErrorCode::internal, service + "InternalServerError", 500},
  };
  for (const auto& [code, type, status] : cases) {
    EXPECT_EQ(error_json(Error(code, "m")), R"({"__type":")" + type + R"(","message":"m"})");
    EXPECT_EQ(http_status(code), status);
  }
  EXPECT_EQ(http_status(ErrorCode::service_unavailable), 503);
}

TEST(EncodeError, SpellsTheMessageOfTransactionsWithACapital) {
  for (const ErrorCode code :
       {ErrorCode::transaction_canceled, ErrorCode::idempotent_parameter_mismatch,
        ErrorCode::transaction_in_progress}) {
    EXPECT_EQ(error_json(Error(code, "m")), R"({"__type":"com.amazonaws.dynamodb.v20120810#)" +
                                                std::string(exception_name(code)) +
                                                R"(","Message":"m"})");
  }
}

TEST(EncodeError, GivesThrottlingReasonsInTheSpellingsThatClientsRead) {
  Error provisioned(ErrorCode::provisioned_throughput_exceeded, "slow");
  provisioned.mutable_detail().throttling_reasons = {
      {"IndexWriteKeyRangeThroughputExceeded", "arn:i"}, {"TableRead", "arn:t"}};
  const std::string reasons =
      R"([{"reason":"IndexWriteKeyRangeThroughputExceeded","resource":"arn:i"},)"
      R"({"reason":"TableRead","resource":"arn:t"}])";
  EXPECT_EQ(
      error_json(provisioned),
      R"({"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException",)"
      R"("message":"slow","ThrottlingReasons":)" +
          reasons + "}");
  Error throttling(ErrorCode::throttling, "slow");
  throttling.mutable_detail().throttling_reasons = provisioned.detail().throttling_reasons;
  EXPECT_EQ(error_json(throttling),
            R"({"__type":"com.amazon.coral.availability#ThrottlingException","message":"slow",)"
            R"("ThrottlingReasons":)" +
                reasons + R"(,"throttlingReasons":)" + reasons + "}");
}

TEST(EncodeError, GivesTheItemOfAFailedConditionAndReasonsOfACancellation) {
  Error failed = Error::conditional_check_failed();
  failed.mutable_detail().item = item("a");
  EXPECT_EQ(error_json(failed),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
            R"("message":"The conditional request failed","Item":{"id":{"S":"a"}}})");
  Error cancelled(ErrorCode::transaction_canceled, "m");
  cancelled.mutable_detail().cancellation_reasons = {{},
                                                     {"ConditionalCheckFailed", "no", item("b")}};
  EXPECT_EQ(error_json(cancelled),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",)"
            R"("Message":"m","CancellationReasons":[{"Code":"None"},)"
            R"({"Code":"ConditionalCheckFailed","Message":"no","Item":{"id":{"S":"b"}}}]})");
}

}  // namespace
}  // namespace isotherm::codec
