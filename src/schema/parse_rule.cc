#include "schema/parse_rule.h"

#include <algorithm>
#include <array>

#include "schema/did_you_mean.h"
#include "schema/index_table_rule.h"
#include "schema/parse_key.h"
#include "schema/parse_shard.h"

namespace isotherm::schema {
namespace {

constexpr std::string_view name_cure = "3 to 255 letters, digits, '_', '-' and '.'";

bool is_name(std::string_view name) {
  if (name.size() < 3 || name.size() > 255) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
  });
}

void expect_name(const Section& section, std::string_view key, const std::string& name) {
  if (!is_name(name)) section.report(key, "'" + name + "' is no name", std::string(name_cure));
}

/// Its type, where one is given.
std::optional<KeyType> parse_sort_key(const Section& index, IndexRule& rule) {
  if (!index.has("sort_key")) return std::nullopt;
  AttributeDefinition key =
      parse_partition_key(index, "sort_key", "name the sort key, or leave the line out");
  if (!key.name.empty()) rule.sort_key = std::move(key.name);
  const YAML::Node node = index.node("sort_key");
  return node.IsMap() && node["type"] ? std::optional(key.type) : std::nullopt;
}

void check_inputs(const Section& shard, const IndexRule& index) {
  const auto& inputs = index.shard->inputs;
  if (inputs.size() == 1 && inputs[0] == index.partition_key.name)
    shard.report("inputs", "the partition key alone puts all items of a partition key on one shard",
                 "name an attribute that differs between them, as the sort key");
  if (std::find(inputs.begin(), inputs.end(), index.shard->attribute) != inputs.end())
    shard.report("inputs", "the shard attribute cannot be an input of itself", "remove it");
}

void parse_shard(const Section& index, IndexRule& rule) {
  if (!index.has("shard")) return;
  const Section shard(index.node("shard"), index.path() + ".shard", index.line_of("shard"),
                      index.problems());
  if (!shard.is_mapping()) return;
  rule.shard = parse_shard_rule(shard);
  check_inputs(shard, rule);
}

void parse_type(const Section& index, IndexRule& rule) {
  constexpr std::array<std::string_view, 3> known = {"gsi", "sharded-gsi", "table"};
  const auto type = index.text("type", "write 'type: gsi', 'type: sharded-gsi' or 'type: table'");
  if (type == "sharded-gsi")
    rule.type = IndexType::sharded_gsi;
  else if (type == "table")
    rule.type = IndexType::table;
  else if (type && *type != "gsi")
    index.report("type", "unknown type '" + *type + "'", did_you_mean(*type, known));
}

void parse_scatter(const Section& index, IndexRule& rule) {
  constexpr std::array<std::string_view, 3> known = {"allow", "warn", "forbid"};
  const auto given = index.text("scatter", "write 'scatter: allow', 'warn' or 'forbid'", true);
  if (!given) return;
  for (const Scatter scatter : {Scatter::allow, Scatter::warn, Scatter::forbid}) {
    if (*given != scatter_name(scatter)) continue;
    rule.scatter = scatter;
    return;
  }
  index.report("scatter", "unknown word '" + *given + "'", did_you_mean(*given, known));
}

/// An index table may be sharded: `physical` is the index that it is of, and need not be named.
void parse_index_table_shard(const Section& index, IndexRule& rule) {
  parse_shard(index, rule);
  parse_scatter(index, rule);
  if (rule.shard) rule.physical = rule.name + "-sharded";
  if (const auto physical = index.text("physical", "remove it", true)) {
    if (!rule.shard) index.report("physical", "is of sharded indexes", "remove it");
    expect_name(index, "physical", rule.physical = *physical);
  }
}

IndexRule parse_index(const Section::Entry& entry, const std::string& path, Problems& problems) {
  constexpr std::array<std::string_view, 9> known = {"type",     "partition_key", "sort_key",
                                                     "physical", "shard",         "scatter",
                                                     "table",    "projection",    "maintain"};
  IndexRule rule;
  rule.name = entry.key;
  rule.line = entry.line;
  const Section index(entry.value, path + "." + entry.key, entry.line, problems);
  if (!index.is_mapping()) return rule;
  index.expect_keys(known, {});
  expect_name(index, "", rule.name);
  parse_type(index, rule);
  rule.partition_key = parse_partition_key(
      index, "partition_key",
      "name the attribute that the application queries by, as 'partition_key: channelId'");
  const std::optional<KeyType> sort_type = parse_sort_key(index, rule);
  if (rule.sort_key) {
    if (*rule.sort_key == rule.partition_key.name)
      index.report("sort_key", "is the partition key as well", "name another attribute");
  }
  if (rule.type == IndexType::table) {
    rule.table = parse_index_table(index, sort_type);
    parse_index_table_shard(index, rule);
    return rule;
  }
  refuse_index_table_keys(index, sort_type.has_value());
  const auto physical = index.text(
      "physical", "name the index in the store, as 'physical: " + rule.name + "-sharded'",
      !rule.is_sharded());
  if (physical) expect_name(index, "physical", rule.physical = *physical);
  parse_shard(index, rule);
  parse_scatter(index, rule);
  if (rule.is_sharded() && !index.has("shard"))
    index.report("", "'shard' is missing",
                 "add shard: {attribute: …, strategy: hash, inputs: […], shards: 16}");
  return rule;
}

}  // namespace

