#include "codec/tables_in.h"

#include "codec/json.h"

namespace isotherm::codec {
namespace {

using Tables = std::vector<std::string>;

/// The member of that name. Nothing: it is not there, or there twice, and who reads it later may
/// take the other one.
std::optional<Json> only_member(const Json& json, std::string_view name) {
  const auto object = json.get_object();
  if (object.error()) return std::nullopt;
  std::optional<Json> found;
  for (const auto& [member, value] : object.value_unsafe()) {
    if (member != name) continue;
    if (found) return std::nullopt;
    found = value;
  }
  return found;
}

bool add_table_name(const Json& object, Tables& tables) {
  const auto member = only_member(object, "TableName");
  if (!member) return false;
  const auto name = member->get_string();
  if (name.error()) return false;
  tables.emplace_back(name.value_unsafe());
  return true;
}

bool add_members(const Json& body, Tables& tables) {
  const auto member = only_member(body, "RequestItems");
  if (!member) return false;
  const auto items = member->get_object();
  if (items.error()) return false;
  for (const auto& [name, value] : items.value_unsafe()) tables.emplace_back(name);
  return true;
}

bool add_actions(const Json& body, Tables& tables) {
  const auto member = only_member(body, "TransactItems");
  if (!member) return false;
  const auto actions = member->get_array();
  if (actions.error()) return false;
  for (const Json action : actions.value_unsafe()) {
    const auto kinds = action.get_object();
    if (kinds.error()) return false;
    for (const auto& [kind, request] : kinds.value_unsafe())
      if (!add_table_name(request, tables)) return false;
  }
  return true;
}

bool add_tables(const Json& body, TablesPlace place, Tables& tables) {
  switch (place) {
    case TablesPlace::table_name: return add_table_name(body, tables);
    case TablesPlace::request_items: return add_members(body, tables);
    case TablesPlace::transact_items: return add_actions(body, tables);
  }
  return false;
}

}  // namespace

std::optional<Tables> tables_in(std::string_view body, TablesPlace place) {
  const auto json = parse_json(body);
  Tables tables;
  if (!json.ok() || !add_tables(*json, place, tables) || tables.empty()) return std::nullopt;
  return tables;
}

}  // namespace isotherm::codec
