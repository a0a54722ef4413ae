#include "schema/parse_key.h"

#include <algorithm>
#include <array>

#include "schema/did_you_mean.h"
#include "schema/parse_shard.h"

namespace isotherm::schema {
namespace {

/// The most shards of a table with aggregates: a transaction over all of them has 100 actions.
constexpr sharding::Shard aggregate_shards_max = 100;

void parse_aggregates(const Section& table, KeyRule& rule) {
  if (!table.has("aggregates")) return;
  constexpr std::array<std::pair<std::string_view, Aggregate>, 4> words = {
      {{"sum", Aggregate::sum},
       {"min", Aggregate::min},
       {"max", Aggregate::max},
       {"union", Aggregate::set_union}}};
  const Section section(table.node("aggregates"), table.path() + ".aggregates",
                        table.line_of("aggregates"), table.problems());
  for (const Section::Entry& entry : section.entries()) {
    const auto word = section.text(entry.key, "sum, min, max or union");
    const auto* at = std::ranges::find_if(words, [&](const auto& w) { return w.first == word; });
    if (word && at == words.end())
      section.report(entry.key, "unknown aggregate '" + *word + "'", "sum, min, max or union");
    if (entry.key == rule.partition.name || entry.key == rule.sort || entry.key == rule.original)
      section.report(entry.key, "is a key attribute", "aggregate another attribute");
    else if (at != words.end())
      rule.aggregates.emplace(entry.key, at->second);
  }
  if (section.is_mapping() && section.entries().empty())
    table.report("aggregates", "is empty", "name an attribute, as {VoteCount: sum}, or remove it");
  if (rule.placing != Placing::computed)
    table.report("aggregates", "need a strategy that finds an item's shard again",
                 "use 'strategy: hash'");
  if (!rule.original)
    table.report("aggregates", "need an attribute that makes an item of nothing but its key",
                 "add 'original: …' to the shard rule");
  if (rule.shard.shards_max() > aggregate_shards_max)
    table.report("aggregates", "a table with aggregates has at most 100 shards",
                 "lower 'shards': one transaction resets them all");
}

bool is_key(const KeyRule& rule, std::string_view attribute) {
  return attribute == rule.partition.name || attribute == rule.sort;
}

void check_inputs(const Section& shard, const KeyRule& rule) {
  if (!rule.sort && rule.aggregates.empty())
    shard.report("", "without a sort key each partition key has one item: nothing to spread",
                 "remove the rule, or name the sort key in 'key:'");
  for (const std::string& input : rule.shard.inputs)
    if (!is_key(rule, input))
      shard.report("inputs",
                   "'" + input +
                       "' is no attribute of the key, so a request for one item, which has the "
                       "key only, could not tell its shard",
                   "name the sort key");
  const auto& inputs = rule.shard.inputs;
  const bool partition_only = inputs.size() == 1 && inputs[0] == rule.partition.name;
  if (rule.aggregates.empty() && partition_only)
    shard.report("inputs", "the partition key alone puts all its items on one shard",
                 "name the sort key");
}

/// Problems of names that stand twice.
void check_names(const Section& shard, const KeyRule& rule) {
  if (rule.original && is_key(rule, *rule.original))
    shard.report("original", "is an attribute of the key", "choose a name that no item has");
}

}  // namespace

AttributeDefinition parse_partition_key(const Section& section, std::string_view key,
                                        std::string_view cure) {
  AttributeDefinition definition;
  const YAML::Node node = section.node(key);
  if (node.IsDefined() && node.IsSequence()) {
    section.report(key, "a key of several attributes is not supported yet by this version",
                   "name one attribute");
    return definition;
  }
  if (!node.IsDefined() || !node.IsMap()) {
    if (auto name = section.text(key, cure)) definition.name = *name;
    expect_key_attribute(section, key, definition.name);
    return definition;
  }
  constexpr std::array<std::string_view, 2> known = {"attribute", "type"};
  const Section fields(node, section.path() + "." + std::string(key), section.line_of(key),
                       section.problems());
  fields.expect_keys(known, {});
  if (auto name = fields.text("attribute", cure)) definition.name = *name;
  expect_key_attribute(fields, "attribute", definition.name);
  if (!fields.has("type")) return definition;
  const auto type = fields.text("type", "S, N or B");
  if (type == "S")
    definition.type = KeyType::S;
  else if (type == "N")
    definition.type = KeyType::N;
  else if (type == "B")
    definition.type = KeyType::B;
  else if (type)
    fields.report("type", "'" + *type + "' is no key type", "S, N or B");
  return definition;
}

void parse_key(const Section& table, TableRule& rule) {
  if (!table.has("key")) {
    for (const std::string_view key : {"shard", "aggregates"})
      if (table.has(key))
        table.report(key, "goes with the table's own key", "add 'key: {partition: PK, sort: SK}'");
    return;
  }
  constexpr std::array<std::string_view, 2> known = {"partition", "sort"};
  const Section key(table.node("key"), table.path() + ".key", table.line_of("key"),
                    table.problems());
  if (!key.is_mapping()) return;
  key.expect_keys(known, {});
  KeyRule own;
  own.line = table.line_of("key");
  own.partition = parse_partition_key(key, "partition", "name the table's partition key");
  own.sort = key.text("sort", "name the sort key, or leave it out", true);
  if (own.sort) expect_key_attribute(key, "sort", *own.sort);
  if (own.sort == own.partition.name)
    key.report("sort", "is the partition key as well", "name another attribute");
  if (!table.has("shard")) {
    table.report("key", "'shard' is missing",
                 "add shard: {strategy: hash, inputs: [the sort key], shards: 10}");
    return;
  }
  const Section shard(table.node("shard"), table.path() + ".shard", table.line_of("shard"),
                      table.problems());
  if (!shard.is_mapping()) return;
  parse_key_shard(shard, own);
  parse_aggregates(table, own);
  check_inputs(shard, own);
  check_names(shard, own);
  rule.key = std::move(own);
}

}  // namespace isotherm::schema
