#include "wire/decode_schema.h"

#include "model/limits.h"
#include "wire/refusal.h"

namespace isotherm::wire {
namespace {

constexpr std::size_t key_elements_max = 2;

constexpr Structure<AttributeDefinition, 2> attribute_definition_structure{
    "AttributeDefinition",
    {{
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
    }}};

constexpr Structure<KeySchemaElement, 2> key_schema_structure{
    "KeySchemaElement",
    {{
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
    }}};

void read_units(Reader& reader, const Place& place, const Json& json, std::int64_t& out) {
  if (reader.read_integer(json, "Long", out)) reader.check_at_least(place, out, 1);
}

constexpr Structure<ProvisionedThroughput, 2> throughput_structure{
    "ProvisionedThroughput",
    {{
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
    }}};

constexpr Structure<OnDemandThroughput, 2> on_demand_structure{
    "OnDemandThroughput",
    {{
        {"MaxReadRequestUnits",
         [](Reader& reader, const Place&, const Json& json, OnDemandThroughput& out) {
           reader.read_integer(json, "Long", out.max_read_units.emplace());
         }},
        {"MaxWriteRequestUnits",
         [](Reader& reader, const Place&, const Json& json, OnDemandThroughput& out) {
           reader.read_integer(json, "Long", out.max_write_units.emplace());
         }},
    }}};

constexpr Structure<ProvisionedThroughput, 2> warm_structure{
    "WarmThroughput",
    {{
        {"ReadUnitsPerSecond",
         [](Reader& reader, const Place& place, const Json& json, ProvisionedThroughput& out) {
           read_units(reader, place, json, out.read_units);
         }},
        {"WriteUnitsPerSecond",
         [](Reader& reader, const Place& place, const Json& json, ProvisionedThroughput& out) {
           read_units(reader, place, json, out.write_units);
         }},
    }}};

constexpr Structure<ProjectionRequest, 2> projection_structure{
    "Projection",
    {{
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
    }}};

std::string shown(const std::vector<KeySchemaElement>& elements) {
  std::string text = "'[";
  for (const KeySchemaElement& element : elements) {
    if (text.size() > 2) text += ", ";
    text += "KeySchemaElement(attributeName=" + element.attribute_name +
            ", keyType=" + (element.is_partition_key ? "HASH" : "RANGE") + ")";
  }
  return text += "]'";
}

void read_key_elements(Reader& reader, const Place& place, const Json& json,
                       std::vector<KeySchemaElement>& out) {
  read_list(reader, place, json, out,
            [&](const Place& at, const Json& element, KeySchemaElement& into) {
              read_element(reader, at, element, key_schema_structure, into);
            });
  if (out.empty()) {
    reader.violation(place, "'[]'", "Member must have length greater than or equal to 1");
  }
}

void read_projection(Reader& reader, const Place& place, const Json& json,
                     SecondaryIndexRequest& out) {
  read_field(reader, place, json, projection_structure, out.projection.emplace());
}

void index_name(Reader& reader, const Place& place, const Json& json, SecondaryIndexRequest& out) {
  read_index_name(reader, place, json, out.index_name);
}

constexpr Structure<SecondaryIndexRequest, 3> local_index_structure{
    "LocalSecondaryIndex",
    {{
        {"IndexName", index_name, true},
        {"KeySchema",
         [](Reader& reader, const Place& place, const Json& json, SecondaryIndexRequest& out) {
           read_key_schema(reader, place, json, out.key_schema);
         },
         true},
        {"Projection", read_projection, true},
    }}};

constexpr std::array<Member<SecondaryIndexRequest>, 6> global_index_members{{
    {"IndexName", index_name, true},
    {"KeySchema",
     [](Reader& reader, const Place& place, const Json& json, SecondaryIndexRequest& out) {
       read_key_elements(reader, place, json, out.key_schema);
       if (out.key_schema.size() > key_elements_max) {
         reader.objection(place, not_supported(refusal::multi_attribute_keys));
       }
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

// Described the same way when the table is created and when an index is added to it.
constexpr Structure<SecondaryIndexRequest, 6> global_index_structure{"GlobalSecondaryIndex",
                                                                     global_index_members};
constexpr Structure<SecondaryIndexRequest, 6> create_index_structure{
    "CreateGlobalSecondaryIndexAction", global_index_members};

}  // namespace

void read_attribute_definitions(Reader& reader, const Place& place, const Json& json,
                                std::vector<AttributeDefinition>& out) {
  read_list(reader, place, json, out,
            [&](const Place& at, const Json& element, AttributeDefinition& into) {
              read_element(reader, at, element, attribute_definition_structure, into);
            });
}

void read_key_schema(Reader& reader, const Place& place, const Json& json,
                     std::vector<KeySchemaElement>& out) {
  read_key_elements(reader, place, json, out);
  if (out.size() > key_elements_max) {
    reader.violation(place, shown(out), "Member must have length less than or equal to 2");
  }
}

void read_throughput(Reader& reader, const Place& place, const Json& json,
                     std::optional<ProvisionedThroughput>& out) {
  read_field(reader, place, json, throughput_structure, out.emplace());
}

void read_on_demand(Reader& reader, const Place& place, const Json& json,
                    std::optional<OnDemandThroughput>& out) {
  read_field(reader, place, json, on_demand_structure, out.emplace());
}

void read_warm(Reader& reader, const Place& place, const Json& json,
               std::optional<ProvisionedThroughput>& out) {
  read_field(reader, place, json, warm_structure, out.emplace());
}

void read_index_name(Reader& reader, const Place& place, const Json& json, std::string& out) {
  if (reader.read(json, out)) reader.check_name(place, out, 3, 255);
}

void read_local_indexes(Reader& reader, const Place& place, const Json& json,
                        std::vector<SecondaryIndexRequest>& out) {
  read_list(reader, place, json, out,
            [&](const Place& at, const Json& element, SecondaryIndexRequest& into) {
              read_element(reader, at, element, local_index_structure, into);
            });
}

void read_global_indexes(Reader& reader, const Place& place, const Json& json,
                         std::vector<SecondaryIndexRequest>& out) {
  read_list(reader, place, json, out,
            [&](const Place& at, const Json& element, SecondaryIndexRequest& into) {
              read_element(reader, at, element, global_index_structure, into);
            });
}

void read_create_index(Reader& reader, const Place& place, const Json& json,
                       SecondaryIndexRequest& out) {
  read_field(reader, place, json, create_index_structure, out);
}

}  // namespace isotherm::wire
