#include "schema/parse_rule.h"

#include <algorithm>
#include <array>

#include "model/limits.h"
#include "schema/did_you_mean.h"

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

/// Key attributes' names are short; the gateway's own prefix is for nobody else.
void expect_key_attribute(const Section& section, std::string_view key, const std::string& name) {
  if (name.size() > limits::key_attribute_name_bytes_max)
    section.report(key, "the name of a key attribute has at most 255 bytes", "shorten it");
  if (name.starts_with("isotherm#"))
    section.report(key, "names that begin with 'isotherm#' are the gateway's own",
                   "choose another name");
}

void parse_partition_key(const Section& index, IndexRule& rule) {
  constexpr std::string_view cure =
      "name the attribute that the application queries by, as 'partition_key: channelId'";
  const YAML::Node node = index.node("partition_key");
  if (node.IsDefined() && node.IsSequence()) {
    index.report("partition_key",
                 "a key of several attributes is not supported yet by this version",
                 "name one attribute");
    return;
  }
  if (!node.IsDefined() || !node.IsMap()) {
    if (auto name = index.text("partition_key", cure)) rule.partition_key.name = *name;
    expect_key_attribute(index, "partition_key", rule.partition_key.name);
    return;
  }
  constexpr std::array<std::string_view, 2> known = {"attribute", "type"};
  const Section key(node, index.path() + ".partition_key", index.line_of("partition_key"),
                    index.problems());
  key.expect_keys(known, {});
  if (auto name = key.text("attribute", cure)) rule.partition_key.name = *name;
  expect_key_attribute(key, "attribute", rule.partition_key.name);
  if (!key.has("type")) return;
  const auto type = key.text("type", "S, N or B");
  if (type == "S")
    rule.partition_key.type = KeyType::S;
  else if (type == "N")
    rule.partition_key.type = KeyType::N;
  else if (type == "B")
    rule.partition_key.type = KeyType::B;
  else if (type)
    key.report("type", "'" + *type + "' is no key type", "S, N or B");
}

void parse_strategy(const Section& shard) {
  constexpr std::array<std::string_view, 1> known = {"hash"};
  const auto strategy = shard.text("strategy", "write 'strategy: hash'");
  if (!strategy || *strategy == "hash") return;
  if (*strategy == "random" || *strategy == "round-robin" || *strategy == "id-suffix")
    shard.report("strategy", "'" + *strategy + "' is not supported yet by this version",
                 "use 'hash'");
  else
    shard.report("strategy", "unknown strategy '" + *strategy + "'",
                 did_you_mean(*strategy, known));
}

/// Only the frozen default may be spelled out.
void parse_format(const Section& shard) {
  if (!shard.has("format")) return;
  constexpr std::array<std::string_view, 5> known = {"separator", "digits", "padding", "first",
                                                     "hash"};
  constexpr std::array<std::string_view, 5> frozen = {"-", "hex", "0", "0", "murmur3_x86_32"};
  const Section format(shard.node("format"), shard.path() + ".format", shard.line_of("format"),
                       shard.problems());
  format.expect_keys(known, {});
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto given = format.text(known[i], "remove it to use the default", true);
    if (given && *given != frozen[i])
      format.report(known[i], "'" + *given + "' is not supported yet by this version",
                    "the default is '" + std::string(frozen[i]) + "'");
  }
}

void check_inputs(const Section& shard, const IndexRule& index) {
  const auto& inputs = index.shard->inputs;
  if (inputs.size() == 1 && inputs[0] == index.partition_key.name)
    shard.report("inputs", "the partition key alone puts all items of a partition key on one shard",
                 "name an attribute that differs between them, as the sort key");
  if (std::find(inputs.begin(), inputs.end(), index.shard->attribute) != inputs.end())
    shard.report("inputs", "the shard attribute cannot be an input of itself", "remove it");
}

