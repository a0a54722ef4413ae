#include "gateway/layout.h"

#include <algorithm>

#include "base/expects.h"

namespace isotherm::gateway {
namespace {

/// The first problem that the schema's own check finds with this index alone.
std::string misfit_of(const schema::TableRule& rule, const schema::IndexRule& index,
                      const TableDescription& table) {
  schema::TableRule alone = rule;
  alone.indexes = {index};
  const schema::Problems problems = schema::check(alone, table);
  return problems.empty() ? std::string() : problems.front().what;
}

ShardedIndex sharded_index(const schema::TableRule& table_rule, const schema::IndexRule& rule,
                           const std::optional<TableDescription>& table) {
  auto format = sharding::ShardFormat::make(rule.shard->fields, rule.shard->shards_max());
  expects(format.ok(), "a schema's format was checked when it was read");
  ShardedIndex index{rule, std::move(format).value(), std::nullopt, {}, {}};
  index.logical_key.partition = rule.partition_key;
  if (rule.sort_key) index.logical_key.sort = AttributeDefinition{*rule.sort_key, KeyType::S};
  const GlobalSecondaryIndex* live = table ? table->find_global_index(rule.physical) : nullptr;
  // One that is being deleted is no longer read, and refuses no item.
  if (live == nullptr || live->status == IndexStatus::deleting) return index;
  index.live = *live;
  index.misfit = misfit_of(table_rule, rule, *table);
  if (index.logical_key.sort && live->key.sort) index.logical_key.sort->type = live->key.sort->type;
  return index;
}

}  // namespace

std::vector<std::string> ShardedIndex::relevant_attributes() const {
  std::vector<std::string> all = {rule.partition_key.name};
  if (rule.sort_key) all.push_back(*rule.sort_key);
  for (const std::string& input : rule.shard->inputs)
    if (std::find(all.begin(), all.end(), input) == all.end()) all.push_back(input);
  return all;
}

Layout::Layout(const schema::TableRule& rule, std::optional<TableDescription> physical)
    : physical_(std::move(physical)) {
  for (const schema::IndexRule& index : rule.indexes)
    if (index.is_sharded()) indexes_.push_back(sharded_index(rule, index, physical_));
}

Layout::Layout(TableDescription logical, std::function<void(Item&)> restore)
    : physical_(std::move(logical)), restore_(std::move(restore)) {}

Layout::Layout(TableDescription physical, std::vector<std::string> hidden)
    : physical_(std::move(physical)), hidden_(std::move(hidden)) {}

const ShardedIndex* Layout::find_index(std::string_view name) const {
  for (const ShardedIndex& index : indexes_)
    if (index.rule.name == name) return &index;
  return nullptr;
}

const ShardedIndex* Layout::find_physical(std::string_view name) const {
  for (const ShardedIndex& index : indexes_)
    if (index.rule.physical == name) return &index;
  return nullptr;
}

bool Layout::hides(std::string_view attribute) const {
  return std::any_of(indexes_.begin(), indexes_.end(),
                     [&](const ShardedIndex& index) { return index.attribute() == attribute; });
}

void Layout::note_foreign_keys(const ShardedIndex& index, schema::Problem problem) {
  for (ShardedIndex& mine : indexes_) {
    if (&mine != &index) continue;
    mine.misfit = problem.what + "; " + problem.cure;
    mine.foreign_keys = std::move(problem);
    return;
  }
}

const ShardedIndex* Layout::find_foreign() const {
  for (const ShardedIndex& index : indexes_)
    if (index.foreign_keys) return &index;
  return nullptr;
}

void Layout::strip(Item& item) const {
  for (const ShardedIndex& index : indexes_) item.erase(index.attribute());
  if (restore_) restore_(item);
  for (const std::string& attribute : hidden_) item.erase(attribute);
}

}  // namespace isotherm::gateway
