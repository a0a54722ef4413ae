#include "placement/vitess_vschema.h"

#include <charconv>
#include <nlohmann/json.hpp>

#include "placement/vitess_shards.h"

namespace isotherm::placement {
namespace {

using Json = nlohmann::ordered_json;

Placed<Json> parse(std::string_view text, std::string_view what) {
  auto json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return refuse(std::string(what) + " is no JSON");
  return json;
}

const Json* member(const Json& json, std::string_view name) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(name);
  return found == json.end() ? nullptr : &*found;
}

std::string text_of(const Json* json) {
  return json != nullptr && json->is_string() ? json->get<std::string>() : std::string();
}

Placed<const Json*> find_keyspace(const Json& json, std::string_view name) {
  const auto* all = member(json, "keyspaces");
  if (all == nullptr) return &json;
  if (name.empty() && all->is_object() && all->size() == 1) return &all->begin().value();
  if (name.empty()) return refuse("the VSchema has several keyspaces: name one");
  const auto* found = member(*all, name);
  if (found == nullptr) return refuse("the VSchema has no keyspace '" + std::string(name) + "'");
  return found;
}

std::vector<std::string> columns_of(const Json& column_vindex) {
  std::vector<std::string> columns;
  if (const auto* list = member(column_vindex, "columns"); list != nullptr && list->is_array())
    for (const auto& column : *list) columns.push_back(text_of(&column));
  if (columns.empty()) columns.push_back(text_of(member(column_vindex, "column")));
  return columns;
}

Placed<void> read_vindex(const Json& keyspace, VitessTable& out) {
  const auto* vindexes = member(keyspace, "vindexes");
  const auto* vindex = vindexes == nullptr ? nullptr : member(*vindexes, out.vindex_name);
  if (vindex == nullptr) return refuse("the VSchema has no vindex '" + out.vindex_name + "'");
  out.vindex_type = text_of(member(*vindex, "type"));
  const auto* params = member(*vindex, "params");
  if (params == nullptr || !params->is_object()) return {};
  for (const auto& [name, value] : params->items())
    out.params[name] = value.is_string() ? value.get<std::string>() : value.dump();
  return {};
}

Placed<void> read_pinned(const Json& table, VitessTable& out) {
  const auto hex = text_of(member(table, "pinned"));
  if (hex.empty()) return {};
  const auto range = parse_vitess_range(hex + "-");
  if (!range.ok()) return refuse("'" + hex + "' is no keyspace id to pin a table to");
  out.pinned = range->start;
  return {};
}

}  // namespace

Placed<VitessTable> read_vschema_table(std::string_view text, std::string_view keyspace_name,
                                       std::string_view table_name) {
  ASSIGN_OR_RETURN(const auto json, parse(text, "the VSchema"));
  ASSIGN_OR_RETURN(const auto* keyspace, find_keyspace(json, keyspace_name));
  const auto* sharded = member(*keyspace, "sharded");
  if (sharded == nullptr || !sharded->is_boolean() || !sharded->get<bool>())
    return refuse("the keyspace is not sharded");
  const auto* tables = member(*keyspace, "tables");
  const auto* table = tables == nullptr ? nullptr : member(*tables, table_name);
  if (table == nullptr) return refuse("the VSchema has no table '" + std::string(table_name) + "'");
  VitessTable out;
  out.name = table_name;
  const auto type = text_of(member(*table, "type"));
  if (type == "reference") return refuse("a reference table is on every shard");
  TRY(read_pinned(*table, out));
  if (out.pinned) return out;
  const auto* column_vindexes = member(*table, "column_vindexes");
  if (column_vindexes == nullptr || !column_vindexes->is_array() || column_vindexes->empty())
    return refuse("the table '" + out.name + "' has no primary vindex");
  // The first is the primary one.
  const auto& primary = column_vindexes->front();
  out.vindex_name = text_of(member(primary, "name"));
  out.columns = columns_of(primary);
  TRY(read_vindex(*keyspace, out));
  return out;
}

Placed<std::unordered_map<std::uint64_t, std::uint64_t>> read_number_table(std::string_view text) {
  ASSIGN_OR_RETURN(const auto json, parse(text, "numeric_static_map's table"));
  if (!json.is_object()) return refuse("numeric_static_map's table is no JSON object");
  std::unordered_map<std::uint64_t, std::uint64_t> out;
  for (const auto& [name, value] : json.items()) {
    std::uint64_t key = 0;
    const auto* end = name.data() + name.size();
    const auto read = std::from_chars(name.data(), end, key);
    if (name.empty() || read.ec != std::errc() || read.ptr != end || !value.is_number_unsigned())
      return refuse("numeric_static_map's table maps '" + name + "' to what is no number");
    out[key] = value.get<std::uint64_t>();
  }
  return out;
}

Placed<std::vector<std::size_t>> read_offsets(std::string_view text) {
  const auto invalid = [&] {
    return refuse("invalid offsets " + std::string(text) +
                  " to CFC vindex cfc. expected sorted positive ints in brackets");
  };
  const auto json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_array() || json.empty()) return invalid();
  std::vector<std::size_t> out;
  for (const auto& offset : json) {
    if (!offset.is_number_unsigned()) return invalid();
    out.push_back(offset.get<std::size_t>());
    if (out.back() == 0 || (out.size() > 1 && out.back() <= out[out.size() - 2])) return invalid();
  }
  return out;
}

}  // namespace isotherm::placement
