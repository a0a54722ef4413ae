#include "gateway/wildcard_rule.h"

#include <algorithm>

namespace isotherm::gateway {
namespace {

const AttributeDefinition* find_definition(const CreateTableRequest& request,
                                           std::string_view name) {
  const auto at =
      std::ranges::find(request.attribute_definitions, name, &AttributeDefinition::name);
  return at == request.attribute_definitions.end() ? nullptr : &*at;
}

/// A partition key of one attribute, and at the most one sort key, all defined.
bool is_simple(const CreateTableRequest& request, const std::vector<KeySchemaElement>& key) {
  if (key.empty() || key.size() > 2 || !key[0].is_partition_key) return false;
  if (key.size() == 2 && key[1].is_partition_key) return false;
  return std::ranges::all_of(key, [&](const KeySchemaElement& element) {
    return find_definition(request, element.attribute_name) != nullptr;
  });
}

std::optional<schema::KeyRule> key_rule(const schema::KeyRule& any,
                                        const CreateTableRequest& request) {
  if (!is_simple(request, request.key_schema) || request.key_schema.size() != 2)
    return std::nullopt;
  schema::KeyRule rule = any;
  rule.partition = *find_definition(request, request.key_schema[0].attribute_name);
  rule.sort = request.key_schema[1].attribute_name;
  rule.shard.attribute = rule.partition.name;
  if (rule.shard.inputs.empty()) rule.shard.inputs = {*rule.sort};
  return rule;
}

schema::IndexRule index_rule(const schema::ShardRule& any, const CreateTableRequest& request,
                             const SecondaryIndexRequest& index) {
  schema::IndexRule rule;
  rule.name = index.index_name;
  rule.type = schema::IndexType::sharded_gsi;
  rule.partition_key = *find_definition(request, index.key_schema[0].attribute_name);
  if (index.key_schema.size() == 2) rule.sort_key = index.key_schema[1].attribute_name;
  rule.physical = index.index_name + "-sharded";
  rule.shard = any;
  rule.shard->attribute = "_shard_of_" + index.index_name;
  if (rule.shard->inputs.empty())
    for (const KeySchemaElement& element : request.key_schema)
      rule.shard->inputs.push_back(element.attribute_name);
  return rule;
}

}  // namespace

schema::TableRule rule_by_wildcard(const schema::Wildcard& wildcard,
                                   const CreateTableRequest& request) {
  schema::TableRule rule;
  rule.name = request.table_name;
  rule.line = wildcard.line;
  rule.by_wildcard = true;
  if (wildcard.key) rule.key = key_rule(*wildcard.key, request);
  if (wildcard.index && request.global_indexes)
    for (const SecondaryIndexRequest& index : *request.global_indexes)
      if (is_simple(request, index.key_schema))
        rule.indexes.push_back(index_rule(*wildcard.index, request, index));
  return rule;
}

SchemaPtr with_rule(const SchemaPtr& schema, schema::TableRule rule) {
  auto more = std::make_shared<schema::Schema>(*schema);
  const std::string name = rule.name;
  more->tables.insert_or_assign(name, std::move(rule));
  return more;
}

SchemaPtr successor_of(const SchemaPtr& before, SchemaPtr after) {
  const bool has_any = std::ranges::any_of(
      before->tables, [](const auto& entry) { return entry.second.by_wildcard; });
  if (!has_any) return after;
  auto more = std::make_shared<schema::Schema>(*after);
  for (const auto& [name, rule] : before->tables)
    if (rule.by_wildcard) more->tables.emplace(name, rule);
  return more;
}

}  // namespace isotherm::gateway
