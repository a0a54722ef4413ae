#include "codec/decode_expectations.h"

namespace isotherm::codec {
namespace {

TEST(DecodeGetItem, ReadsEveryMember) {
  const auto request = decoded<GetItemRequest>(R"({
      "TableName": "User", "Key": {"id": {"S": "u1"}}, "ConsistentRead": true,
      "ProjectionExpression": "#n", "ExpressionAttributeNames": {"#n": "name"},
      "AttributesToGet": ["a", "b"], "ReturnConsumedCapacity": "TOTAL"})");
  EXPECT_EQ(request.table_name, "User");
  EXPECT_EQ(request.key.at("id"), AttributeValue("u1"));
  EXPECT_TRUE(request.consistent_read);
  EXPECT_EQ(request.projection_expression, "#n");
  EXPECT_EQ(request.placeholders.names->at("#n"), "name");
  EXPECT_FALSE(request.placeholders.values.has_value());
  EXPECT_EQ(request.attributes_to_get, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(request.return_consumed_capacity, ReturnConsumedCapacity::total);
}

TEST(DecodeGetItem, TellsAbsentFromEmptyAndNullFromGiven) {
  const auto request = decoded<GetItemRequest>(
      R"({"TableName":"abc","Key":{},"ProjectionExpression":"","ExpressionAttributeNames":{},
          "AttributesToGet":null,"Unknown":{"x":[1]}})");
  EXPECT_EQ(request.projection_expression, "");
  EXPECT_TRUE(request.placeholders.names->empty());
  EXPECT_FALSE(request.attributes_to_get.has_value());
}

TEST(DecodeGetItem, TakesAnArnForATableName) {
  const auto request = decoded<GetItemRequest>(
      R"({"TableName":"arn:aws:dynamodb:us-east-1:123456789012:table/User","Key":{}})");
  EXPECT_EQ(request.table_name, "User");
}

TEST(DecodeGetItem, GathersViolationsInTheServicesOrderWhateverTheOrderInTheText) {
  const std::string expected = violations(
      {violation("'hi'", "returnConsumedCapacity", capacity_set),
       violation("'[]'", "attributesToGet", "Member must have length greater than or equal to 1"),
       null_at("key")});
  expect_invalid<GetItemRequest>(
      R"({"TableName":"abc","AttributesToGet":[],"ReturnConsumedCapacity":"hi"})", expected);
  expect_invalid<GetItemRequest>(
      R"({"ReturnConsumedCapacity":"hi","AttributesToGet":[],"TableName":"abc"})", expected);
  expect_invalid<GetItemRequest>("{}", violations({null_at("tableName"), null_at("key")}));
  expect_invalid<GetItemRequest>("", violations({null_at("tableName"), null_at("key")}));
}

TEST(DecodePutItem, LooksAtTheTableNameFirstAndNoFurther) {
  const std::string long_name(256, 'a');
  const std::pair<std::string, std::string> cases[] = {
      {long_name, "Member must have length less than or equal to 255"},
      {"bad table!@#", name_pattern},
      {"x!", name_pattern},
  };
  for (const auto& [name, constraint] : cases) {
    expect_invalid<PutItemRequest>(
        R"({"ReturnValues":"INVALID","Item":{},"TableName":")" + name + "\"}",
        violations({violation("'" + name + "'", "tableName", constraint)}));
  }
  decoded<PutItemRequest>(R"({"TableName":"a","Item":{}})");
  decoded<PutItemRequest>(R"({"TableName":")" + std::string(255, 'a') + R"(","Item":{}})");
}

TEST(DecodeUpdateItem, TakesAnEmptyTableNameForAConstraintLikeOthers) {
  expect_invalid<UpdateItemRequest>(
      R"({"TableName":""})",
      violations(
          {violation("''", "tableName", "Member must have length greater than or equal to 1"),
           null_at("key")}));
}

TEST(DecodePutItem, SaysWhatIsRequired) {
  expect_invalid<PutItemRequest>(R"({"Item":{"pk":{"S":"test"}}})",
                                 violations({null_at("tableName")}));
  expect_invalid<PutItemRequest>(R"({"TableName":"abc"})", violations({null_at("item")}));
}

