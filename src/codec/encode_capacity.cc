#include "codec/encode_capacity.h"

#include "codec/append_member.h"

namespace isotherm::codec {
namespace {

void append_units(const Capacity& capacity, Units units, JsonWriter& json) {
  json.key("CapacityUnits").units(capacity.total());
  if (units == Units::together) return;
  if (capacity.read_units > 0) json.key("ReadCapacityUnits").units(capacity.read_units);
  if (capacity.write_units > 0) json.key("WriteCapacityUnits").units(capacity.write_units);
}

void append_indexes(std::string_view key, const std::map<std::string, Capacity>& indexes,
                    Units units, JsonWriter& json) {
  if (indexes.empty()) return;
  json.key(key).begin_object();
  for (const auto& [name, capacity] : indexes) {
    json.client_key(name).begin_object();
    append_units(capacity, units, json);
    json.end_object();
  }
  json.end_object();
}

}  // namespace

void append_capacity(const ConsumedCapacity& consumed, ReturnConsumedCapacity wanted,
                     JsonWriter& json, Units units) {
  json.begin_object();
  json.key("TableName").string(consumed.table_name);
  append_units(consumed.total(), units, json);
  if (wanted == ReturnConsumedCapacity::indexes) {
    json.key("Table").begin_object();
    append_units(consumed.table, units, json);
    json.end_object();
    append_indexes("LocalSecondaryIndexes", consumed.local_indexes, units, json);
    append_indexes("GlobalSecondaryIndexes", consumed.global_indexes, units, json);
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
                            ReturnConsumedCapacity wanted, JsonWriter& json, Units units) {
  if (wanted == ReturnConsumedCapacity::none) return;
  json.key("ConsumedCapacity").begin_array();
  for (const ConsumedCapacity& table : consumed) append_capacity(table, wanted, json, units);
  json.end_array();
}

void append_metrics(const ItemCollectionMetrics& metrics, JsonWriter& json) {
  json.begin_object();
  append_member("ItemCollectionKey", metrics.item_collection_key, json);
  json.key("SizeEstimateRangeGB").begin_array();
  json.units(metrics.size_estimate_gb[0]).units(metrics.size_estimate_gb[1]);
  json.end_array().end_object();
}

}  // namespace isotherm::codec
