#include "cli/assumed_table.h"

#include <algorithm>

namespace isotherm::cli {
namespace {

std::optional<KeyType> parse_key_type(std::string_view letter) {
  for (const auto type : {KeyType::S, KeyType::N, KeyType::B})
    if (type_name(type) == letter) return type;
  return std::nullopt;
}

Expected<AttributeDefinition, UsageError> parse_definition(std::string_view text) {
  AttributeDefinition definition;
  const auto colon = text.rfind(':');
  definition.name = text.substr(0, colon);
  if (colon != std::string_view::npos) {
    const auto type = parse_key_type(text.substr(colon + 1));
    if (!type) return UsageError{"'" + std::string(text) + "': the types of keys are S, N, B", {}};
    definition.type = *type;
  }
  if (definition.name.empty())
    return UsageError{"'" + std::string(text) + "': the attribute's name is missing", {}};
  return definition;
}

AttributeDefinition typed(const std::string& name, const KeyTypes& types) {
  const auto found = types.find(name);
  return {name, found == types.end() ? KeyType::S : found->second};
}

GlobalSecondaryIndex physical_index(const schema::IndexRule& rule, const KeyTypes& types) {
  GlobalSecondaryIndex index;
  index.name = rule.is_sharded() ? rule.physical : rule.name;
  index.key.partition = rule.partition_key;
  if (rule.is_sharded()) {
    const bool is_binary = rule.partition_key.type == KeyType::B;
    index.key.partition = {rule.shard->attribute, is_binary ? KeyType::B : KeyType::S};
  }
  if (rule.sort_key)
    index.key.sort = rule.table ? AttributeDefinition{*rule.sort_key, rule.table->sort_type}
                                : typed(*rule.sort_key, types);
  if (rule.table && !rule.shard) index.projection = rule.table->projection;
  return index;
}

/// The key of a table whose own key is sharded, as the store has it.
KeySchema physical_key(const schema::KeyRule& rule, const KeyTypes& types) {
  KeySchema key;
  key.partition = {rule.partition.name,
                   rule.partition.type == KeyType::B ? KeyType::B : KeyType::S};
  if (rule.sort) key.sort = typed(*rule.sort, types);
  return key;
}

void define(TableDescription& table, const AttributeDefinition& attribute) {
  auto& known = table.attributes;
  if (std::find(known.begin(), known.end(), attribute) == known.end()) known.push_back(attribute);
}

void define(TableDescription& table, const KeySchema& key) {
  define(table, key.partition);
  if (key.sort) define(table, *key.sort);
}

}  // namespace

Expected<KeySchema, UsageError> parse_table_key(std::string_view text) {
  KeySchema key;
  const auto comma = text.find(',');
  ASSIGN_OR_RETURN(key.partition, parse_definition(text.substr(0, comma)));
  if (comma == std::string_view::npos) return key;
  const auto rest = text.substr(comma + 1);
  if (rest.find(',') != std::string_view::npos)
    return UsageError{"'" + std::string(text) + "': a key has two attributes at the most", {}};
  ASSIGN_OR_RETURN(key.sort, parse_definition(rest));
  if (key.sort->name == key.partition.name)
    return UsageError{"'" + std::string(text) + "': both attributes are the same", {}};
  return key;
}

Expected<void, UsageError> add_key_type(std::string_view text, KeyTypes& types) {
  if (text.find(':') == std::string_view::npos)
    return UsageError{"'" + std::string(text) + "': the type is missing",
                      "For example: " + std::string(text) + ":N"};
  ASSIGN_OR_RETURN(const auto definition, parse_definition(text));
  const auto [known, is_new] = types.emplace(definition.name, definition.type);
  if (!is_new && known->second != definition.type)
    return UsageError{"'" + definition.name + "' is given two types", {}};
  return {};
}

TableDescription assumed_table(const std::string& name, const schema::TableRule* rule,
                               const KeySchema& key, const KeyTypes& types) {
  TableDescription table;
  table.name = name;
  table.key = key;
  if (rule != nullptr && rule->key) table.key = physical_key(*rule->key, types);
  define(table, table.key);
  if (rule == nullptr) return table;
  for (const auto& index : rule->indexes) {
    table.global_indexes.push_back(physical_index(index, types));
    define(table, table.global_indexes.back().key);
  }
  return table;
}

}  // namespace isotherm::cli