TEST(DecodePutItem, ListsTheValuesOfItsEnumerations) {
  expect_invalid<PutItemRequest>(
      R"({"TableName":"abc","Item":{},"ReturnValues":"a","ReturnItemCollectionMetrics":"b",
          "ReturnConsumedCapacity":"c","ConditionalOperator":"d",
          "ReturnValuesOnConditionCheckFailure":"e","Expected":{"x":{"ComparisonOperator":"f"}}})",
      violations({
          violation("'c'", "returnConsumedCapacity", capacity_set),
          violation("'d'", "conditionalOperator", "Member must satisfy enum value set: [OR, AND]"),
          violation("'f'", "expected.x.member.comparisonOperator",
                    "Member must satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, "
                    "EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]"),
          violation("'a'", "returnValues",
                    "Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, "
                    "UPDATED_NEW]"),
          violation("'b'", "returnItemCollectionMetrics",
                    "Member must satisfy enum value set: [SIZE, NONE]"),
          violation("'e'", "returnValuesOnConditionCheckFailure",
                    "Member must satisfy enum value set: [ALL_OLD, NONE]"),
      }));
}

TEST(DecodePutItem, ReportsWrongJsonTypesBeforeAnythingElse) {
  expect_error<PutItemRequest>(R"({"TableName":"","ReturnValues":"x","Item":[]})",
                               ErrorCode::serialization,
                               "Unrecognized collection type java.util.Map<java.lang.String, "
                               "com.amazonaws.dynamodb.v20120810.AttributeValue>");
  expect_error<PutItemRequest>(R"({"TableName":5})", ErrorCode::serialization,
                               "NUMBER_VALUE cannot be converted to String");
  expect_error<PutItemRequest>("[]", ErrorCode::serialization,
                               "Unrecognized collection type class "
                               "com.amazonaws.dynamodb.v20120810.PutItemInput");
  for (const char* text : {"hi", "{", "{} {}", "{\"TableName\":\"\xff\"}"}) {
    expect_error<PutItemRequest>(text, ErrorCode::serialization, "");
  }
}

TEST(DecodePutItem, ReportsViolationsBeforeBadValues) {
  expect_invalid<PutItemRequest>(
      R"({"TableName":"abc","Item":{"a":{}},"ReturnConsumedCapacity":"x"})",
      violations({violation("'x'", "returnConsumedCapacity", capacity_set)}));
}

TEST(DecodePutItem, ReportsTheItemsBadValueBeforeAPlaceholders) {
  const std::string empty =
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
  expect_invalid<PutItemRequest>(
      R"({"ExpressionAttributeValues":{":b":{}},"TableName":"abc","Item":{"a":{}}})", empty);
  expect_invalid<PutItemRequest>(
      R"({"ExpressionAttributeValues":{":b":{}},"TableName":"abc","Item":{}})",
      "ExpressionAttributeValues contains invalid value: " + empty + " for key :b");
  expect_invalid<PutItemRequest>(
      R"({"ExpressionAttributeValues":{":b":{"NS":["1","1"]}},"TableName":"abc","Item":{}})",
      "ExpressionAttributeValues contains invalid value: Input collection contains duplicates for "
      "key :b");
}

