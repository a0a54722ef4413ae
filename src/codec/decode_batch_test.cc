#include "codec/decode_expectations.h"

namespace isotherm::codec {
namespace {

std::string keys(int count) {
  std::string list = "[";
  for (int i = 0; i < count; ++i) {
    list += (i > 0 ? "," : "") + (R"({"pk":{"S":"k)" + std::to_string(i)) + "\"}}";
  }
  return list + "]";
}

TEST(DecodeBatchGetItem, ReadsTablesAndTheirOptions) {
  const auto request = decoded<BatchGetItemRequest>(R"({"ReturnConsumedCapacity":"TOTAL",
      "RequestItems":{"Tab1":{"Keys":[{"a":{"S":"1"}},{"a":{"S":"2"}}],"ConsistentRead":true,
        "ProjectionExpression":"#x","ExpressionAttributeNames":{"#x":"y"}},
        "arn:aws:dynamodb:r:1:table/Tab2":{"Keys":[{"b":{"N":"1"}}],"AttributesToGet":["z"]}}})");
  const KeysAndAttributes& first = request.request_items.at("Tab1");
  EXPECT_EQ(first.keys.size(), 2U);
  EXPECT_TRUE(first.consistent_read);
  EXPECT_EQ(first.projection_expression, "#x");
  EXPECT_EQ(first.names->at("#x"), "y");
  EXPECT_EQ(request.request_items.at("Tab2").attributes_to_get->front(), "z");
}

TEST(DecodeBatchGetItem, LimitsItsKeys) {
  decoded<BatchGetItemRequest>(R"({"RequestItems":{"abc":{"Keys":)" + keys(100) + "}}}");
  const std::string start =
      "1 validation error detected: Value at 'RequestItems.abc.member.Keys' failed to satisfy "
      "constraint: Member must have length ";
  expect_invalid<BatchGetItemRequest>(R"({"RequestItems":{"abc":{"Keys":)" + keys(101) + "}}}",
                                      start + "less than or equal to 100");
  expect_invalid<BatchGetItemRequest>(R"({"RequestItems":{"abc":{"Keys":[]}}})",
                                      start + "greater than or equal to 1");
  expect_invalid<BatchGetItemRequest>(R"({"RequestItems":{"abc":{}}})",
                                      violations({null_at("requestItems.abc.member.keys")}));
  expect_invalid<BatchGetItemRequest>(R"({"RequestItems":{}})",
                                      "The requestItems parameter is required for BatchGetItem");
  expect_invalid<BatchGetItemRequest>(
      R"({"ReturnConsumedCapacity":"hi"})",
      violations(
          {null_at("requestItems"), violation("'hi'", "returnConsumedCapacity", capacity_set)}));
}

TEST(DecodeBatchGetItem, RefusesNamesThatAreNone) {
  const auto request = decode<BatchGetItemRequest>(R"({"RequestItems":{"aa;":{}}})");
  ASSERT_FALSE(request.ok());
  EXPECT_EQ(request.error().message(),
            violations({violation("'{aa;={}}'", "requestItems",
                                  "Map keys must satisfy constraint: [Member must have length "
                                  "less than or equal to 255, Member must have length greater "
                                  "than or equal to 3, " +
                                      name_pattern + "]"),
                        null_at("requestItems.aa;.member.keys")}));
  expect_invalid<BatchGetItemRequest>(
      R"({"RequestItems":{"Tab":{"Keys":[{}]},"arn:aws:dynamodb:r:1:table/Tab":{"Keys":[{}]}}})",
      "One or more parameter values were invalid: Table Tab is named twice");
}

TEST(DecodeBatchGetItem, SaysWhichJsonTypeIsWrong) {
  const std::string inside_list =
      "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class "
      "java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and "
      "java.lang.Class are in module java.base of loader 'bootstrap')";
  const std::pair<const char*, std::string> cases[] = {
      {R"({"RequestItems":5})", "Unexpected field type"},
      {R"({"RequestItems":[]})",
       "Unrecognized collection type java.util.Map<java.lang.String, "
       "com.amazonaws.dynamodb.v20120810.KeysAndAttributes>"},
      {R"({"RequestItems":{"abc":5}})", "Unexpected value type in payload"},
      {R"({"RequestItems":{"abc":{"Keys":[5]}}})", inside_list},
      {R"({"RequestItems":{"abc":{"Keys":[[]]}}})",
       "Unrecognized collection type java.util.Map<java.lang.String, "
       "com.amazonaws.dynamodb.v20120810.AttributeValue>"},
  };
  for (const auto& [body, message] : cases) {
    expect_error<BatchGetItemRequest>(body, ErrorCode::serialization, message);
  }
  expect_error<BatchWriteItemRequest>(R"({"RequestItems":{"abc":5}})", ErrorCode::serialization,
                                      inside_list);
  expect_error<BatchWriteItemRequest>(
      R"({"RequestItems":[]})", ErrorCode::serialization,
      "Unrecognized collection type java.util.Map<java.lang.String, "
      "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>>");
  expect_error<BatchWriteItemRequest>(R"({"RequestItems":{"abc":[{"PutRequest":5}]}})",
                                      ErrorCode::serialization, "Unexpected field type");
}

std::string puts(int count) {
  std::string list = "[";
  for (int i = 0; i < count; ++i) {
    list += (i > 0 ? "," : "") + (R"({"PutRequest":{"Item":{"pk":{"S":"w)" + std::to_string(i)) +
            "\"}}}}";
  }
  return list + "]";
}

TEST(DecodeBatchWriteItem, ReadsPutsAndDeletesInOrder) {
  const auto request = decoded<BatchWriteItemRequest>(R"({"ReturnItemCollectionMetrics":"SIZE",
      "RequestItems":{"Tab":[{"PutRequest":{"Item":{"a":{"S":"1"}}}},
                           {"DeleteRequest":{"Key":{"a":{"S":"2"}}}}]}})");
  const auto& writes = request.request_items.at("Tab");
  ASSERT_EQ(writes.size(), 2U);
  EXPECT_EQ(std::get<PutRequest>(writes[0]).item.at("a"), AttributeValue("1"));
  EXPECT_EQ(std::get<DeleteRequest>(writes[1]).key.at("a"), AttributeValue("2"));
  EXPECT_EQ(request.return_item_collection_metrics, ReturnItemCollectionMetrics::size);
}

