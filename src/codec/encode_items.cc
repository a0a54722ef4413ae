// Responses of the operations on items into JSON.

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

void append_items(const std::vector<Item>& items, JsonWriter& json) {
  json.begin_array();
  for (const Item& item : items) {
    json.value_next();
    append_item(item, json.out());
    json.value_done();
  }
  json.end_array();
}

void append_names(const ExpressionNames& names, JsonWriter& json) {
  json.key("ExpressionAttributeNames").begin_object();
  for (const auto& [placeholder, name] : names) json.client_key(placeholder).string(name);
  json.end_object();
}

// What was asked and not read comes back in the shape of the request.
void append_keys_and_attributes(const KeysAndAttributes& asked, JsonWriter& json) {
  json.begin_object().key("Keys");
  append_items(asked.keys, json);
  if (asked.consistent_read) json.key("ConsistentRead").boolean(true);
  if (asked.projection_expression) {
    json.key("ProjectionExpression").string(*asked.projection_expression);
  }
  if (asked.names) append_names(*asked.names, json);
  if (asked.attributes_to_get) {
    json.key("AttributesToGet").begin_array();
    for (const std::string& name : *asked.attributes_to_get) json.string(name);
    json.end_array();
  }
  json.end_object();
}

void append_write_request(const WriteRequest& request, JsonWriter& json) {
  json.begin_object();
  if (const auto* put = std::get_if<PutRequest>(&request)) {
    json.key("PutRequest").begin_object();
    append_item_member("Item", put->item, json);
  } else {
    json.key("DeleteRequest").begin_object();
    append_item_member("Key", std::get<DeleteRequest>(request).key, json);
  }
  json.end_object().end_object();
}

void append_metrics_by_table(
    const std::map<std::string, std::vector<ItemCollectionMetrics>>& by_table, JsonWriter& json) {
  if (by_table.empty()) return;
  json.key("ItemCollectionMetrics").begin_object();
  for (const auto& [table, collections] : by_table) {
    json.key(table).begin_array();
    for (const ItemCollectionMetrics& metrics : collections) append_metrics(metrics, json);
    json.end_array();
  }
  json.end_object();
}

}  // namespace

void encode(const GetItemResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  if (response.item) append_item_member("Item", *response.item, json);
  append_capacity_member(response.consumed, shown.capacity, json);
  json.end_object();
}

void encode(const WriteItemResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  if (response.attributes) append_item_member("Attributes", *response.attributes, json);
  append_capacity_member(response.consumed, shown.capacity, json);
  if (response.item_collection_metrics) {
    json.key("ItemCollectionMetrics");
    append_metrics(*response.item_collection_metrics, json);
  }
  json.end_object();
}

void encode(const BatchGetItemResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("Responses").begin_object();
  for (const auto& [table, items] : response.responses) {
    json.key(table);
    append_items(items, json);
  }
  json.end_object().key("UnprocessedKeys").begin_object();
  for (const auto& [table, asked] : response.unprocessed_keys) {
    json.key(table);
    append_keys_and_attributes(asked, json);
  }
  json.end_object();
  append_capacity_member(response.consumed, shown.capacity, json);
  json.end_object();
}

void encode(const BatchWriteItemResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("UnprocessedItems").begin_object();
  for (const auto& [table, requests] : response.unprocessed_items) {
    json.key(table).begin_array();
    for (const WriteRequest& request : requests) append_write_request(request, json);
    json.end_array();
  }
  json.end_object();
  append_metrics_by_table(response.item_collection_metrics, json);
  append_capacity_member(response.consumed, shown.capacity, json);
  json.end_object();
}

void encode(const TransactGetItemsResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("Responses").begin_array();
  for (const std::optional<Item>& item : response.items) {
    json.begin_object();
    if (item) append_item_member("Item", *item, json);
    json.end_object();
  }
  json.end_array();
  append_capacity_member(response.consumed, shown.capacity, json, Units::apart);
  json.end_object();
}

void encode(const TransactWriteItemsResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_capacity_member(response.consumed, shown.capacity, json, Units::apart);
  append_metrics_by_table(response.item_collection_metrics, json);
  json.end_object();
}

void encode(const ReadManyResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  if (response.show_items) {
    json.key("Items");
    append_items(response.items, json);
  }
  json.key("Count").integer(response.count);
  json.key("ScannedCount").integer(response.scanned_count);
  if (response.last_evaluated_key) {
    append_item_member("LastEvaluatedKey", *response.last_evaluated_key, json);
  }
  append_capacity_member(response.consumed, shown.capacity, json);
  json.end_object();
}

}  // namespace isotherm::codec
