#include "schema/parse_wildcard.h"

#include <array>

#include "schema/parse_shard.h"

namespace isotherm::schema {
namespace {

void parse_indexes(const Section& table, Wildcard& wildcard) {
  constexpr std::array<std::string_view, 1> names = {"*"};
  constexpr std::array<std::string_view, 2> known = {"type", "shard"};
  const Section indexes(table.node("indexes"), table.path() + ".indexes", table.line_of("indexes"),
                        table.problems());
  if (!indexes.is_mapping()) return;
  indexes.expect_keys(names, {});
  if (!indexes.has("*")) {
    indexes.report("", "the rule of every table has one of every index",
                   "write '\"*\": {shard: …}'");
    return;
  }
  const Section all(indexes.node("*"), indexes.path() + ".*", indexes.line_of("*"),
                    table.problems());
  if (!all.is_mapping()) return;
  all.expect_keys(known, {});
  if (all.has("type") && all.text("type", "") != "sharded-gsi")
    all.report("type", "is sharded-gsi, or nothing", "remove it");
  const Section shard(all.node("shard"), all.path() + ".shard", all.line_of("shard"),
                      table.problems());
  if (shard.is_mapping()) wildcard.index = parse_any_shard_rule(shard);
}

}  // namespace

Wildcard parse_wildcard(const Section::Entry& entry, Problems& problems) {
  constexpr std::array<std::string_view, 2> known = {"shard", "indexes"};
  Wildcard wildcard;
  wildcard.line = entry.line;
  const Section table(entry.value, "tables.*", entry.line, problems);
  if (!table.is_mapping()) return wildcard;
  table.expect_keys(known, {});
  if (table.has("shard")) {
    const Section shard(table.node("shard"), table.path() + ".shard", table.line_of("shard"),
                        problems);
    KeyRule key;
    key.line = table.line_of("shard");
    if (shard.is_mapping()) parse_key_shard(shard, key, false);
    wildcard.key = std::move(key);
  }
  if (table.has("indexes")) parse_indexes(table, wildcard);
  if (!wildcard.key && !wildcard.index)
    table.report("", "says nothing", "give it 'shard' for keys, 'indexes' for global indexes");
  return wildcard;
}

}  // namespace isotherm::schema