TEST(DecodeWrites, ReadEveryMember) {
  const auto request = decoded<UpdateItemRequest>(R"({
      "TableName": "User", "Key": {"id": {"S": "u1"}}, "UpdateExpression": "SET a = :v",
      "ConditionExpression": "#n = :v", "ExpressionAttributeNames": {"#n": "name"},
      "ExpressionAttributeValues": {":v": {"N": "1"}}, "ReturnValues": "UPDATED_NEW",
      "ReturnConsumedCapacity": "INDEXES", "ReturnItemCollectionMetrics": "SIZE",
      "ReturnValuesOnConditionCheckFailure": "ALL_OLD", "ConditionalOperator": "OR",
      "Expected": {"a": {"Exists": false}, "b": {"Value": {"S": "x"}},
                   "c": {"ComparisonOperator": "BETWEEN",
                         "AttributeValueList": [{"N": "1"}, {"N": "2"}]}},
      "AttributeUpdates": {"a": {"Action": "ADD", "Value": {"N": "3"}}, "b": {"Action": "DELETE"},
                           "c": {}}})");
  EXPECT_EQ(request.update_expression, "SET a = :v");
  EXPECT_EQ(request.condition_expression, "#n = :v");
  EXPECT_EQ(request.placeholders.values->at(":v"), AttributeValue(Number(1)));
  EXPECT_EQ(request.return_values, ReturnValues::updated_new);
  EXPECT_EQ(request.return_item_collection_metrics, ReturnItemCollectionMetrics::size);
  EXPECT_EQ(request.on_condition_check_failure, ReturnValuesOnConditionCheckFailure::all_old);
  EXPECT_EQ(request.conditional_operator, ConditionalOperator::any_of);
  EXPECT_EQ(request.expected->at("a").exists, false);
  EXPECT_EQ(request.expected->at("b").value, AttributeValue("x"));
  EXPECT_EQ(request.expected->at("c").op, ComparisonOperator::between);
  EXPECT_EQ(request.expected->at("c").values->size(), 2U);
  EXPECT_EQ(request.attribute_updates->at("a").action, AttributeAction::add);
  EXPECT_EQ(request.attribute_updates->at("a").value, AttributeValue(Number(3)));
  EXPECT_EQ(request.attribute_updates->at("b").action, AttributeAction::remove);
  EXPECT_FALSE(request.attribute_updates->at("c").value.has_value());

  const auto removal = decoded<DeleteItemRequest>(
      R"({"TableName":"User","Key":{"id":{"S":"u1"}},"ReturnValues":"ALL_OLD"})");
  EXPECT_EQ(removal.return_values, ReturnValues::all_old);
}

TEST(DecodeQuery, ReadsEveryMember) {
  const auto request = decoded<QueryRequest>(R"({
      "TableName": "User", "IndexName": "member", "KeyConditionExpression": "a = :a",
      "FilterExpression": "b = :a", "ProjectionExpression": "c", "Select": "COUNT",
      "ExpressionAttributeValues": {":a": {"S": "x"}}, "Limit": 5, "ConsistentRead": false,
      "ScanIndexForward": false, "ExclusiveStartKey": {"a": {"S": "x"}},
      "KeyConditions": {"a": {"ComparisonOperator": "EQ", "AttributeValueList": [{"S": "x"}]}},
      "QueryFilter": {"b": {"ComparisonOperator": "NULL"}}, "ConditionalOperator": "AND"})");
  EXPECT_EQ(request.index_name, "member");
  EXPECT_EQ(request.select, Select::count);
  EXPECT_EQ(request.limit, 5);
  EXPECT_FALSE(request.scan_index_forward);
  EXPECT_EQ(request.exclusive_start_key->at("a"), AttributeValue("x"));
  EXPECT_EQ(request.key_conditions->at("a").op, ComparisonOperator::eq);
  EXPECT_FALSE(request.query_filter->at("b").values.has_value());
  EXPECT_TRUE(decoded<QueryRequest>(R"({"TableName":"User"})").scan_index_forward);
}

TEST(DecodeQuery, ChecksItsLimitItself) {
  const std::string message =
      "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member must "
      "have value greater than or equal to 1";
  expect_invalid<QueryRequest>(R"({"TableName":"abc","Limit":0})", message);
  expect_invalid<QueryRequest>(R"({"TableName":"abc","Limit":-1})", message);
  EXPECT_EQ(decoded<QueryRequest>(R"({"TableName":"abc","Limit":1})").limit, 1);
}

TEST(DecodeQuery, GathersViolations) {
  expect_invalid<QueryRequest>(
      R"({"TableName":"abc","ReturnConsumedCapacity":"hi","AttributesToGet":[],
          "IndexName":"a;","Select":"hi","Limit":-1,"ConditionalOperator":"AN",
          "QueryFilter":{"a":{},"b":{"ComparisonOperator":""}},"KeyConditions":{"a":{}}})",
      violations({
          violation("'hi'", "select",
                    "Member must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, "
                    "ALL_ATTRIBUTES, ALL_PROJECTED_ATTRIBUTES]"),
          violation("'a;'", "indexName", name_pattern),
          violation("'a;'", "indexName", "Member must have length greater than or equal to 3"),
          violation("'hi'", "returnConsumedCapacity", capacity_set),
          null_at("queryFilter.a.member.comparisonOperator"),
          violation("''", "queryFilter.b.member.comparisonOperator",
                    "Member must satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, "
                    "EQ, GT, NOT_NULL, NE, LE, BEGINS_WITH, GE, CONTAINS]"),
          violation("'AN'", "conditionalOperator", "Member must satisfy enum value set: [OR, AND]"),
          violation("'[]'", "attributesToGet",
                    "Member must have length greater than or equal to 1"),
          null_at("keyConditions.a.member.comparisonOperator"),
      }));
}

