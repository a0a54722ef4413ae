#include "wire/encode_capacity.h"

#include "wire/encode_value.h"

namespace isotherm::wire {
namespace {

// Only transactions show read and write units apart; those come with a later slice.
void append_units(const Capacity& capacity, JsonWriter& json) {
  json.begin_object().key("CapacityUnits").units(capacity.total()).end_object();
}

void append_indexes(std::string_view key, const std::map<std::string, Capacity>& indexes,
                    JsonWriter& json) {
  if (indexes.empty()) return;
  json.key(key).begin_object();
  for (const auto& [name, capacity] : indexes) {
    json.key(name);
    append_units(capacity, json);
  }
  json.end_object();
}

}  // namespace

void append_capacity(const ConsumedCapacity& consumed, ReturnConsumedCapacity wanted,
                     JsonWriter& json) {
  json.begin_object();
  json.key("TableName").string(consumed.table_name);
  json.key("CapacityUnits").units(consumed.total().total());
  if (wanted == ReturnConsumedCapacity::indexes) {
    json.key("Table");
    append_units(consumed.table, json);
    append_indexes("LocalSecondaryIndexes", consumed.local_indexes, json);
    append_indexes("GlobalSecondaryIndexes", consumed.global_indexes, json);
  }
  json.end_object();
}

void append_capacity_member(const ConsumedCapacity& consumed, ReturnConsumedCapacity wanted,
                            JsonWriter& json) {
  if (wanted == ReturnConsumedCapacity::none) return;
  json.key("ConsumedCapacity");
  append_capacity(consumed, wanted, json);
}

void append_capacity_member(const std::vector<ConsumedCapacity>& consumed,
                            ReturnConsumedCapacity wanted, JsonWriter& json) {
  if (wanted == ReturnConsumedCapacity::none) return;
  json.key("ConsumedCapacity").begin_array();
  for (const ConsumedCapacity& table : consumed) append_capacity(table, wanted, json);
  json.end_array();
}

void append_metrics(const ItemCollectionMetrics& metrics, JsonWriter& json) {
  json.begin_object().key("ItemCollectionKey");
  append_item(metrics.item_collection_key, json.out());
  json.value_done();
  json.key("SizeEstimateRangeGB").begin_array();
  json.units(metrics.size_estimate_gb[0]).units(metrics.size_estimate_gb[1]);
  json.end_array().end_object();
}

}  // namespace isotherm::wire
