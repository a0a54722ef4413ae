// GetItem, PutItem, UpdateItem, DeleteItem out of JSON.

#include "wire/decode.h"
#include "wire/decode_body.h"
#include "wire/decode_legacy.h"
#include "wire/read_value.h"

namespace isotherm::wire {
namespace {

constexpr Members<GetItemRequest, 7> get_item_members{{
    {"ReturnConsumedCapacity",
     [](Reader& reader, const Place& place, const Json& json, GetItemRequest& out) {
       read_capacity_wanted(reader, place, json, out.return_consumed_capacity);
     }},
    {"AttributesToGet",
     [](Reader& reader, const Place& place, const Json& json, GetItemRequest& out) {
       read_attribute_names(reader, place, json, out.attributes_to_get);
     }},
    {"TableName",
     [](Reader& reader, const Place& place, const Json& json, GetItemRequest& out) {
       read_table_name(reader, place, json, out.table_name);
     },
     true},
    {"Key",
     [](Reader& reader, const Place& place, const Json& json, GetItemRequest& out) {
       read_item(reader, place, json, out.key);
     },
     true},
    {"ConsistentRead", [](Reader& reader, const Place&, const Json& json,
                          GetItemRequest& out) { reader.read(json, out.consistent_read); }},
    {"ProjectionExpression",
     [](Reader& reader, const Place&, const Json& json, GetItemRequest& out) {
       reader.read(json, out.projection_expression);
     }},
    {"ExpressionAttributeNames",
     [](Reader& reader, const Place& place, const Json& json, GetItemRequest& out) {
       read_expression_names(reader, place, json, out.placeholders.names);
     }},
}};

// Members of ConditionalWrite, for a request T that derives from it.
template <class T>
struct Write {
  static void capacity(Reader& reader, const Place& place, const Json& json, T& out) {
    read_capacity_wanted(reader, place, json, out.return_consumed_capacity);
  }
  static void table_name(Reader& reader, const Place& place, const Json& json, T& out) {
    read_table_name(reader, place, json, out.table_name);
  }
  static void conditional_operator(Reader& reader, const Place& place, const Json& json, T& out) {
    read_conditional_operator(reader, place, json, out.conditional_operator);
  }
  static void expected(Reader& reader, const Place& place, const Json& json, T& out) {
    read_expected(reader, place, json, out.expected);
  }
  static void return_values(Reader& reader, const Place& place, const Json& json, T& out) {
    reader.read_enum(place, json, return_values_names, out.return_values);
  }
  static void metrics(Reader& reader, const Place& place, const Json& json, T& out) {
    reader.read_enum(place, json, return_item_collection_metrics_names,
                     out.return_item_collection_metrics);
  }
  static void on_failure(Reader& reader, const Place& place, const Json& json, T& out) {
    reader.read_enum(place, json, on_condition_check_failure_names, out.on_condition_check_failure);
  }
  static void condition(Reader& reader, const Place&, const Json& json, T& out) {
    reader.read(json, out.condition_expression);
  }
  static void names(Reader& reader, const Place& place, const Json& json, T& out) {
    read_expression_names(reader, place, json, out.placeholders.names);
  }
  static void values(Reader& reader, const Place& place, const Json& json, T& out) {
    read_expression_values(reader, place, json, out.placeholders.values);
  }
  static void key(Reader& reader, const Place& place, const Json& json, T& out)
    requires requires { out.key; }
  {
    read_item(reader, place, json, out.key);
  }
};

using Put = Write<PutItemRequest>;
constexpr Members<PutItemRequest, 11> put_item_members{{
    {"ReturnConsumedCapacity", Put::capacity},
    {"TableName", Put::table_name, true},
    {"Item",
     [](Reader& reader, const Place& place, const Json& json, PutItemRequest& out) {
       read_item(reader, place, json, out.item);
     },
     true},
    {"ConditionalOperator", Put::conditional_operator},
    {"Expected", Put::expected},
    {"ReturnValues", Put::return_values},
    {"ReturnItemCollectionMetrics", Put::metrics},
    {"ReturnValuesOnConditionCheckFailure", Put::on_failure},
    {"ConditionExpression", Put::condition},
    {"ExpressionAttributeValues", Put::values},
    {"ExpressionAttributeNames", Put::names},
}};

using Update = Write<UpdateItemRequest>;
constexpr Members<UpdateItemRequest, 13> update_item_members{{
    {"ReturnConsumedCapacity", Update::capacity},
    {"TableName", Update::table_name, true},
    {"ReturnItemCollectionMetrics", Update::metrics},
    {"ReturnValues", Update::return_values},
    {"Key", Update::key, true},
    {"AttributeUpdates",
     [](Reader& reader, const Place& place, const Json& json, UpdateItemRequest& out) {
       read_attribute_updates(reader, place, json, out.attribute_updates);
     }},
    {"ConditionalOperator", Update::conditional_operator},
    {"Expected", Update::expected},
    {"ReturnValuesOnConditionCheckFailure", Update::on_failure},
    {"ConditionExpression", Update::condition},
    {"UpdateExpression", [](Reader& reader, const Place&, const Json& json,
                            UpdateItemRequest& out) { reader.read(json, out.update_expression); }},
    {"ExpressionAttributeValues", Update::values},
    {"ExpressionAttributeNames", Update::names},
}};

using Delete = Write<DeleteItemRequest>;
constexpr Members<DeleteItemRequest, 11> delete_item_members{{
    {"ReturnConsumedCapacity", Delete::capacity},
    {"TableName", Delete::table_name, true},
    {"ReturnValues", Delete::return_values},
    {"ReturnItemCollectionMetrics", Delete::metrics},
    {"Key", Delete::key, true},
    {"ConditionalOperator", Delete::conditional_operator},
    {"Expected", Delete::expected},
    {"ReturnValuesOnConditionCheckFailure", Delete::on_failure},
    {"ConditionExpression", Delete::condition},
    {"ExpressionAttributeValues", Delete::values},
    {"ExpressionAttributeNames", Delete::names},
}};

}  // namespace

template <>
Result<GetItemRequest> decode(std::string_view body) {
  return decode_body(body, "GetItemInput", get_item_members);
}

template <>
Result<PutItemRequest> decode(std::string_view body) {
  return decode_body(body, "PutItemInput", put_item_members);
}

template <>
Result<UpdateItemRequest> decode(std::string_view body) {
  return decode_body(body, "UpdateItemInput", update_item_members);
}

template <>
Result<DeleteItemRequest> decode(std::string_view body) {
  return decode_body(body, "DeleteItemInput", delete_item_members);
}

}  // namespace isotherm::wire