TEST(DecodeQuery, SaysThatTheStartingKeyIsInvalidBeforeSomeProblems) {
  const auto body = [](const std::string& value) {
    return R"({"TableName":"abc","ExclusiveStartKey":{"a":)" + value + "}}";
  };
  const std::string prefix = "The provided starting key is invalid: ";
  const std::string invalid = "One or more parameter values were invalid: ";
  expect_invalid<QueryRequest>(
      body("{}"), prefix +
                      "Supplied AttributeValue is empty, must contain exactly one of the "
                      "supported datatypes");
  expect_invalid<QueryRequest>(body(R"({"SS":[]})"),
                               prefix + invalid + "An string set  may not be empty");
  expect_invalid<QueryRequest>(body(R"({"NS":[]})"), invalid + "An number set  may not be empty");
  expect_invalid<ScanRequest>(body(R"({"SS":["a","a"]})"),
                              invalid + "Input collection [a, a] contains duplicates.");
  expect_invalid<ScanRequest>(body(R"({"N":"b"})"),
                              "The parameter cannot be converted to a numeric value: b");
}

TEST(DecodeScan, ReadsSegmentsAndChecksThem) {
  const auto request = decoded<ScanRequest>(
      R"({"TableName":"abc","Segment":0,"TotalSegments":4,"Limit":3,
          "ScanFilter":{"a":{"ComparisonOperator":"GT","AttributeValueList":[{"N":"1"}]}}})");
  EXPECT_EQ(request.segment, 0);
  EXPECT_EQ(request.total_segments, 4);
  EXPECT_EQ(request.scan_filter->at("a").op, ComparisonOperator::gt);
  decoded<ScanRequest>(R"({"TableName":"abc","Segment":999999,"TotalSegments":1000000})");
  expect_invalid<ScanRequest>(
      R"({"TableName":"abc","Segment":-1,"TotalSegments":0,"Limit":0})",
      violations(
          {violation("'0'", "totalSegments", "Member must have value greater than or equal to 1"),
           violation("'-1'", "segment", "Member must have value greater than or equal to 0"),
           violation("'0'", "limit", "Member must have value greater than or equal to 1")}));
  expect_invalid<ScanRequest>(
      R"({"TableName":"abc","Segment":1000000,"TotalSegments":1000001})",
      violations({violation("'1000001'", "totalSegments",
                            "Member must have value less than or equal to 1000000"),
                  violation("'1000000'", "segment",
                            "Member must have value less than or equal to 999999")}));
}

TEST(DecodeScan, ReadsIntegersAsTheServiceDoes) {
  EXPECT_EQ(decoded<ScanRequest>(R"({"TableName":"abc","Limit":34.56})").limit, 34);
  const auto wrong = [](const std::string& value, const std::string& message) {
    expect_error<ScanRequest>(R"({"TableName":"abc","Limit":)" + value + "}",
                              ErrorCode::serialization, message);
  };
  wrong("\"23\"", "STRING_VALUE cannot be converted to Integer");
  wrong("true", "TRUE_VALUE cannot be converted to Integer");
  wrong("[]", "Unrecognized collection type class java.lang.Integer");
  wrong("{}", "Start of structure or map found where not expected");
  wrong("2147483648", "NUMBER_VALUE cannot be converted to Integer");
  wrong("1e300", "NUMBER_VALUE cannot be converted to Integer");
  wrong("18446744073709551615", "NUMBER_VALUE cannot be converted to Integer");
}

}  // namespace
}  // namespace isotherm::codec
