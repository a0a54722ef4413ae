#include "codec/encode_table_request.h"

#include "codec/append_member.h"
#include "codec/encode_schema.h"
#include "codec/enum_names.h"

namespace isotherm::codec {
namespace {

void append_projection(const std::optional<ProjectionRequest>& projection, JsonWriter& json) {
  if (!projection) return;
  json.key("Projection").begin_object();
  append_enum("ProjectionType", projection_type_names, projection->type, json);
  append_member("NonKeyAttributes", projection->non_key_attributes, json);
  json.end_object();
}

}  // namespace

void append_index(const SecondaryIndexRequest& index, JsonWriter& json) {
  json.key("IndexName").string(index.index_name);
  append_key_schema(index.key_schema, json);
  append_projection(index.projection, json);
  append_provisioned("ProvisionedThroughput", index.provisioned, json);
  append_on_demand("OnDemandThroughput", index.on_demand, json);
  append_warm(index.warm, json);
}

void append_indexes(std::string_view name,
                    const std::optional<std::vector<SecondaryIndexRequest>>& indexes,
                    JsonWriter& json) {
  if (!indexes) return;
  json.key(name).begin_array();
  for (const SecondaryIndexRequest& index : *indexes) {
    json.begin_object();
    append_index(index, json);
    json.end_object();
  }
  json.end_array();
}

void append_provisioned(std::string_view name, const std::optional<ProvisionedThroughput>& units,
                        JsonWriter& json) {
  if (!units) return;
  json.key(name).begin_object();
  append_units(*units, json);
  json.end_object();
}

void append_warm(const std::optional<ProvisionedThroughput>& warm, JsonWriter& json) {
  if (!warm) return;
  json.key("WarmThroughput").begin_object();
  if (warm->read_units != 0) json.key("ReadUnitsPerSecond").integer(warm->read_units);
  if (warm->write_units != 0) json.key("WriteUnitsPerSecond").integer(warm->write_units);
  json.end_object();
}

void append_encryption(const std::optional<EncryptionRequest>& encryption, JsonWriter& json) {
  if (!encryption) return;
  json.key("SSESpecification").begin_object();
  append_member("Enabled", encryption->enabled, json);
  append_member("SSEType", encryption->type, json);
  append_member("KMSMasterKeyId", encryption->key_id, json);
  json.end_object();
}

void append_stream(const std::optional<StreamSpecification>& stream, JsonWriter& json) {
  if (!stream) return;
  json.key("StreamSpecification").begin_object();
  json.key("StreamEnabled").boolean(stream->enabled);
  append_enum("StreamViewType", stream_view_type_names, stream->view, json);
  json.end_object();
}

void append_tags(const std::vector<Tag>& tags, JsonWriter& json) {
  json.key("Tags").begin_array();
  for (const Tag& tag : tags) {
    json.begin_object();
    append_member("Key", tag.key, json);
    append_member("Value", tag.value, json);
    json.end_object();
  }
  json.end_array();
}

void append_new_table(const CreateTableRequest& table, JsonWriter& json) {
  json.key("TableName").string(table.table_name);
  append_attributes(table.attribute_definitions, json);
  append_key_schema(table.key_schema, json);
  append_indexes("GlobalSecondaryIndexes", table.global_indexes, json);
  append_enum("BillingMode", billing_mode_names, table.billing_mode, json);
  append_provisioned("ProvisionedThroughput", table.provisioned, json);
  append_on_demand("OnDemandThroughput", table.on_demand, json);
  append_encryption(table.encryption, json);
}

}  // namespace isotherm::codec
