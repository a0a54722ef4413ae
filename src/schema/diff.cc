#include "schema/diff.h"

#include <algorithm>

#include "sharding/growth.h"

namespace isotherm::schema {
namespace {

using Changes = std::vector<Change>;

constexpr std::string_view migrate_entries =
    "entries keep the shard keys that they were written with, and reads look where the new rule "
    "says: every entry must be written anew";

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string list(const std::vector<std::string>& names) {
  std::string text = "[";
  for (const std::string& name : names) text += (text.size() > 1 ? ", " : "") + name;
  return text + "]";
}

std::string key_text(const AttributeDefinition& key) {
  return key.name + " (" + std::string(type_name(key.type)) + ")";
}

std::string sort_text(const std::optional<std::string>& sort) { return sort ? *sort : "none"; }

std::string type_text(const IndexRule& rule) { return rule.is_sharded() ? "sharded-gsi" : "gsi"; }

/// Why items that are there already are not where a new sharded index is read.
std::string why_backfill(const IndexRule& rule) {
  return "items that are there already have no " + in_quotes(rule.shard->attribute) +
         ", so index " + in_quotes(rule.physical) +
         " does not hold them; harmless while the table is new or empty";
}

/// Why an index cannot just be let go.
std::string why_kept(const IndexRule& rule) {
  return "writes would no longer set " + in_quotes(rule.shard->attribute) + ", so index " +
         in_quotes(rule.physical) + " falls behind, and applications lose index " +
         in_quotes(rule.name);
}

Change added(const IndexRule& rule, const std::string& path) {
  if (rule.is_sharded())
    return {Effect::migration, rule.line, false, path + ": new, sharded", why_backfill(rule)};
  return {Effect::harmless, rule.line, false, path + ": new", "a gsi is passed on as it is"};
}

Change removed(const IndexRule& rule, const std::string& path) {
  if (rule.is_sharded())
    return {Effect::migration, rule.line, true, path + ": removed", why_kept(rule)};
  return {Effect::harmless, rule.line, true, path + ": removed", "a gsi is passed on as it is"};
}

/// One index under its old and its new rule.
class IndexComparison {
 public:
  IndexComparison(const IndexRule& before, const IndexRule& after, std::string path,
                  Changes& changes)
      : before_(before), after_(after), path_(std::move(path)), changes_(changes) {}

  void compare() {
    if (before_.type != after_.type) return compare_types();
    compare_keys();
    compare_physical();
    compare_shard();
  }

 private:
  void compare_types();
  void compare_keys();
  void compare_physical();
  void compare_shard();
  void compare_shard_fields(const ShardRule& before, const ShardRule& after);
  void compare_strategies(const sharding::AnyStrategy& before, const sharding::AnyStrategy& after);
  void compare_formats(const sharding::FormatFields& before, const sharding::FormatFields& after);

  void note(Effect effect, std::string_view field, const std::string& change, std::string why) {
    changes_.push_back(
        {effect, after_.line, false, path_ + std::string(field) + ": " + change, std::move(why)});
  }
  void note_shard(std::string_view field, const std::string& from, const std::string& to,
                  std::string why = std::string(migrate_entries)) {
    const bool in_use = after_.is_sharded();
    note(in_use ? Effect::migration : Effect::harmless, ".shard" + std::string(field),
         from + " -> " + to, in_use ? std::move(why) : "a gsi does not use its shard section");
  }