TEST(DecodeBatchWriteItem, LimitsItsRequests) {
  decoded<BatchWriteItemRequest>(R"({"RequestItems":{"abc":)" + puts(25) + "}}");
  const std::string values =
      "Map value must satisfy constraint: [Member must have length less than or equal to 25, "
      "Member must have length greater than or equal to 1]";
  const auto many = decode<BatchWriteItemRequest>(R"({"RequestItems":{"abc":)" + puts(26) + "}}");
  ASSERT_FALSE(many.ok());
  const std::string& message = many.error().message();
  EXPECT_TRUE(message.starts_with("1 validation error detected: Value '{abc=[{PutRequest={Item="))
      << message;
  EXPECT_TRUE(message.ends_with("]}' at 'requestItems' failed to satisfy constraint: " + values));
  expect_invalid<BatchWriteItemRequest>(
      R"({"RequestItems":{"abc":[]}})",
      violations({violation("'{abc=[]}'", "requestItems", values)}));
  expect_invalid<BatchWriteItemRequest>(
      R"({"RequestItems":{}})", "The requestItems parameter is required for BatchWriteItem");
}

TEST(DecodeBatchWriteItem, DoesNotEchoAWholeLargeRequest) {
  const std::string item =
      R"({"PutRequest":{"Item":{"pk":{"S":")" + std::string(100'000, 'x') + "\"}}}}";
  std::string body = R"({"RequestItems":{"abc":[)" + item;
  for (int i = 0; i < 25; ++i) body += "," + item;
  const auto request = decode<BatchWriteItemRequest>(body + "]}}");
  ASSERT_FALSE(request.ok());
  EXPECT_LT(request.error().message().size(), 20'000U);
}

TEST(DecodeBatchWriteItem, WantsExactlyOneOfPutAndDelete) {
  const std::string message =
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
      "supported datatypes";
  expect_invalid<BatchWriteItemRequest>(R"({"RequestItems":{"abc":[{}]}})", message);
  expect_invalid<BatchWriteItemRequest>(
      R"({"RequestItems":{"abc":[{"PutRequest":{"Item":{}},"DeleteRequest":{"Key":{}}}]}})",
      message);
  expect_invalid<BatchWriteItemRequest>(
      R"({"RequestItems":{"abc":[{"PutRequest":{},"DeleteRequest":{}}]}})",
      violations({null_at("requestItems.abc.member.1.member.deleteRequest.key"),
                  null_at("requestItems.abc.member.1.member.putRequest.item")}));
}

}  // namespace
}  // namespace isotherm::codec
