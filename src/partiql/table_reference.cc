#include "partiql/table_reference.h"

#include <algorithm>

#include "partiql/messages.h"

namespace isotherm::partiql {

Result<TableName> table_name_of(const TableReference& reference) {
  const auto refuse = [](std::string_view text) { return Error::validation(std::string(text)); };
  std::vector<const Expression*> components;
  if (reference.kind == ExpressionKind::path) {
    for (const Expression& child : reference.children) components.push_back(&child);
  } else {
    components.push_back(&reference);
  }
  for (const Expression* component : components) {
    if (component->kind != ExpressionKind::name) return refuse(message::bad_source);
  }
  if (components.size() > 2) return refuse(message::path_too_long);
  for (const Expression* component : components) {
    if (component->text.empty()) return refuse(message::empty_component);
  }
  TableName name{components[0]->text, std::nullopt};
  if (components.size() == 2) name.index = components[1]->text;
  return name;
}

std::optional<AccessPath> find_access_path(const TableDescription& table,
                                           const std::optional<std::string>& index) {
  if (!index) return AccessPath{table.key, std::nullopt, false};
  if (const LocalSecondaryIndex* local = table.find_local_index(*index)) {
    return AccessPath{local->key, local->projection, false};
  }
  if (const GlobalSecondaryIndex* global = table.find_global_index(*index)) {
    return AccessPath{global->key, global->projection, true};
  }
  return std::nullopt;
}

bool is_projected(const AccessPath& path, const KeySchema& table_key, std::string_view attribute) {
  if (!path.projection || path.projection->type == ProjectionType::all) return true;
  if (path.is_key(attribute)) return true;
  if (attribute == table_key.partition.name) return true;
  if (table_key.sort && attribute == table_key.sort->name) return true;
  const std::vector<std::string>& names = path.projection->non_key_attributes;
  return path.projection->type == ProjectionType::include &&
         std::ranges::find(names, attribute) != names.end();
}

}  // namespace isotherm::partiql
