#include "schema/diff_key.h"

#include "schema/diff_shard.h"

namespace isotherm::schema {
namespace {

std::string key_text(const KeyRule& rule) {
  return rule.partition.name + " (" + std::string(type_name(rule.partition.type)) + ")" +
         (rule.sort ? ", " + *rule.sort : "");
}

std::string_view placing_text(const KeyRule& rule) {
  if (rule.placing == Placing::random) return "random";
  return rule.placing == Placing::round_robin ? "round-robin" : rule.shard.strategy.name();
}

void compare(const KeyRule& before, const KeyRule& after, const ChangeNotes& notes) {
  const auto note = [&](std::string_view field, const std::string& change, std::string why) {
    notes.note(Effect::migration, field, change, std::move(why));
  };
  if (before.partition != after.partition || before.sort != after.sort)
    note("", key_text(before) + " -> " + key_text(after), "it is another table");
  if (before.placing != after.placing)
    note(".shard.strategy",
         std::string(placing_text(before)) + " -> " + std::string(placing_text(after)),
         "items lie where the old strategy put them");
  else
    compare_shards(before.shard, after.shard, true, notes);
  if (before.original != after.original)
    note(".shard.original",
         before.original.value_or("none") + " -> " + after.original.value_or("none"),
         "items that are there already do not have the new attribute, and would show the old one");
  if (before.aggregates != after.aggregates)
    note(".aggregates", "changed",
         "parts of what is no aggregate any more would not be put together");
}

}  // namespace

void diff_wildcards(const Schema& before, const Schema& after, std::vector<Change>& changes) {
  const auto& one = before.wildcard;
  const auto& other = after.wildcard;
  const auto key = [](const Wildcard& wildcard) {
    std::optional<KeyRule> rule = wildcard.key;
    if (rule) rule->line = 0;
    return rule;
  };
  if (!one && !other) return;
  if (one && other && one->index == other->index && key(*one) == key(*other)) return;
  const std::string how = !one ? ": new" : !other ? ": removed" : ": changed";
  changes.push_back({one ? Effect::migration : Effect::harmless, other ? other->line : one->line,
                     !other, "tables.*" + how,
                     one ? "tables that were created under the old rule lie by it: name them"
                         : "it is for tables that are created from now on"});
}

void diff_keys(const TableRule& before, const TableRule& after, std::vector<Change>& changes) {
  const std::string path = "tables." + after.name + ".key";
  if (before.key && after.key)
    compare(*before.key, *after.key, ChangeNotes{path, after.key->line, changes});
  else if (after.key)
    changes.push_back({Effect::migration, after.key->line, false, path + ": new, sharded",
                       "items that are there already lie under plain keys, and would not be found; "
                       "harmless while the table does not exist"});
  else if (before.key)
    changes.push_back({Effect::migration, before.key->line, true, path + ": removed",
                       "items lie under shard keys, which applications would see"});
}

}  // namespace isotherm::schema
