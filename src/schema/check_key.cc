// Holds the rule of a table's own key against the live table.

#include "schema/schema.h"

namespace isotherm::schema {
namespace {

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

/// The rule, the table, and where the problems go.
struct Comparison {
  const TableRule& table_rule;
  const KeyRule& rule;
  const TableDescription& table;
  Problems problems = {};

  void report(const std::string& what, std::string cure) {
    problems.push_back({rule.line, "tables." + table_rule.name + ".key: " + what, std::move(cure)});
  }
};

void check_partition(Comparison& c) {
  const AttributeDefinition& live = c.table.key.partition;
  if (live.name != c.rule.partition.name) {
    c.report("the table has partition key " + in_quotes(live.name) + ", the schema says " +
                 in_quotes(c.rule.partition.name),
             "correct key.partition");
    return;
  }
  const KeyType type = c.rule.partition.type == KeyType::B ? KeyType::B : KeyType::S;
  if (live.type != type)
    c.report("the partition key of the table is of type " + std::string(type_name(live.type)) +
                 "; shard keys of " + in_quotes(c.rule.partition.name) + " are of type " +
                 std::string(type_name(type)),
             "create the table anew through the gateway");
}

void check_sort(Comparison& c) {
  const auto& live = c.table.key.sort;
  if (live.has_value() == c.rule.sort.has_value() && (!live || live->name == *c.rule.sort)) return;
  const auto text = [](const std::optional<std::string>& name) {
    return name ? "sort key " + in_quotes(*name) : std::string("no sort key");
  };
  c.report("the table has " + text(live ? std::optional(live->name) : std::nullopt) +
               ", the schema says " + text(c.rule.sort),
           "correct key.sort");
}

/// An index on the partition key itself needs it as the application knows it.
void check_indexes(Comparison& c) {
  const auto check = [&](const auto& index, bool is_local) {
    index.key.for_each([&](const AttributeDefinition& part) {
      const bool is_shared = is_local && part.name == index.key.partition.name;
      if (is_shared || part.name != c.rule.partition.name) return;
      c.report(
          "index " + in_quotes(index.name) + " has " + in_quotes(part.name) +
              " in its key, which holds shard keys",
          c.rule.original
              ? "create the index anew through the gateway"
              : "name an attribute with 'original:', and create the index through the gateway");
    });
  };
  for (const auto& index : c.table.local_indexes) check(index, true);
  for (const auto& index : c.table.global_indexes) check(index, false);
}

bool is_of_part(const KeyRule& rule, std::string_view name) {
  return name == rule.partition.name || name == rule.sort || name == rule.original ||
         rule.aggregates.contains(name);
}

/// Indexes must neither have entries of parts of items nor show their values.
void check_parts(Comparison& c) {
  const auto report = [&](const std::string& index) {
    c.report("index " + in_quotes(index) + " would show parts of aggregates",
             "drop it, or create it on another attribute, and without aggregates");
  };
  for (const auto& index : c.table.local_indexes) report(index.name);
  for (const auto& index : c.table.global_indexes) {
    bool shows = index.projection.type == ProjectionType::all;
    for (const std::string& name : index.projection.non_key_attributes)
      shows = shows || c.rule.aggregates.contains(name);
    bool in_parts = true;
    index.key.for_each([&](const AttributeDefinition& part) {
      in_parts = in_parts && is_of_part(c.rule, part.name);
      shows = shows || c.rule.aggregates.contains(part.name);
    });
    if (shows || in_parts) report(index.name);
  }
}

}  // namespace

Problems check_key(const TableRule& rule, const TableDescription& table) {
  if (!rule.key) return {};
  Comparison comparison{rule, *rule.key, table};
  check_partition(comparison);
  check_sort(comparison);
  if (comparison.problems.empty()) check_indexes(comparison);
  if (!rule.key->aggregates.empty()) check_parts(comparison);
  return comparison.problems;
}

}  // namespace isotherm::schema
