#include "gateway/key_tables.h"

#include <algorithm>

#include "gateway/key_messages.h"
#include "gateway/messages.h"

namespace isotherm::gateway {
namespace {

using Definitions = std::vector<AttributeDefinition>;

AttributeDefinition* find_definition(Definitions& definitions, std::string_view name) {
  const auto at = std::ranges::find(definitions, name, &AttributeDefinition::name);
  return at == definitions.end() ? nullptr : &*at;
}

/// One partition key, at the most one sort key, both defined.
bool is_good_key(const std::vector<KeySchemaElement>& key, Definitions& definitions) {
  if (key.empty() || key.size() > 2 || !key[0].is_partition_key) return false;
  if (key.size() == 2 && key[1].is_partition_key) return false;
  return std::ranges::all_of(key, [&](const KeySchemaElement& element) {
    return find_definition(definitions, element.attribute_name) != nullptr;
  });
}

Result<void> check_against_rule(const schema::TableRule& rule, CreateTableRequest& request) {
  const schema::KeyRule& own = *rule.key;
  const auto& key = request.key_schema;
  if (key[0].attribute_name != own.partition.name)
    return messages::table_differs_from_rule(
        rule, "its partition key is '" + own.partition.name + "' there");
  const bool has_sort = key.size() == 2;
  if (has_sort != own.sort.has_value() || (has_sort && key[1].attribute_name != *own.sort))
    return messages::table_differs_from_rule(
        rule, own.sort ? "its sort key is '" + *own.sort + "' there" : "it has no sort key there");
  const KeyType type = find_definition(request.attribute_definitions, own.partition.name)->type;
  if (type != own.partition.type)
    return messages::table_differs_from_rule(rule, "'" + own.partition.name + "' is of type " +
                                                       std::string(type_name(own.partition.type)) +
                                                       " there");
  return {};
}

Result<void> check_hidden(const schema::KeyRule& rule, const Definitions& definitions) {
  for (const AttributeDefinition& definition : definitions)
    if (rule.original == definition.name)
      return messages::hidden_attribute(definition.name, "AttributeDefinitions");
  return {};
}

/// Puts `original` in the place of the partition key in an index's key. Whether it stood there.
Result<bool> translate(const schema::KeyRule& rule, bool is_local, SecondaryIndexRequest& index) {
  bool is_there = false;
  for (std::size_t i = is_local ? 1 : 0; i < index.key_schema.size(); ++i) {
    KeySchemaElement& element = index.key_schema[i];
    if (element.attribute_name != rule.partition.name) continue;
    if (!rule.original) return messages::index_on_partition(rule, index.index_name);
    element.attribute_name = *rule.original;
    is_there = true;
  }
  return is_there;
}

Result<bool> translate(const schema::KeyRule& rule, bool is_local,
                       std::optional<std::vector<SecondaryIndexRequest>>& indexes) {
  bool any = false;
  if (!indexes) return any;
  for (SecondaryIndexRequest& index : *indexes) {
    ASSIGN_OR_RETURN(const bool one, translate(rule, is_local, index));
    any = any || one;
  }
  return any;
}

/// An index of a table with aggregates must neither have entries of parts nor show their values.
Result<void> check_parts(const schema::TableRule& rule, const SecondaryIndexRequest& index) {
  const schema::KeyRule& own = *rule.key;
  const auto is_of_part = [&](const std::string& name) {
    return name == own.partition.name || name == own.sort || own.aggregates.contains(name);
  };
  const bool in_parts = std::ranges::all_of(
      index.key_schema, [&](const auto& element) { return is_of_part(element.attribute_name); });
  const bool all = index.projection && index.projection->type == ProjectionType::all;
  bool shows = false;
  if (index.projection && index.projection->non_key_attributes)
    shows = std::ranges::any_of(*index.projection->non_key_attributes,
                                [&](const auto& name) { return own.aggregates.contains(name); });
  for (const KeySchemaElement& element : index.key_schema)
    shows = shows || own.aggregates.contains(element.attribute_name);
  if (in_parts || all || shows) return messages::index_of_parts(rule.name, index.index_name);
  return {};
}

Result<void> check_parts(const schema::TableRule& rule, const CreateTableRequest& request) {
  if (rule.key->aggregates.empty()) return {};
  if (request.local_indexes && !request.local_indexes->empty())
    return messages::index_of_parts(rule.name, request.local_indexes->front().index_name);
  if (request.global_indexes)
    for (const SecondaryIndexRequest& index : *request.global_indexes)
      TRY(check_parts(rule, index));
  return {};
}

}  // namespace

Result<CreateTableRequest> physical_create(const schema::TableRule& rule,
                                           CreateTableRequest request) {
  const schema::KeyRule& own = *rule.key;
  Definitions& definitions = request.attribute_definitions;
  TRY(check_hidden(own, definitions));
  if (!is_good_key(request.key_schema, definitions)) return request;
  if (const Result<void> fits = check_against_rule(rule, request); !fits.ok()) {
    // The wildcard's rule is of a table that is there: the store says so.
    if (rule.by_wildcard) return request;
    return fits.error();
  }
  TRY(check_parts(rule, request));
  ASSIGN_OR_RETURN(const bool in_local, translate(own, true, request.local_indexes));
  ASSIGN_OR_RETURN(const bool in_global, translate(own, false, request.global_indexes));
  for (AttributeDefinition& definition : definitions)
    if (definition.name == own.partition.name) definition.type = physical_type(own);
  if (in_local || in_global) definitions.push_back({*own.original, own.partition.type});
  return request;
}

Result<UpdateTableRequest> physical_update_table(const schema::TableRule& rule,
                                                 UpdateTableRequest request) {
  const schema::KeyRule& own = *rule.key;
  if (request.attribute_definitions) TRY(check_hidden(own, *request.attribute_definitions));
  bool is_used = false;
  if (request.global_index_updates)
    for (GlobalIndexUpdate& update : *request.global_index_updates)
      if (auto* create = std::get_if<CreateIndexAction>(&update)) {
        if (!own.aggregates.empty()) TRY(check_parts(rule, create->index));
        ASSIGN_OR_RETURN(const bool one, translate(own, false, create->index));
        is_used = is_used || one;
      }
  if (!request.attribute_definitions) {
    if (is_used) request.attribute_definitions = Definitions{{*own.original, own.partition.type}};
    return request;
  }
  Definitions& definitions = *request.attribute_definitions;
  if (AttributeDefinition* given = find_definition(definitions, own.partition.name)) {
    if (given->type != own.partition.type) return request;
    given->type = physical_type(own);
  }
  if (is_used) definitions.push_back({*own.original, own.partition.type});
  return request;
}

}  // namespace isotherm::gateway
