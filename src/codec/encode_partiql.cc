// Responses of the PartiQL operations into JSON.

#include "codec/encode.h"
#include "codec/encode_capacity.h"
#include "model/item_json.h"

namespace isotherm::codec {
namespace {

void append_item_member(std::string_view key, const Item& item, JsonWriter& json) {
  json.key(key);
  append_item(item, json.out());
  json.value_done();
}

void append_error(const partiql::BatchStatementError& error, JsonWriter& json) {
  json.key("Error").begin_object();
  json.key("Code").string(error.code).key("Message").string(error.message);
  if (error.item) append_item_member("Item", *error.item, json);
  json.end_object();
}

}  // namespace

void encode(const partiql::ExecuteStatementResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("Items").begin_array();
  for (const Item& item : response.items) {
    json.value_next();
    append_item(item, json.out());
    json.value_done();
  }
  json.end_array();
  if (response.next_token) json.key("NextToken").string(*response.next_token);
  if (response.last_evaluated_key) {
    append_item_member("LastEvaluatedKey", *response.last_evaluated_key, json);
  }
  append_capacity_member(response.consumed, shown.capacity, json);
  json.end_object();
}

void encode(const partiql::BatchExecuteStatementResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("Responses").begin_array();
  for (const partiql::BatchStatementResponse& answer : response.responses) {
    json.begin_object();
    if (answer.error) append_error(*answer.error, json);
    if (answer.table_name) json.key("TableName").string(*answer.table_name);
    if (answer.item) append_item_member("Item", *answer.item, json);
    json.end_object();
  }
  json.end_array();
  if (!response.consumed.empty()) append_capacity_member(response.consumed, shown.capacity, json);
  json.end_object();
}

void encode(const partiql::ExecuteTransactionResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("Responses").begin_array();
  for (const std::optional<Item>& item : response.responses) {
    json.begin_object();
    if (item) append_item_member("Item", *item, json);
    json.end_object();
  }
  json.end_array();
  append_capacity_member(response.consumed, shown.capacity, json, Units::apart);
  json.end_object();
}

}  // namespace isotherm::codec
