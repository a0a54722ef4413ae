// Responses of the operations on items into JSON.

#include "codec/append_member.h"
#include "codec/encode.h"
#include "codec/encode_batch.h"
#include "codec/encode_capacity.h"

namespace isotherm::codec {
namespace {

void append_metrics_by_table(
    const std::map<std::string, std::vector<ItemCollectionMetrics>>& by_table, JsonWriter& json) {
  if (by_table.empty()) return;
  append_by_table("ItemCollectionMetrics", by_table, json,
                  [&](const std::vector<ItemCollectionMetrics>& collections) {
                    json.begin_array();
                    for (const ItemCollectionMetrics& metrics : collections) {
                      append_metrics(metrics, json);
                    }
                    json.end_array();
                  });
}

}  // namespace

void encode(const GetItemResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_member("Item", response.item, json);
  append_capacity_member(response.consumed, shown.capacity, json);
  json.end_object();
}

void encode(const WriteItemResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_member("Attributes", response.attributes, json);
  append_capacity_member(response.consumed, shown.capacity, json);
  if (response.item_collection_metrics) {
    json.key("ItemCollectionMetrics");
    append_metrics(*response.item_collection_metrics, json);
  }
  json.end_object();
}

void encode(const BatchGetItemResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_by_table("Responses", response.responses, json,
                  [&](const std::vector<Item>& items) { append_items(items, json); });
  append_keys_by_table("UnprocessedKeys", response.unprocessed_keys, json);
  append_capacity_member(response.consumed, shown.capacity, json);
  json.end_object();
}

void encode(const BatchWriteItemResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object();
  append_writes_by_table("UnprocessedItems", response.unprocessed_items, json);
  append_metrics_by_table(response.item_collection_metrics, json);
  append_capacity_member(response.consumed, shown.capacity, json);
  json.end_object();
}

void encode(const TransactGetItemsResponse& response, Shown shown, std::string& out) {
  JsonWriter json(out);
  json.begin_object().key("Responses").begin_array();
  for (const std::optional<Item>& item : response.items) {
    json.begin_object();
    append_member("Item", item, json);
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
  append_member("LastEvaluatedKey", response.last_evaluated_key, json);
  append_capacity_member(response.consumed, shown.capacity, json);
  json.end_object();
}

}  // namespace isotherm::codec
