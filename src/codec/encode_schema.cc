#include "codec/encode_schema.h"

#include "codec/append_member.h"
#include "codec/enum_names.h"

namespace isotherm::codec {
namespace {

void append_key_element(std::string_view name, bool is_partition_key, JsonWriter& json) {
  json.begin_object().key("AttributeName").string(name);
  json.key("KeyType").string(enum_name(key_type_names, is_partition_key)).end_object();
}

}  // namespace

void append_key_schema(const KeySchema& key, JsonWriter& json) {
  json.key("KeySchema").begin_array();
  key.for_each_partition(
      [&](const AttributeDefinition& part) { append_key_element(part.name, true, json); });
  key.for_each_sort(
      [&](const AttributeDefinition& part) { append_key_element(part.name, false, json); });
  json.end_array();
}

void append_key_schema(const std::vector<KeySchemaElement>& key, JsonWriter& json) {
  json.key("KeySchema").begin_array();
  for (const KeySchemaElement& part : key) {
    append_key_element(part.attribute_name, part.is_partition_key, json);
  }
  json.end_array();
}

void append_projection(const Projection& projection, JsonWriter& json) {
  json.key("Projection").begin_object();
  json.key("ProjectionType").string(enum_name(projection_type_names, projection.type));
  if (projection.type == ProjectionType::include) {
    json.key("NonKeyAttributes").begin_array();
    for (const std::string& name : projection.non_key_attributes) json.string(name);
    json.end_array();
  }
  json.end_object();
}

void append_attributes(const std::vector<AttributeDefinition>& attributes, JsonWriter& json) {
  json.key("AttributeDefinitions").begin_array();
  for (const AttributeDefinition& attribute : attributes) {
    json.begin_object().key("AttributeName").string(attribute.name);
    json.key("AttributeType").string(type_name(attribute.type)).end_object();
  }
  json.end_array();
}

void append_units(const ProvisionedThroughput& provisioned, JsonWriter& json) {
  json.key("ReadCapacityUnits").integer(provisioned.read_units);
  json.key("WriteCapacityUnits").integer(provisioned.write_units);
}

void append_on_demand(std::string_view name, const std::optional<OnDemandThroughput>& on_demand,
                      JsonWriter& json) {
  if (!on_demand) return;
  json.key(name).begin_object();
  append_member("MaxReadRequestUnits", on_demand->max_read_units, json);
  append_member("MaxWriteRequestUnits", on_demand->max_write_units, json);
  json.end_object();
}

}  // namespace isotherm::codec
