#include "store/engine/table_checks.h"

#include <algorithm>
#include <set>

#include "model/limits.h"
#include "store/engine/messages.h"
#include "store/engine/stream_messages.h"

namespace isotherm::engine {
namespace {

using messages::invalid_parameters;

// More than any table can be given [the service's own bound].
constexpr std::int64_t units_max = 1'000'000'000'000;

std::string list_of(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) {
    if (text.size() > 1) text += ", ";
    text += name;
  }
  return text + "]";
}

std::vector<std::string> names_of(const std::vector<KeySchemaElement>& elements) {
  std::vector<std::string> names;
  for (const KeySchemaElement& element : elements) names.push_back(element.attribute_name);
  return names;
}

std::vector<std::string> names_of(const std::vector<AttributeDefinition>& definitions) {
  std::vector<std::string> names;
  for (const AttributeDefinition& definition : definitions) names.push_back(definition.name);
  return names;
}

const AttributeDefinition* find_definition(const std::vector<AttributeDefinition>& definitions,
                                           const std::string& name) {
  const auto it = std::find_if(definitions.begin(), definitions.end(),
                               [&](const auto& definition) { return definition.name == name; });
  return it == definitions.end() ? nullptr : &*it;
}

std::string_view projection_name(ProjectionType type) {
  switch (type) {
    case ProjectionType::all: return "ALL";
    case ProjectionType::keys_only: return "KEYS_ONLY";
    case ProjectionType::include: return "INCLUDE";
  }
  return "ALL";
}

Result<Projection> make_projection(const std::optional<ProjectionRequest>& request) {
  if (!request || !request->type) return invalid_parameters("Unknown ProjectionType: null");
  Projection projection{*request->type, {}};
  const bool has_names = request->non_key_attributes.has_value();
  if (projection.type != ProjectionType::include && has_names) {
    return invalid_parameters("ProjectionType is " + std::string(projection_name(projection.type)) +
                              ", but NonKeyAttributes is specified");
  }
  if (projection.type == ProjectionType::include) {
    if (!has_names) {
      return invalid_parameters("ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
    }
    projection.non_key_attributes = *request->non_key_attributes;
  }
  return projection;
}

// Attributes of either part of a global index's key [DG:GSI, "Multi-attribute key schema"].
constexpr std::ptrdiff_t key_part_attributes_max = 4;

/// Which keys are possible: of a table or local index, or of a global one.
enum class KeyShape { simple, compound };

Error first_is_no_hash() {
  return Error::validation("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
}

/// Order and roles of the elements, once all have definitions.
Result<void> check_roles(const std::vector<KeySchemaElement>& elements) {
  if (elements.size() > 1 && elements[0].attribute_name == elements[1].attribute_name) {
    return Error::validation(
        "Both the Hash Key and the Range Key element in the KeySchema have the same name");
  }
  if (!elements[0].is_partition_key) return first_is_no_hash();
  if (elements.size() > 1 && elements[1].is_partition_key) {
    return Error::validation(
        "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  }
  return {};
}

/// The same of a key that may have several attributes in each part.
Result<void> check_compound_roles(const std::vector<KeySchemaElement>& elements) {
  const bool is_simple =
      elements.size() == 1 || (elements.size() == 2 && !elements[1].is_partition_key);
  if (is_simple) return check_roles(elements);
  std::set<std::string_view> names;
  for (const KeySchemaElement& element : elements) {
    if (!names.insert(element.attribute_name).second) {
      return Error::validation("The KeySchema contains multiple key attributes with the same name");
    }
  }
  if (!elements[0].is_partition_key) return first_is_no_hash();
  const auto is_hash = [](const KeySchemaElement& element) { return element.is_partition_key; };
  if (!std::is_partitioned(elements.begin(), elements.end(), is_hash)) {
    return invalid_parameters(
        "All HASH key attributes must precede RANGE key attributes in the KeySchema");
  }
  const auto hashes = std::count_if(elements.begin(), elements.end(), is_hash);
  const auto too_many = [](std::string_view part) {
    return invalid_parameters("The KeySchema exceeds the maximum allowed number of " +
                              std::string(part) + " key attributes");
  };
  if (hashes > key_part_attributes_max) return too_many("HASH");
  if (std::ssize(elements) - hashes > key_part_attributes_max) return too_many("RANGE");
  return {};
}

Result<KeySchema> make_schema(const std::vector<KeySchemaElement>& elements,
                              const std::vector<AttributeDefinition>& definitions, KeyShape shape) {
  for (const KeySchemaElement& element : elements) {
    if (find_definition(definitions, element.attribute_name) != nullptr) continue;
    return invalid_parameters(
        "Some index key attributes are not defined in AttributeDefinitions. Keys: " +
        list_of(names_of(elements)) + ", AttributeDefinitions: " + list_of(names_of(definitions)));
  }
  if (elements.empty() || (shape == KeyShape::simple && elements.size() > 2)) {
    return invalid_parameters("A key has one or two attributes, this one has " +
                              std::to_string(elements.size()));
  }
  TRY(shape == KeyShape::simple ? check_roles(elements) : check_compound_roles(elements));
  KeySchema key;
  key.partition = *find_definition(definitions, elements[0].attribute_name);
  for (std::size_t i = 1; i < elements.size(); ++i) {
    const AttributeDefinition& attribute =
        *find_definition(definitions, elements[i].attribute_name);
    if (elements[i].is_partition_key) {
      key.more_partition.push_back(attribute);
    } else if (!key.sort) {
      key.sort = attribute;
    } else {
      key.more_sort.push_back(attribute);
    }
  }
  return key;
}

/// Every attribute that is in a key.
std::set<std::string> key_attributes(const TableDescription& d) {
  std::set<std::string> used;
  const auto use = [&](const KeySchema& key) {
    key.for_each([&](const AttributeDefinition& part) { used.insert(part.name); });
  };
  use(d.key);
  for (const auto& index : d.local_indexes) use(index.key);
  for (const auto& index : d.global_indexes) use(index.key);
  return used;
}

Result<void> check_definitions_used(const TableDescription& d) {
  const std::set<std::string> used = key_attributes(d);
  if (used.size() == d.attributes.size()) return {};
  if (d.local_indexes.empty() && d.global_indexes.empty()) {
    return invalid_parameters(
        "Number of attributes in KeySchema does not exactly match number of attributes defined in "
        "AttributeDefinitions");
  }
  return invalid_parameters("Some AttributeDefinitions are not used. AttributeDefinitions: " +
                            list_of(names_of(d.attributes)) +
                            ", keys used: " + list_of({used.begin(), used.end()}));
}

}  // namespace

Result<void> check_units(const ProvisionedThroughput& units) {
  const auto check = [](std::int64_t value, std::string_view name) -> Result<void> {
    if (value <= units_max) return {};
    return Error::validation("Given value " + std::to_string(value) + " for " + std::string(name) +
                             " is out of bounds");
  };
  TRY(check(units.read_units, "ReadCapacityUnits"));
  return check(units.write_units, "WriteCapacityUnits");
}

Result<void> check_billing(std::optional<BillingMode> mode,
                           const std::optional<ProvisionedThroughput>& provisioned) {
  if (mode == BillingMode::pay_per_request) {
    if (!provisioned) return {};
    return invalid_parameters(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
        "PAY_PER_REQUEST");
  }
  if (!provisioned) {
    return invalid_parameters(
        "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
        "PROVISIONED");
  }
  return check_units(*provisioned);
}

Result<KeySchema> make_key_schema(const std::vector<KeySchemaElement>& elements,
                                  const std::vector<AttributeDefinition>& definitions) {
  if (elements.size() > definitions.size()) {
    return Error::validation("Invalid KeySchema: Some index key attribute have no definition");
  }
  return make_schema(elements, definitions, KeyShape::simple);
}

Result<std::vector<LocalSecondaryIndex>> make_local_indexes(
    const std::vector<SecondaryIndexRequest>& requests, const KeySchema& table_key,
    const std::vector<AttributeDefinition>& definitions) {
  if (requests.empty()) return invalid_parameters("List of LocalSecondaryIndexes is empty");
  if (!table_key.sort) {
    return invalid_parameters(
        "Table KeySchema does not have a range key, which is required when specifying a "
        "LocalSecondaryIndex");
  }
  std::vector<LocalSecondaryIndex> indexes;
  for (const SecondaryIndexRequest& request : requests) {
    LocalSecondaryIndex index;
    index.name = request.index_name;
    ASSIGN_OR_RETURN(index.key, make_schema(request.key_schema, definitions, KeyShape::simple));
    if (!index.key.sort) {
      return invalid_parameters("Index KeySchema does not have a range key for index: " +
                                index.name);
    }
    if (index.key.partition.name != table_key.partition.name) {
      return invalid_parameters(
          "Index KeySchema does not have the same leading hash key as table KeySchema for index: " +
          index.name + ". index hash key: " + index.key.partition.name +
          ", table hash key: " + table_key.partition.name);
    }
    ASSIGN_OR_RETURN(index.projection, make_projection(request.projection));
    for (const LocalSecondaryIndex& other : indexes) {
      if (other.name == index.name) {
        return invalid_parameters("Duplicate index name: " + index.name);
      }
    }
    indexes.push_back(std::move(index));
  }
  if (indexes.size() > limits::local_indexes_max) {
    return invalid_parameters("Number of LocalSecondaryIndexes exceeds per-table limit of 5");
  }
  return indexes;
}

Result<GlobalSecondaryIndex> make_global_index(
    const SecondaryIndexRequest& request, BillingMode mode,
    const std::vector<AttributeDefinition>& definitions) {
  GlobalSecondaryIndex index;
  index.name = request.index_name;
  ASSIGN_OR_RETURN(index.key, make_schema(request.key_schema, definitions, KeyShape::compound));
  ASSIGN_OR_RETURN(index.projection, make_projection(request.projection));
  if (mode == BillingMode::pay_per_request && request.provisioned) {
    return invalid_parameters("ProvisionedThroughput should not be specified for index: " +
                              index.name + " when BillingMode is PAY_PER_REQUEST");
  }
  if (mode == BillingMode::provisioned && !request.provisioned) {
    return invalid_parameters("ProvisionedThroughput must be specified for index: " + index.name);
  }
  if (request.provisioned) {
    TRY(check_units(*request.provisioned));
    index.provisioned = *request.provisioned;
  }
  TRY(check_on_demand(request.on_demand, "index " + index.name));
  TRY(check_no_removal(request.on_demand, "index " + index.name));
  index.on_demand = merge_on_demand({}, request.on_demand);
  if (request.warm) {
    TRY(check_first_warm(*request.warm, mode, index.provisioned, "index " + index.name));
    keep_warm(*request.warm, mode, index.provisioned, index.warm);
  }
  return index;
}

Result<void> check_new_stream(const std::optional<StreamSpecification>& stream) {
  if (!stream || stream->enabled == stream->view.has_value()) return {};
  return stream->enabled ? messages::new_stream_without_view()
                         : messages::new_table_without_stream_has_view();
}

Result<void> check_changed_stream(const std::optional<StreamSpecification>& stream) {
  if (!stream || stream->enabled == stream->view.has_value()) return {};
  return stream->enabled ? messages::enabled_stream_without_view()
                         : messages::disabled_stream_has_view();
}

void drop_unused_definitions(TableDescription& description) {
  const std::set<std::string> used = key_attributes(description);
  std::erase_if(description.attributes,
                [&](const AttributeDefinition& known) { return !used.contains(known.name); });
}

Result<void> check_indexes(const TableDescription& description) {
  std::set<std::string> names;
  std::size_t projected = 0;
  const auto check = [&](const std::string& name, const Projection& projection) -> Result<void> {
    if (!names.insert(name).second) return invalid_parameters("Duplicate index name: " + name);
    projected += projection.non_key_attributes.size();
    if (projection.non_key_attributes.size() > limits::non_key_attributes_per_index_max ||
        projected > limits::projected_attributes_max) {
      return invalid_parameters(
          "Too many projected attributes. At most 20 in an index, and 100 in all indexes of a "
          "table");
    }
    return {};
  };
  for (const auto& index : description.local_indexes) TRY(check(index.name, index.projection));
  for (const auto& index : description.global_indexes) TRY(check(index.name, index.projection));
  if (description.global_indexes.size() > limits::global_indexes_max) {
    return invalid_parameters("GlobalSecondaryIndex count exceeds the per-table limit of 20");
  }
  return check_definitions_used(description);
}

}  // namespace isotherm::engine