std::optional<ShardRule> parse_shard(const Section& index, IndexRule& rule) {
  if (!index.has("shard")) return std::nullopt;
  constexpr std::array<std::string_view, 5> known = {"attribute", "strategy", "inputs", "shards",
                                                     "format"};
  constexpr std::array<FutureKey, 3> future = {{{"overrides", "shard counts of single keys"},
                                                {"original", "the unsharded key in an attribute"},
                                                {"scatter", "forbidding scatter reads"}}};
  const Section shard(index.node("shard"), index.path() + ".shard", index.line_of("shard"),
                      index.problems());
  if (!shard.is_mapping()) return std::nullopt;
  shard.expect_keys(known, future);
  ShardRule parsed;
  if (auto attribute =
          shard.text("attribute", "name the hidden attribute that holds the shard key"))
    parsed.attribute = *attribute;
  expect_key_attribute(shard, "attribute", parsed.attribute);
  parse_strategy(shard);
  if (auto inputs =
          shard.texts("inputs", "list the attributes that choose the shard, as [memberId]"))
    parsed.inputs = *inputs;
  if (auto shards =
          shard.whole("shards", 1, index_shards_max,
                      "a number of shards, as 'shards: 16'; each scatter asks all of them"))
    parsed.strategy = sharding::HashStrategy(static_cast<sharding::Shard>(*shards));
  parse_format(shard);
  rule.shard = std::move(parsed);
  check_inputs(shard, rule);
  return rule.shard;
}

void parse_type(const Section& index, IndexRule& rule) {
  constexpr std::array<std::string_view, 2> known = {"gsi", "sharded-gsi"};
  const auto type = index.text("type", "write 'type: gsi' or 'type: sharded-gsi'");
  if (type == "sharded-gsi")
    rule.type = IndexType::sharded_gsi;
  else if (type == "table")
    index.report("type", "'table' (an index table) is not supported yet by this version",
                 "use 'sharded-gsi'");
  else if (type && *type != "gsi")
    index.report("type", "unknown type '" + *type + "'", did_you_mean(*type, known));
}

IndexRule parse_index(const Section::Entry& entry, const std::string& path, Problems& problems) {
  constexpr std::array<std::string_view, 5> known = {"type", "partition_key", "sort_key",
                                                     "physical", "shard"};
  constexpr std::array<FutureKey, 3> future = {{{"table", "an index table"},
                                                {"maintain", "how an index table is filled"},
                                                {"scatter", "forbidding scatter reads"}}};
  IndexRule rule;
  rule.name = entry.key;
  rule.line = entry.line;
  const Section index(entry.value, path + "." + entry.key, entry.line, problems);
  if (!index.is_mapping()) return rule;
  index.expect_keys(known, future);
  expect_name(index, "", rule.name);
  parse_type(index, rule);
  parse_partition_key(index, rule);
  rule.sort_key = index.text("sort_key", "name the sort key, or leave the line out", true);
  if (rule.sort_key) {
    expect_key_attribute(index, "sort_key", *rule.sort_key);
    if (*rule.sort_key == rule.partition_key.name)
      index.report("sort_key", "is the partition key as well", "name another attribute");
  }
  const auto physical = index.text(
      "physical", "name the index in the store, as 'physical: " + rule.name + "-sharded'",
      !rule.is_sharded());
  if (physical) expect_name(index, "physical", rule.physical = *physical);
  parse_shard(index, rule);
  if (rule.is_sharded() && !index.has("shard"))
    index.report("", "'shard' is missing",
                 "add shard: {attribute: …, strategy: hash, inputs: […], shards: 16}");
  return rule;
}

}  // namespace

TableRule parse_table(const Section::Entry& entry, Problems& problems) {
  constexpr std::array<std::string_view, 1> known = {"indexes"};
  constexpr std::array<FutureKey, 3> future = {{{"key", "sharding of a table's own key"},
                                                {"shard", "sharding of a table's own key"},
                                                {"aggregates", "sharded counters"}}};
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
  table.expect_keys(known, future);
  if (!table.has("indexes")) {
    table.report("", "'indexes' is missing", "list the indexes to shard under 'indexes:'");
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

void check_rules(const TableRule& rule, Problems& problems) {
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
