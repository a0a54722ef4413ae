// Responses of the PartiQL operations into JSON.

#include "codec/append_member.h"
#include "codec/encode.h"
#include "codec/encode_capacity.h"

namespace isotherm::codec {
namespace {

void append_error(const partiql::BatchStatementError& error, JsonWriter& json) {
  json.key("Error").begin_object();
  json.key("Code").string(error.code).key("Message").string(error.message);
  append_member("Item", error.item, json);
  json.end_object();
}

}  // namespace

void encode(const partiql::ExecuteStatementResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("Items");
  append_items(response.items, json);
  append_member("NextToken", response.next_token, json);
  append_member("LastEvaluatedKey", response.last_evaluated_key, json);
  append_capacity_member(response.consumed, shown.capacity, json);
  json.end_object();
}

void encode(const partiql::BatchExecuteStatementResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("Responses").begin_array();
  for (const partiql::BatchStatementResponse& answer : response.responses) {
    json.begin_object();
    if (answer.error) append_error(*answer.error, json);
    append_member("TableName", answer.table_name, json);
    append_member("Item", answer.item, json);
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
    append_member("Item", item, json);
    json.end_object();
  }
  json.end_array();
  append_capacity_member(response.consumed, shown.capacity, json, Units::apart);
  json.end_object();
}

}  // namespace isotherm::codec
