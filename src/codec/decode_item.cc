// GetItem, PutItem, UpdateItem, DeleteItem out of JSON.

#include "codec/decode.h"
#include "codec/decode_body.h"
#include "codec/decode_write.h"

namespace isotherm::codec {
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

using Put = WriteMembers<PutItemRequest>;
constexpr Members<PutItemRequest, 11> put_item_members{{
    {"ReturnConsumedCapacity", Put::capacity},
    {"TableName", Put::table_name, true},
    {"Item", Put::item, true},
    {"ConditionalOperator", Put::conditional_operator},
    {"Expected", Put::expected},
    {"ReturnValues", Put::return_values},
    {"ReturnItemCollectionMetrics", Put::metrics},
    {"ReturnValuesOnConditionCheckFailure", Put::on_failure},
    {"ConditionExpression", Put::condition},
    {"ExpressionAttributeValues", Put::values},
    {"ExpressionAttributeNames", Put::names},
}};

using Update = WriteMembers<UpdateItemRequest>;
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
    {"UpdateExpression", Update::update},
    {"ExpressionAttributeValues", Update::values},
    {"ExpressionAttributeNames", Update::names},
}};

using Delete = WriteMembers<DeleteItemRequest>;
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

}  // namespace isotherm::codec
