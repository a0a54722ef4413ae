#include "codec/decode_schema.h"

#include "model/limits.h"

namespace isotherm::codec {
namespace {

constexpr std::size_t key_elements_max = 2;

constexpr Members<AttributeDefinition, 2> attribute_definition_members{{
    {"AttributeName",
     [](Reader& reader, const Place& place, const Json& json, AttributeDefinition& out) {
       if (!reader.read(json, out.name)) return;
       reader.check_length(place, out.name, 1, limits::key_attribute_name_bytes_max);
     },
     true},
    {"AttributeType",
     [](Reader& reader, const Place& place, const Json& json, AttributeDefinition& out) {
       reader.read_enum(place, json, attribute_type_names, out.type);
     },
     true},
}};

constexpr Members<KeySchemaElement, 2> key_schema_members{{
    {"AttributeName",
     [](Reader& reader, const Place& place, const Json& json, KeySchemaElement& out) {
       if (!reader.read(json, out.attribute_name)) return;
       reader.check_length(place, out.attribute_name, 1, limits::key_attribute_name_bytes_max);
     },
     true},
    {"KeyType",
     [](Reader& reader, const Place& place, const Json& json, KeySchemaElement& out) {
       reader.read_enum(place, json, key_type_names, out.is_partition_key);
     },
     true},
}};

void read_units(Reader& reader, const Place& place, const Json& json, std::int64_t& out) {
  if (reader.read_integer(json, "Long", out)) reader.check_at_least(place, out, 1);
}

constexpr Members<ProvisionedThroughput, 2> throughput_members{{
    {"WriteCapacityUnits",
     [](Reader& reader, const Place& place, const Json& json, ProvisionedThroughput& out) {
       read_units(reader, place, json, out.write_units);
     },
     true},
    {"ReadCapacityUnits",
     [](Reader& reader, const Place& place, const Json& json, ProvisionedThroughput& out) {
       read_units(reader, place, json, out.read_units);
     },
     true},
}};

constexpr Members<OnDemandThroughput, 2> on_demand_members{{
    {"MaxReadRequestUnits",
     [](Reader& reader, const Place&, const Json& json, OnDemandThroughput& out) {
       reader.read_integer(json, "Long", out.max_read_units.emplace());
     }},
    {"MaxWriteRequestUnits",
     [](Reader& reader, const Place&, const Json& json, OnDemandThroughput& out) {
       reader.read_integer(json, "Long", out.max_write_units.emplace());
     }},
}};

constexpr Members<ProvisionedThroughput, 2> warm_members{{
    {"ReadUnitsPerSecond",
     [](Reader& reader, const Place& place, const Json& json, ProvisionedThroughput& out) {
       read_units(reader, place, json, out.read_units);
     }},
    {"WriteUnitsPerSecond",
     [](Reader& reader, const Place& place, const Json& json, ProvisionedThroughput& out) {
       read_units(reader, place, json, out.write_units);
     }},
}};

constexpr Members<ProjectionRequest, 2> projection_members{{
    {"ProjectionType",
     [](Reader& reader, const Place& place, const Json& json, ProjectionRequest& out) {
       reader.read_enum(place, json, projection_type_names, out.type);
     }},
    {"NonKeyAttributes",
     [](Reader& reader, const Place& place, const Json& json, ProjectionRequest& out) {
       auto& names = out.non_key_attributes.emplace();
       reader.read_strings(json, names);
       if (names.empty()) {
         reader.violation(place, "'[]'", "Member must have length greater than or equal to 1");
       }
     }},
}};

constexpr Members<EncryptionRequest, 3> encryption_members{{
    {"Enabled", [](Reader& reader, const Place&, const Json& json,
                   EncryptionRequest& out) { reader.read(json, out.enabled); }},
    {"SSEType",
     [](Reader& reader, const Place& place, const Json& json, EncryptionRequest& out) {
       reader.read_enum(place, json, sse_type_names, out.type);
     }},
    {"KMSMasterKeyId", [](Reader& reader, const Place&, const Json& json,
                          EncryptionRequest& out) { reader.read(json, out.key_id); }},
}};

std::string shown(const std::vector<KeySchemaElement>& elements) {
  std::string text = "'[";
  for (const KeySchemaElement& element : elements) {
    if (text.size() > 2) text += ", ";
    text += "KeySchemaElement(attributeName=" + element.attribute_name +
            ", keyType=" + (element.is_partition_key ? "HASH" : "RANGE") + ")";
  }
  return text += "]'";
}

// Of a request: one element at the least.
void read_wanted_key(Reader& reader, const Place& place, const Json& json,
                     std::vector<KeySchemaElement>& out) {
  read_key_elements(reader, place, json, out);
  if (out.empty()) {
    reader.violation(place, "'[]'", "Member must have length greater than or equal to 1");
  }
}

void read_projection(Reader& reader, const Place& place, const Json& json,
                     SecondaryIndexRequest& out) {
  read_structure(reader, place, json, "Projection", Position::field, projection_members,
                 out.projection.emplace());
}

void index_name(Reader& reader, const Place& place, const Json& json, SecondaryIndexRequest& out) {
  read_index_name(reader, place, json, out.index_name);
}

constexpr Members<SecondaryIndexRequest, 3> local_index_members{{
    {"IndexName", index_name, true},
    {"KeySchema",
     [](Reader& reader, const Place& place, const Json& json, SecondaryIndexRequest& out) {
       read_key_schema(reader, place, json, out.key_schema);
     },
     true},
    {"Projection", read_projection, true},
}};

constexpr Members<SecondaryIndexRequest, 6> global_index_members{{
    {"IndexName", index_name, true},
    {"KeySchema",
     [](Reader& reader, const Place& place, const Json& json, SecondaryIndexRequest& out) {
       read_wanted_key(reader, place, json, out.key_schema);
     },
     true},
    {"Projection", read_projection, true},
    {"ProvisionedThroughput",
     [](Reader& reader, const Place& place, const Json& json, SecondaryIndexRequest& out) {
       read_throughput(reader, place, json, out.provisioned);
     }},
    {"OnDemandThroughput",
     [](Reader& reader, const Place& place, const Json& json, SecondaryIndexRequest& out) {
       read_on_demand(reader, place, json, out.on_demand);
     }},
    {"WarmThroughput",
     [](Reader& reader, const Place& place, const Json& json, SecondaryIndexRequest& out) {
       read_warm(reader, place, json, out.warm);
     }},
}};

}  // namespace

void read_attribute_definitions(Reader& reader, const Place& place, const Json& json,
                                std::vector<AttributeDefinition>& out) {
  read_list(reader, place, json, Position::field, out,
            [&](const Place& at, const Json& element, AttributeDefinition& into) {
              read_structure(reader, at, element, "AttributeDefinition", Position::element,
                             attribute_definition_members, into);
            });
}

void read_key_elements(Reader& reader, const Place& place, const Json& json,
                       std::vector<KeySchemaElement>& out) {
  read_list(reader, place, json, Position::field, out,
            [&](const Place& at, const Json& element, KeySchemaElement& into) {
              read_structure(reader, at, element, "KeySchemaElement", Position::element,
                             key_schema_members, into);
            });
}

void read_key_schema(Reader& reader, const Place& place, const Json& json,
                     std::vector<KeySchemaElement>& out) {
  read_wanted_key(reader, place, json, out);
  if (out.size() > key_elements_max) {
    reader.violation(place, shown(out), "Member must have length less than or equal to 2");
  }
}

void read_throughput(Reader& reader, const Place& place, const Json& json,
                     std::optional<ProvisionedThroughput>& out) {
  read_structure(reader, place, json, "ProvisionedThroughput", Position::field, throughput_members,
                 out.emplace());
}

void read_on_demand(Reader& reader, const Place& place, const Json& json,
                    std::optional<OnDemandThroughput>& out) {
  read_structure(reader, place, json, "OnDemandThroughput", Position::field, on_demand_members,
                 out.emplace());
}

void read_warm(Reader& reader, const Place& place, const Json& json,
               std::optional<ProvisionedThroughput>& out) {
  read_structure(reader, place, json, "WarmThroughput", Position::field, warm_members,
                 out.emplace());
}

void read_encryption(Reader& reader, const Place& place, const Json& json,
                     std::optional<EncryptionRequest>& out) {
  read_structure(reader, place, json, "SSESpecification", Position::field, encryption_members,
                 out.emplace());
}

void read_index_name(Reader& reader, const Place& place, const Json& json, std::string& out) {
  if (reader.read(json, out)) reader.check_name(place, out, 3, 255);
}

void read_local_indexes(Reader& reader, const Place& place, const Json& json,
                        std::vector<SecondaryIndexRequest>& out) {
  read_list(reader, place, json, Position::field, out,
            [&](const Place& at, const Json& element, SecondaryIndexRequest& into) {
              read_structure(reader, at, element, "LocalSecondaryIndex", Position::element,
                             local_index_members, into);
            });
}

// NOLINTNEXTLINE(readability-function-size): what is read, from where, into what.
void read_global_index(Reader& reader, const Place& place, const Json& json,
                       std::string_view java_class, Position position, SecondaryIndexRequest& out) {
  read_structure(reader, place, json, java_class, position, global_index_members, out);
}

}  // namespace isotherm::codec
