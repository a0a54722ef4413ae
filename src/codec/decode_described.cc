#include "codec/decode_described.h"

#include <algorithm>

#include "codec/decode_schema.h"

namespace isotherm::codec {
namespace {

constexpr Members<Projection, 2> projection_members{{
    {"ProjectionType", named<projection_type_names, &Projection::type>},
    {"NonKeyAttributes", field<&Projection::non_key_attributes>},
}};

constexpr Members<LocalSecondaryIndex, 5> local_index_members{{
    {"IndexName", field<&LocalSecondaryIndex::name>, true},
    {"KeySchema", field<&LocalSecondaryIndex::key>},
    {"Projection", field<&LocalSecondaryIndex::projection>},
    {"IndexSizeBytes", field<&LocalSecondaryIndex::size_bytes>},
    {"ItemCount", field<&LocalSecondaryIndex::item_count>},
}};

void index_status(Reader& reader, const Place& place, const Json& json, GlobalSecondaryIndex& out) {
  static const auto names = status_names(
      {IndexStatus::creating, IndexStatus::updating, IndexStatus::deleting, IndexStatus::active});
  reader.read_enum(place, json, names, out.status);
}

constexpr Members<GlobalSecondaryIndex, 10> global_index_members{{
    {"IndexName", field<&GlobalSecondaryIndex::name>, true},
    {"KeySchema", field<&GlobalSecondaryIndex::key>},
    {"Projection", field<&GlobalSecondaryIndex::projection>},
    {"IndexStatus", index_status},
    {"Backfilling", field<&GlobalSecondaryIndex::backfilling>},
    {"ProvisionedThroughput", inside<throughput_members<GlobalSecondaryIndex>>},
    {"OnDemandThroughput", field<&GlobalSecondaryIndex::on_demand>},
    {"WarmThroughput", inside<warm_members<GlobalSecondaryIndex>>},
    {"IndexSizeBytes", field<&GlobalSecondaryIndex::size_bytes>},
    {"ItemCount", field<&GlobalSecondaryIndex::item_count>},
}};

// Elements of one role, the first of which stands apart.
void add_partition(KeySchema& key, AttributeDefinition attribute) {
  if (key.partition.name.empty()) {
    key.partition = std::move(attribute);
  } else {
    key.more_partition.push_back(std::move(attribute));
  }
}
void add_sort(KeySchema& key, AttributeDefinition attribute) {
  if (!key.sort) {
    key.sort = std::move(attribute);
  } else {
    key.more_sort.push_back(std::move(attribute));
  }
}

void set_type(const std::vector<AttributeDefinition>& attributes, AttributeDefinition& part) {
  const auto found =
      std::find_if(attributes.begin(), attributes.end(),
                   [&](const AttributeDefinition& one) { return one.name == part.name; });
  if (found != attributes.end()) part.type = found->type;
}

void set_types(const std::vector<AttributeDefinition>& attributes, KeySchema& key) {
  set_type(attributes, key.partition);
  if (key.sort) set_type(attributes, *key.sort);
  for (AttributeDefinition& part : key.more_partition) set_type(attributes, part);
  for (AttributeDefinition& part : key.more_sort) set_type(attributes, part);
}

}  // namespace

void read_into(Reader& reader, const Place& place, const Json& json, KeySchema& out) {
  std::vector<KeySchemaElement> elements;
  read_key_elements(reader, place, json, elements);
  out = KeySchema();
  for (KeySchemaElement& element : elements) {
    AttributeDefinition attribute{std::move(element.attribute_name), KeyType::S};
    if (element.is_partition_key) {
      add_partition(out, std::move(attribute));
    } else {
      add_sort(out, std::move(attribute));
    }
  }
}

void read_into(Reader& reader, const Place& place, const Json& json, Projection& out) {
  read_structure(reader, place, json, "Projection", Position::field, projection_members, out);
}

void read_into(Reader& reader, const Place& place, const Json& json,
               std::optional<OnDemandThroughput>& out) {
  read_on_demand(reader, place, json, out);
}

void read_into(Reader& reader, const Place& place, const Json& json,
               std::vector<AttributeDefinition>& out) {
  read_attribute_definitions(reader, place, json, out);
}

void read_into(Reader& reader, const Place& place, const Json& json,
               std::vector<LocalSecondaryIndex>& out) {
  read_list(reader, place, json, Position::field, out,
            [&](const Place& at, const Json& element, LocalSecondaryIndex& into) {
              read_structure(reader, at, element, "LocalSecondaryIndexDescription",
                             Position::element, local_index_members, into);
            });
}

void read_into(Reader& reader, const Place& place, const Json& json,
               std::vector<GlobalSecondaryIndex>& out) {
  read_list(reader, place, json, Position::field, out,
            [&](const Place& at, const Json& element, GlobalSecondaryIndex& into) {
              read_structure(reader, at, element, "GlobalSecondaryIndexDescription",
                             Position::element, global_index_members, into);
              // While an index is made its status says so already.
              if (into.status == IndexStatus::creating) into.warm_rises = false;
            });
}

void set_key_types(TableDescription& table) {
  set_types(table.attributes, table.key);
  for (LocalSecondaryIndex& index : table.local_indexes) set_types(table.attributes, index.key);
  for (GlobalSecondaryIndex& index : table.global_indexes) set_types(table.attributes, index.key);
}

}  // namespace isotherm::codec
