#include "schema/diff.h"

#include <algorithm>

#include "schema/diff_key.h"
#include "schema/diff_shard.h"

namespace isotherm::schema {
namespace {

using Changes = std::vector<Change>;

std::string key_text(const AttributeDefinition& key) {
  return key.name + " (" + std::string(type_name(key.type)) + ")";
}

std::string sort_text(const std::optional<std::string>& sort) { return sort ? *sort : "none"; }

std::string type_text(const IndexRule& rule) {
  switch (rule.type) {
    case IndexType::gsi: return "gsi";
    case IndexType::sharded_gsi: return "sharded-gsi";
    case IndexType::table: return "table";
  }
  return {};
}

/// Why items that are there already are not where a new sharded index or index table is read.
std::string why_backfill(const IndexRule& rule) {
  if (rule.table)
    return "table " + in_quotes(rule.table->table) +
           " has no entries of items that are there already; harmless while the table is new or "
           "empty";
  return "items that are there already have no " + in_quotes(rule.shard->attribute) +
         ", so index " + in_quotes(rule.physical) +
         " does not hold them; harmless while the table is new or empty";
}

/// Why an index cannot just be let go.
std::string why_kept(const IndexRule& rule) {
  if (rule.table)
    return "nothing would fill table " + in_quotes(rule.table->table) +
           ", and applications lose index " + in_quotes(rule.name);
  return "writes would no longer set " + in_quotes(rule.shard->attribute) + ", so index " +
         in_quotes(rule.physical) + " falls behind, and applications lose index " +
         in_quotes(rule.name);
}

Change added(const IndexRule& rule, const std::string& path) {
  if (rule.table)
    return {Effect::migration, rule.line, false, path + ": new, in a table of its own",
            why_backfill(rule)};
  if (rule.is_sharded())
    return {Effect::migration, rule.line, false, path + ": new, sharded", why_backfill(rule)};
  return {Effect::harmless, rule.line, false, path + ": new", "a gsi is passed on as it is"};
}

Change removed(const IndexRule& rule, const std::string& path) {
  if (rule.is_sharded() || rule.table)
    return {Effect::migration, rule.line, true, path + ": removed", why_kept(rule)};
  return {Effect::harmless, rule.line, true, path + ": removed", "a gsi is passed on as it is"};
}

/// One index under its old and its new rule.
class IndexComparison {
 public:
  IndexComparison(const IndexRule& before, const IndexRule& after, std::string path,
                  Changes& changes)
      : before_(before), after_(after), notes_{std::move(path), after.line, changes} {}

  void compare() const {
    if (before_.type != after_.type) return compare_types();
    compare_keys();
    compare_physical();
    compare_shard();
    compare_scatter();
    compare_table();
  }

 private:
  void compare_types() const;
  void compare_keys() const;
  void compare_physical() const;
  void compare_shard() const;
  void compare_scatter() const;
  void compare_table() const;

  const IndexRule& before_;
  const IndexRule& after_;
  ChangeNotes notes_;
};

void IndexComparison::compare_types() const {
  notes_.note(Effect::migration, ".type", type_text(before_) + " -> " + type_text(after_),
              after_.is_sharded() || after_.table ? why_backfill(after_)
              : before_.table
                  ? why_kept(before_)
                  : "reads go to the store's own index " + in_quotes(after_.name) +
                        ", which must be there and hold all; from then on writes do not set " +
                        in_quotes(before_.shard->attribute) + ", so the way back needs a backfill");
}

void IndexComparison::compare_keys() const {
  if (before_.partition_key != after_.partition_key)
    notes_.note(Effect::migration, ".partition_key",
                key_text(before_.partition_key) + " -> " + key_text(after_.partition_key),
                "applications see another index, and its entries lie by the old key");
  if (before_.sort_key != after_.sort_key)
    notes_.note(Effect::migration, ".sort_key",
                sort_text(before_.sort_key) + " -> " + sort_text(after_.sort_key),
                "applications see another index, and its entries lie in the old order");
}

void IndexComparison::compare_physical() const {
  if (before_.physical == after_.physical) return;
  notes_.note(Effect::harmless, ".physical",
              in_quotes(before_.physical) + " -> " + in_quotes(after_.physical),
              after_.is_sharded()
                  ? "the index is over the same attribute, so it holds the same; it must be there "
                    "before it is read ('isotherm schema check')"
                  : "a gsi does not use it");
}

void IndexComparison::compare_shard() const {
  if (before_.shard == after_.shard) return;
  if (before_.shard && after_.shard)
    return compare_shards(*before_.shard, *after_.shard, after_.is_sharded(), notes_);
  // Only of a gsi may the section be missing.
  notes_.note(Effect::harmless, ".shard", after_.shard ? "new" : "removed",
              "a gsi does not use its shard section");
}

void IndexComparison::compare_scatter() const {
  if (before_.scatter == after_.scatter) return;
  notes_.note(Effect::harmless, ".scatter",
              std::string(scatter_name(before_.scatter)) + " -> " +
                  std::string(scatter_name(after_.scatter)),
              "it is about queries alone");
}

void IndexComparison::compare_table() const {
  if (!before_.table || !after_.table) return;
  const IndexTableRule& from = *before_.table;
  const IndexTableRule& to = *after_.table;
  if (from.table != to.table)
    notes_.note(Effect::migration, ".table", in_quotes(from.table) + " -> " + in_quotes(to.table),
                "reads look in the other table, which has no entries of items that are there "
                "already");
  if (from.sort_type != to.sort_type)
    notes_.note(
        Effect::migration, ".sort_key.type",
        std::string(type_name(from.sort_type)) + " -> " + std::string(type_name(to.sort_type)),
        "entries are ordered by another text; every entry must be written anew");
  if (from.projection != to.projection)
    notes_.note(Effect::migration, ".projection", "changed",
                "entries keep the attributes that they were written with");
  if (from.maintain != to.maintain)
    notes_.note(Effect::migration, ".maintain", "changed",
                "writes under way are known to one of the two alone: verify the entries "
                "afterwards");
}

void compare_tables(const TableRule& before, const TableRule& after, Changes& changes) {
  diff_keys(before, after, changes);
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
  diff_wildcards(before, after, changes);
  for (const auto& [name, rule] : after.tables) {
    const TableRule* old = before.find_table(name);
    compare_tables(old != nullptr ? *old : TableRule{name, {}, 0, std::nullopt, false}, rule,
                   changes);
  }
  for (const auto& [name, rule] : before.tables)
    if (after.find_table(name) == nullptr)
      compare_tables(rule, TableRule{name, {}, 0, std::nullopt, false}, changes);
  return changes;
}

bool needs_migration(const std::vector<Change>& changes) {
  return std::ranges::any_of(
      changes, [](const Change& change) { return change.effect == Effect::migration; });
}

}  // namespace isotherm::schema
