// Holds a table's rules against the live table.

#include <algorithm>

#include "schema/schema.h"

namespace isotherm::schema {
namespace {

/// One index rule, the table it is held against, and where its problems go.
struct Comparison {
  const TableRule& table_rule;
  const IndexRule& rule;
  const TableDescription& table;
  Problems& problems;

  void report(const std::string& what, std::string cure) const {
    problems.push_back({rule.line,
                        "tables." + table_rule.name + ".indexes." + rule.name + ": " + what,
                        std::move(cure)});
  }
};

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string sort_key_text(const std::optional<std::string>& sort) {
  return sort ? "sort key " + in_quotes(*sort) : "no sort key";
}

std::optional<std::string> sort_name(const KeySchema& key) {
  return key.sort ? std::optional<std::string>(key.sort->name) : std::nullopt;
}

void check_sort_key(const Comparison& c, const GlobalSecondaryIndex& live) {
  if (live.key.is_compound())
    c.report("index " + in_quotes(live.name) + " has a key of several attributes",
             "a rule describes keys of one attribute each; leave the index out");
  if (sort_name(live.key) == c.rule.sort_key) return;
  c.report("index " + in_quotes(live.name) + " has " + sort_key_text(sort_name(live.key)) +
               ", the schema says " + sort_key_text(c.rule.sort_key),
           "correct sort_key");
}

const GlobalSecondaryIndex* find_live(const Comparison& c, const std::string& name,
                                      std::string cure) {
  const GlobalSecondaryIndex* live = c.table.find_global_index(name);
  if (live == nullptr)
    c.report("table " + in_quotes(c.table.name) + " has no global index " + in_quotes(name),
             std::move(cure));
  else if (live->status == IndexStatus::deleting)
    c.report("index " + in_quotes(name) + " is being deleted", "wait, then create it again");
  return live;
}

void check_plain(const Comparison& c) {
  const auto* live = find_live(c, c.rule.name, "create it, or correct its name");
  if (live == nullptr) return;
  if (live->key.partition != c.rule.partition_key)
    c.report("index " + in_quotes(live->name) + " has partition key " +
                 in_quotes(live->key.partition.name) + " of type " +
                 std::string(type_name(live->key.partition.type)) + ", the schema says " +
                 in_quotes(c.rule.partition_key.name) + " of type " +
                 std::string(type_name(c.rule.partition_key.type)),
             "correct partition_key");
  check_sort_key(c, *live);
}

bool is_table_key(const TableDescription& table, std::string_view attribute) {
  return table.key.partition.name == attribute ||
         (table.key.sort && table.key.sort->name == attribute);
}

void check_projection(const Comparison& c, const GlobalSecondaryIndex& live) {
  const auto& projected = live.projection.non_key_attributes;
  const std::string& attribute = c.rule.partition_key.name;
  if (live.projection.type == ProjectionType::all || is_table_key(c.table, attribute) ||
      std::find(projected.begin(), projected.end(), attribute) != projected.end())
    return;
  c.report("index " + in_quotes(live.name) + " does not project the partition key " +
               in_quotes(attribute) + ", so its answers could not show it",
           "create the index with INCLUDE [" + attribute + "], or with ALL");
}

/// The shard attribute is the physical index's key and nobody else's.
void check_attribute_is_free(const Comparison& c) {
  const std::string& attribute = c.rule.shard->attribute;
  const std::string cure = "choose another shard.attribute";
  if (is_table_key(c.table, attribute))
    c.report("shard.attribute " + in_quotes(attribute) + " is a key of the table", cure);
  for (const LocalSecondaryIndex& index : c.table.local_indexes)
    if (index.key.sort && index.key.sort->name == attribute)
      c.report(
          "shard.attribute " + in_quotes(attribute) + " is a key of index " + in_quotes(index.name),
          cure);
  for (const GlobalSecondaryIndex& index : c.table.global_indexes)
    if (index.name != c.rule.physical && (index.key.partition.name == attribute ||
                                          (index.key.sort && index.key.sort->name == attribute)))
      c.report(
          "shard.attribute " + in_quotes(attribute) + " is a key of index " + in_quotes(index.name),
          cure);
}

/// Where the table says of which type the partition key is, it says what the schema says.
void check_partition_type(const Comparison& c) {
  for (const AttributeDefinition& live : c.table.attributes)
    if (live.name == c.rule.partition_key.name && live.type != c.rule.partition_key.type)
      c.report("partition key " + in_quotes(live.name) + " is of type " +
                   std::string(type_name(live.type)) + " in the table, of type " +
                   std::string(type_name(c.rule.partition_key.type)) + " in the schema",
               "write partition_key: {attribute: " + live.name +
                   ", type: " + std::string(type_name(live.type)) + "}");
}

void check_sharded(const Comparison& c) {
  check_attribute_is_free(c);
  check_partition_type(c);
  if (std::any_of(c.table.local_indexes.begin(), c.table.local_indexes.end(),
                  [&](const auto& index) { return index.name == c.rule.name; }))
    c.report("the table has a local index " + in_quotes(c.rule.name), "correct the index's name");
  const auto* live = find_live(c, c.rule.physical,
                               "create it with partition key '" + c.rule.shard->attribute +
                                   "' and " + sort_key_text(c.rule.sort_key));
  if (live == nullptr) return;
  const KeyType type = c.rule.partition_key.type == KeyType::B ? KeyType::B : KeyType::S;
  if (live->key.partition.name != c.rule.shard->attribute)
    c.report("index " + in_quotes(live->name) + " has partition key " +
                 in_quotes(live->key.partition.name) + ", shard.attribute is " +
                 in_quotes(c.rule.shard->attribute),
             "correct shard.attribute, or create the index anew");
  else if (live->key.partition.type != type)
    c.report("the partition key of index " + in_quotes(live->name) + " is of type " +
                 std::string(type_name(live->key.partition.type)) + "; shard keys of " +
                 in_quotes(c.rule.partition_key.name) + " are of type " +
                 std::string(type_name(type)),
             "create the index anew with type " + std::string(type_name(type)));
  check_sort_key(c, *live);
  check_projection(c, *live);
}

}  // namespace

Problems check(const TableRule& rule, const TableDescription& table) {
  Problems problems;
  for (const IndexRule& index : rule.indexes) {
    const Comparison comparison{rule, index, table, problems};
    if (index.is_sharded())
      check_sharded(comparison);
    else
      check_plain(comparison);
  }
  return problems;
}

Problem missing_table(const TableRule& rule) {
  return {rule.line, "tables." + rule.name + ": the store has no such table",
          "create it through the gateway, or correct its name"};
}

}  // namespace isotherm::schema
