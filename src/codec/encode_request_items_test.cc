#include "codec/request_round_trip.h"

namespace isotherm::codec {
namespace {

using Random = RandomValues;

ExpressionNames random_names(Random& random) {
  ExpressionNames names;
  for (std::size_t i = random.below(3); i > 0; --i) names["#" + random.text()] = random.text();
  return names;
}

ExpressionPlaceholders random_placeholders(Random& random) {
  ExpressionPlaceholders placeholders;
  if (random.chance()) placeholders.names = random_names(random);
  if (random.chance()) {
    placeholders.values.emplace();
    for (const AttributeValue& value : random.values()) {
      (*placeholders.values)[":" + random.text()] = value;
    }
  }
  return placeholders;
}

std::optional<std::vector<AttributeValue>> maybe_values(Random& random) {
  return random.maybe([&] { return random.values(); });
}

LegacyConditions random_conditions(Random& random) {
  return random.map_of<LegacyConditions>([&] {
    return LegacyCondition{random.pick(comparison_operator_names), maybe_values(random)};
  });
}

ExpectedAttributes random_expected(Random& random) {
  return random.map_of<ExpectedAttributes>([&] {
    return ExpectedAttribute{random.maybe_flag(), random.maybe([&] { return random.value(); }),
                             random.maybe_pick(comparison_operator_names), maybe_values(random)};
  });
}

AttributeUpdates random_updates(Random& random) {
  return random.map_of<AttributeUpdates>([&] {
    return AttributeUpdate{random.maybe([&] { return random.value(); }),
                           random.maybe_pick(attribute_action_names)};
  });
}

// What a write has also in a transaction.
template <class Write>
Write random_action(Random& random) {
  Write write;
  write.table_name = random.name();
  write.condition_expression = random.maybe_text();
  write.placeholders = random_placeholders(random);
  write.on_condition_check_failure = random.pick(on_condition_check_failure_names);
  if constexpr (requires { write.item; }) {
    write.item = random.item();
  } else {
    write.key = random.item(0);
  }
  if constexpr (requires { write.update_expression; }) {
    write.update_expression = random.maybe_text();
  }
  return write;
}

template <class Write>
Write random_write(Random& random) {
  Write write = random_action<Write>(random);
  write.expected = random.maybe([&] { return random_expected(random); });
  write.conditional_operator = random.maybe_pick(conditional_operator_names);
  write.return_values = random.pick(return_values_names);
  write.return_consumed_capacity = random.pick(return_consumed_capacity_names);
  write.return_item_collection_metrics = random.pick(return_item_collection_metrics_names);
  return write;
}

const std::string legacy_names = " AttributeValueList ComparisonOperator Value Exists ";
const std::string write_names =
    "TableName ConditionExpression ExpressionAttributeNames ExpressionAttributeValues Expected "
    "ConditionalOperator ReturnValues ReturnValuesOnConditionCheckFailure ReturnConsumedCapacity "
    "ReturnItemCollectionMetrics" +
    legacy_names;

TEST(EncodeRequest, GetItemComesBackTheSame) {
  expect_round_trips<GetItemRequest>(
      "TableName Key ConsistentRead ProjectionExpression ExpressionAttributeNames AttributesToGet "
      "ReturnConsumedCapacity",
      [](Random& random) {
        GetItemRequest request;
        request.table_name = random.name();
        request.key = random.item(0);
        request.consistent_read = random.chance();
        request.projection_expression = random.maybe_text();
        request.placeholders.names = random.maybe([&] { return random_names(random); });
        request.attributes_to_get = random.maybe([&] { return random.texts(); });
        request.return_consumed_capacity = random.pick(return_consumed_capacity_names);
        return request;
      });
}

TEST(EncodeRequest, WritesOfItemsComeBackTheSame) {
  expect_round_trips<PutItemRequest>(write_names + "Item", random_write<PutItemRequest>);
  expect_round_trips<DeleteItemRequest>(write_names + "Key", random_write<DeleteItemRequest>);
  expect_round_trips<UpdateItemRequest>(
      write_names + "Key UpdateExpression AttributeUpdates Action", [](Random& random) {
        UpdateItemRequest request = random_write<UpdateItemRequest>(random);
        request.attribute_updates = random.maybe([&] { return random_updates(random); });
        return request;
      });
}

TEST(EncodeRequest, BatchesComeBackTheSame) {
  expect_round_trips<BatchGetItemRequest>(
      "RequestItems Keys ConsistentRead ProjectionExpression ExpressionAttributeNames "
      "AttributesToGet ReturnConsumedCapacity",
      [](Random& random) {
        BatchGetItemRequest request;
        for (const std::string& table : random.some([&] { return random.name(); })) {
          KeysAndAttributes& asked = request.request_items[table];
          asked.keys = random.some([&] { return random.item(0); });
          asked.consistent_read = random.chance();
          asked.projection_expression = random.maybe_text();
          asked.names = random.maybe([&] { return random_names(random); });
          asked.attributes_to_get = random.maybe([&] { return random.texts(); });
        }
        request.return_consumed_capacity = random.pick(return_consumed_capacity_names);
        return request;
      });
  expect_round_trips<BatchWriteItemRequest>(
      "RequestItems PutRequest Item DeleteRequest Key ReturnConsumedCapacity "
      "ReturnItemCollectionMetrics",
      [](Random& random) {
        BatchWriteItemRequest request;
        for (const std::string& table : random.some([&] { return random.name(); })) {
          request.request_items[table] = random.some([&]() -> WriteRequest {
            if (random.chance()) return PutRequest{random.item()};
            return DeleteRequest{random.item(0)};
          });
        }
        request.return_consumed_capacity = random.pick(return_consumed_capacity_names);
        request.return_item_collection_metrics = random.pick(return_item_collection_metrics_names);
        return request;
      });
}

TransactWriteAction random_transact_action(Random& random) {
  switch (random.below(4)) {
    case 0: {
      auto check = random_action<ConditionCheckRequest>(random);
      check.condition_expression = random.text();
      return check;
    }
    case 1: return random_action<PutItemRequest>(random);
    case 2: return random_action<DeleteItemRequest>(random);
    default: {
      auto update = random_action<UpdateItemRequest>(random);
      update.update_expression = random.text();
      return update;
    }
  }
}

TEST(EncodeRequest, TransactionsComeBackTheSame) {
  expect_round_trips<TransactGetItemsRequest>(
      "TransactItems Get TableName Key ProjectionExpression ExpressionAttributeNames "
      "ReturnConsumedCapacity",
      [](Random& random) {
        TransactGetItemsRequest request;
        request.gets = random.some([&] {
          return TransactGet{random.name(), random.item(0), random.maybe_text(),
                             random.maybe([&] { return random_names(random); })};
        });
        request.return_consumed_capacity = random.pick(return_consumed_capacity_names);
        return request;
      });
  expect_round_trips<TransactWriteItemsRequest>(
      "TransactItems ConditionCheck Put Delete Update TableName Key Item UpdateExpression "
      "ConditionExpression ExpressionAttributeNames ExpressionAttributeValues "
      "ReturnValuesOnConditionCheckFailure ClientRequestToken ReturnConsumedCapacity "
      "ReturnItemCollectionMetrics",
      [](Random& random) {
        TransactWriteItemsRequest request;
        request.actions = random.some([&] { return random_transact_action(random); });
        request.client_request_token = random.maybe_name();
        request.return_consumed_capacity = random.pick(return_consumed_capacity_names);
        request.return_item_collection_metrics = random.pick(return_item_collection_metrics_names);
        return request;
      });
}

TEST(EncodeRequest, TheFingerprintOfATokenStaysHere) {
  TransactWriteItemsRequest request;
  const std::string without = encoded_request(request);
  request.token_fingerprint = "f";
  EXPECT_EQ(encoded_request(request), without);
}

TEST(EncodeRequest, AnActionOfATransactionHasOnlyWhatTheApiGivesIt) {
  PutItemRequest put;
  put.table_name = "abc";
  put.return_values = ReturnValues::all_old;
  put.return_consumed_capacity = ReturnConsumedCapacity::total;
  EXPECT_EQ(encoded_request(TransactWriteItemsRequest{{put}, {}, {}, {}, {}}),
            R"({"TransactItems":[{"Put":{"TableName":"abc","Item":{}}}]})");
}

template <class Read>
Read random_read(Random& random) {
  Read read;
  read.table_name = random.name();
  read.index_name = random.maybe_name();
  read.consistent_read = random.chance();
  read.limit = random.maybe_count(1000);
  read.select = random.maybe_pick(select_names);
  read.exclusive_start_key = random.maybe([&] { return random.item(0); });
  read.filter_expression = random.maybe_text();
  read.projection_expression = random.maybe_text();
  read.placeholders = random_placeholders(random);
  read.attributes_to_get = random.maybe([&] { return random.texts(); });
  read.conditional_operator = random.maybe_pick(conditional_operator_names);
  read.return_consumed_capacity = random.pick(return_consumed_capacity_names);
  return read;
}

const std::string read_names =
    "TableName IndexName ConsistentRead Limit Select ExclusiveStartKey FilterExpression "
    "ProjectionExpression ExpressionAttributeNames ExpressionAttributeValues AttributesToGet "
    "ConditionalOperator ReturnConsumedCapacity AttributeValueList ComparisonOperator ";

TEST(EncodeRequest, QueryAndScanComeBackTheSame) {
  expect_round_trips<QueryRequest>(
      read_names + "KeyConditionExpression KeyConditions QueryFilter ScanIndexForward",
      [](Random& random) {
        QueryRequest request = random_read<QueryRequest>(random);
        request.key_condition_expression = random.maybe_text();
        request.key_conditions = random.maybe([&] { return random_conditions(random); });
        request.query_filter = random.maybe([&] { return random_conditions(random); });
        request.scan_index_forward = random.chance();
        return request;
      });
  expect_round_trips<ScanRequest>(
      read_names + "ScanFilter Segment TotalSegments", [](Random& random) {
        ScanRequest request = random_read<ScanRequest>(random);
        request.scan_filter = random.maybe([&] { return random_conditions(random); });
        request.segment = random.maybe_count(1000);
        request.total_segments = random.maybe_count(1000);
        return request;
      });
}

TEST(EncodeRequest, LeavesOutWhatIsAbsentAndKeepsWhatIsEmpty) {
  GetItemRequest get;
  get.table_name = "abc";
  EXPECT_EQ(encoded_request(get), R"({"TableName":"abc","Key":{}})");
  get.projection_expression = "";
  get.placeholders.names = ExpressionNames();
  get.attributes_to_get = std::vector<std::string>();
  EXPECT_EQ(encoded_request(get), R"({"TableName":"abc","Key":{},"ProjectionExpression":"",)"
                                  R"("ExpressionAttributeNames":{},"AttributesToGet":[]})");
}

}  // namespace
}  // namespace isotherm::codec