  const IndexRule& before_;
  const IndexRule& after_;
  std::string path_;
  Changes& changes_;
};

void IndexComparison::compare_types() {
  const std::string change = type_text(before_) + " -> " + type_text(after_);
  note(Effect::migration, ".type", change,
       after_.is_sharded()
           ? why_backfill(after_)
           : "reads go to the store's own index " + in_quotes(after_.name) +
                 ", which must be there and hold all; from then on writes do not set " +
                 in_quotes(before_.shard->attribute) + ", so the way back needs a backfill");
}

void IndexComparison::compare_keys() {
  if (before_.partition_key != after_.partition_key)
    note(Effect::migration, ".partition_key",
         key_text(before_.partition_key) + " -> " + key_text(after_.partition_key),
         "applications see another index, and its entries lie by the old key");
  if (before_.sort_key != after_.sort_key)
    note(Effect::migration, ".sort_key",
         sort_text(before_.sort_key) + " -> " + sort_text(after_.sort_key),
         "applications see another index, and its entries lie in the old order");
}

void IndexComparison::compare_physical() {
  if (before_.physical == after_.physical) return;
  note(Effect::harmless, ".physical",
       in_quotes(before_.physical) + " -> " + in_quotes(after_.physical),
       after_.is_sharded() ? "the index is over the same attribute, so it holds the same; it must "
                             "be there before it is read ('isotherm schema check')"
                           : "a gsi does not use it");
}

void IndexComparison::compare_shard() {
  if (before_.shard == after_.shard) return;
  if (before_.shard && after_.shard) return compare_shard_fields(*before_.shard, *after_.shard);
  // Only of a gsi may the section be missing.
  note(Effect::harmless, ".shard", after_.shard ? "new" : "removed",
       "a gsi does not use its shard section");
}

void IndexComparison::compare_shard_fields(const ShardRule& before, const ShardRule& after) {
  if (before.attribute != after.attribute)
    note_shard(".attribute", in_quotes(before.attribute), in_quotes(after.attribute),
               "items that are there already do not have the new attribute");
  if (before.inputs != after.inputs) note_shard(".inputs", list(before.inputs), list(after.inputs));
  compare_strategies(before.strategy, after.strategy);
  compare_formats(before.fields, after.fields);
}

/// Of the keys, how many find themselves on another shard.
std::string why_moved(sharding::Shard from, sharding::Shard to) {
  const sharding::Growth growth(from, to);
  const auto share = growth.moved();
  return std::to_string(share.moved * 100 / share.of) + " % of the keys change their shard; " +
         std::string(migrate_entries);
}

std::string hash_text(const sharding::AnyStrategy& strategy) {
  return std::string(hash_name(strategy.hash()->function()));
}

std::string part_text(const sharding::IdSuffixStrategy& strategy) {
  return sharding::to_string(strategy.part()) +
         (strategy.is_as_it_is() ? ", as it is" : ", modulo");
}

void IndexComparison::compare_strategies(const sharding::AnyStrategy& before,
                                         const sharding::AnyStrategy& after) {
  if (before.name() != after.name())
    return note_shard(".strategy", std::string(before.name()), std::string(after.name()));
  if (before.hash() != nullptr && hash_text(before) != hash_text(after))
    note_shard(".format.hash", hash_text(before), hash_text(after));
  if (before.id_suffix() != nullptr &&
      part_text(*before.id_suffix()) != part_text(*after.id_suffix()))
    note_shard(".part", part_text(*before.id_suffix()), part_text(*after.id_suffix()));
  if (before.shards() != after.shards())
    note_shard(".shards", std::to_string(before.shards()), std::to_string(after.shards()),
               why_moved(before.shards(), after.shards()));
}

void IndexComparison::compare_formats(const sharding::FormatFields& before,
                                      const sharding::FormatFields& after) {
  const auto digits = [](sharding::Digits kind) {
    return std::string(kind == sharding::Digits::hex ? "hex" : "decimal");
  };
  if (before.separator != after.separator)
    note_shard(".format.separator", in_quotes(before.separator), in_quotes(after.separator));
  if (before.digits != after.digits)
    note_shard(".format.digits", digits(before.digits), digits(after.digits));
  if (before.padding != after.padding)
    note_shard(".format.padding", std::to_string(before.padding), std::to_string(after.padding));
  if (before.first != after.first)
    note_shard(".format.first", std::to_string(before.first), std::to_string(after.first));
}

void compare_tables(const TableRule& before, const TableRule& after, Changes& changes) {
  const std::string path = "tables." + after.name + ".indexes.";
  for (const IndexRule& rule : after.indexes) {
    const IndexRule* old = before.find_index(rule.name);
    if (old == nullptr)
      changes.push_back(added(rule, path + rule.name));
    else
      IndexComparison(*old, rule, path + rule.name, changes).compare();
  }
  for (const IndexRule& rule : before.indexes)
    if (after.find_index(rule.name) == nullptr) changes.push_back(removed(rule, path + rule.name));
}

}  // namespace

std::string_view effect_name(Effect effect) {
  return effect == Effect::harmless ? "harmless" : "migration";
}

std::vector<Change> diff(const Schema& before, const Schema& after) {
  Changes changes;
  for (const auto& [name, rule] : after.tables) {
    const TableRule* old = before.find_table(name);
    compare_tables(old != nullptr ? *old : TableRule{name, {}, 0}, rule, changes);
  }
  for (const auto& [name, rule] : before.tables)
    if (after.find_table(name) == nullptr) compare_tables(rule, TableRule{name, {}, 0}, changes);
  return changes;
}

bool needs_migration(const std::vector<Change>& changes) {
  return std::ranges::any_of(
      changes, [](const Change& change) { return change.effect == Effect::migration; });
}

}  // namespace isotherm::schema