TableRule parse_table(const Section::Entry& entry, Problems& problems) {
  constexpr std::array<std::string_view, 4> known = {"indexes", "key", "shard", "aggregates"};
  TableRule rule;
  rule.name = entry.key;
  rule.line = entry.line;
  const Section table(entry.value, "tables." + entry.key, entry.line, problems);
  if (!table.is_mapping()) return rule;
  if (entry.key.find_first_of("*?") != std::string::npos)
    table.report("", "a pattern of table names is not supported yet by this version",
                 "name each table");
  else
    expect_name(table, "", rule.name);
  table.expect_keys(known, {});
  parse_key(table, rule);
  if (!table.has("indexes")) {
    if (!rule.key)
      table.report("", "'indexes' is missing",
                   "list the indexes to shard under 'indexes:', or shard the table's own 'key:'");
    return rule;
  }
  const Section indexes(table.node("indexes"), table.path() + ".indexes", table.line_of("indexes"),
                        problems);
  for (const Section::Entry& index : indexes.entries())
    rule.indexes.push_back(parse_index(index, indexes.path(), problems));
  if (indexes.is_mapping() && rule.indexes.empty())
    table.report("indexes", "is empty", "list the indexes to shard, or remove the table");
  return rule;
}

namespace {

/// What holds the partition key of the table as the application knows it is nobody else's.
void check_original(const TableRule& rule, Problems& problems) {
  if (!rule.key || !rule.key->original) return;
  const std::string& original = *rule.key->original;
  for (const IndexRule& index : rule.indexes)
    if (index.partition_key.name == original || index.sort_key == original ||
        (index.shard && index.shard->attribute == original))
      problems.push_back({rule.key->line,
                          "tables." + rule.name + ".shard.original: '" + original +
                              "' is also an attribute of index '" + index.name + "'",
                          "choose a name that no item has"});
}

}  // namespace

void check_rules(const TableRule& rule, Problems& problems) {
  check_original(rule, problems);
  if (rule.key && rule.key->placing != Placing::computed && rule.has_sharded_index())
    problems.push_back({rule.key->line,
                        "tables." + rule.name +
                            ".shard: a table whose shards are drawn cannot have sharded indexes: "
                            "their cursors could not tell an item's shard",
                        "use 'strategy: hash', or leave the indexes out"});
  const auto where = [&](const IndexRule& index) {
    return "tables." + rule.name + ".indexes." + index.name + ": ";
  };
  for (const IndexRule& a : rule.indexes) {
    for (const IndexRule& b : rule.indexes) {
      if (!a.physical.empty() && a.physical == b.name)
        problems.push_back({a.line,
                            where(a) + "physical '" + a.physical + "' is the name of " +
                                (&a == &b ? "the index itself" : "another index"),
                            "choose a name that no index of the application has"});
      if (!a.physical.empty() && &a < &b && a.physical == b.physical)
        problems.push_back(
            {b.line, where(b) + "physical '" + b.physical + "' is also that of '" + a.name + "'",
             "give each index its own"});
      if (!a.shard || a.shard->attribute.empty()) continue;
      const std::string& attribute = a.shard->attribute;
      if (&a < &b && b.shard && b.shard->attribute == attribute)
        problems.push_back(
            {b.line,
             where(b) + "shard.attribute '" + attribute + "' is also that of '" + a.name + "'",
             "give each index its own"});
      const bool is_input = &a != &b && b.shard &&
                            std::find(b.shard->inputs.begin(), b.shard->inputs.end(), attribute) !=
                                b.shard->inputs.end();
      if (attribute == b.partition_key.name || attribute == b.sort_key || is_input)
        problems.push_back({a.line,
                            where(a) + "shard.attribute '" + attribute +
                                "' is an attribute of the application (of index '" + b.name + "')",
                            "choose a name that no item has"});
    }
  }
}

}  // namespace isotherm::schema
