// Requests of the operations on items into JSON: single items, batches and transactions.

#include "codec/append_member.h"
#include "codec/encode_batch.h"
#include "codec/encode_parameters.h"
#include "codec/encode_request.h"

namespace isotherm::codec {
namespace {

// What a write has also as an action of a transaction.
void append_condition(const ConditionalWrite& write, JsonWriter& json) {
  json.key("TableName").string(write.table_name);
  append_member("ConditionExpression", write.condition_expression, json);
  append_placeholders(write.placeholders, json);
  append_enum_unless(ReturnValuesOnConditionCheckFailure::none,
                     "ReturnValuesOnConditionCheckFailure", on_condition_check_failure_names,
                     write.on_condition_check_failure, json);
}

// What only a whole operation has.
void append_operation(const ConditionalWrite& write, JsonWriter& json) {
  append_expected(write.expected, json);
  append_conditional_operator(write.conditional_operator, json);
  append_enum_unless(ReturnValues::none, "ReturnValues", return_values_names, write.return_values,
                     json);
  append_wanted(write.return_consumed_capacity, json);
  append_wanted(write.return_item_collection_metrics, json);
}

void append_write(const PutItemRequest& put, JsonWriter& json) {
  append_condition(put, json);
  append_member("Item", put.item, json);
}

void append_write(const UpdateItemRequest& update, JsonWriter& json) {
  append_condition(update, json);
  append_member("Key", update.key, json);
  append_member("UpdateExpression", update.update_expression, json);
}

template <class T>
  requires requires(T write) { write.key; }
void append_write(const T& write, JsonWriter& json) {
  append_condition(write, json);
  append_member("Key", write.key, json);
}

constexpr std::string_view action_name(const ConditionCheckRequest&) { return "ConditionCheck"; }
constexpr std::string_view action_name(const PutItemRequest&) { return "Put"; }
constexpr std::string_view action_name(const DeleteItemRequest&) { return "Delete"; }
constexpr std::string_view action_name(const UpdateItemRequest&) { return "Update"; }

void append_action(const TransactWriteAction& action, JsonWriter& json) {
  std::visit(
      [&](const auto& write) {
        json.begin_object().key(action_name(write)).begin_object();
        append_write(write, json);
        json.end_object().end_object();
      },
      action);
}

void append_get(const TransactGet& get, JsonWriter& json) {
  json.begin_object().key("Get").begin_object();
  json.key("TableName").string(get.table_name);
  append_member("Key", get.key, json);
  append_member("ProjectionExpression", get.projection_expression, json);
  append_names(get.names, json);
  json.end_object().end_object();
}

}  // namespace

void encode_request(const GetItemRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TableName").string(request.table_name);
  append_member("Key", request.key, json);
  if (request.consistent_read) json.key("ConsistentRead").boolean(true);
  append_member("ProjectionExpression", request.projection_expression, json);
  append_placeholders(request.placeholders, json);
  append_member("AttributesToGet", request.attributes_to_get, json);
  append_wanted(request.return_consumed_capacity, json);
  json.end_object();
}

void encode_request(const PutItemRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_write(request, json);
  append_operation(request, json);
  json.end_object();
}

void encode_request(const UpdateItemRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_write(request, json);
  append_updates(request.attribute_updates, json);
  append_operation(request, json);
  json.end_object();
}

void encode_request(const DeleteItemRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_write(request, json);
  append_operation(request, json);
  json.end_object();
}

void encode_request(const BatchGetItemRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_keys_by_table("RequestItems", request.request_items, json);
  append_wanted(request.return_consumed_capacity, json);
  json.end_object();
}

void encode_request(const BatchWriteItemRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_writes_by_table("RequestItems", request.request_items, json);
  append_wanted(request.return_consumed_capacity, json);
  append_wanted(request.return_item_collection_metrics, json);
  json.end_object();
}

void encode_request(const TransactGetItemsRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TransactItems").begin_array();
  for (const TransactGet& get : request.gets) append_get(get, json);
  json.end_array();
  append_wanted(request.return_consumed_capacity, json);
  json.end_object();
}

void encode_request(const TransactWriteItemsRequest& request, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("TransactItems").begin_array();
  for (const TransactWriteAction& action : request.actions) append_action(action, json);
  json.end_array();
  append_member("ClientRequestToken", request.client_request_token, json);
  append_wanted(request.return_consumed_capacity, json);
  append_wanted(request.return_item_collection_metrics, json);
  json.end_object();
}

}  // namespace isotherm::codec
