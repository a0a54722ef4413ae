#include "schema/schema.h"

#include <algorithm>

namespace isotherm::schema {
namespace {

/// A partition key as overrides name it; nothing of a binary.
std::optional<std::string> text_of(const AttributeValue& partition) {
  if (const auto* text = partition.get_if<std::string>()) return *text;
  if (const auto* number = partition.get_if<Number>()) return number->to_string();
  return std::nullopt;
}

}  // namespace

const sharding::AnyStrategy& ShardRule::strategy_of(const AttributeValue& partition) const {
  if (overrides.empty()) return strategy;
  const auto text = text_of(partition);
  const auto at = text ? overrides.find(*text) : overrides.end();
  return at == overrides.end() ? strategy : at->second;
}

sharding::Shard ShardRule::shards_max() const {
  sharding::Shard most = strategy.shards();
  for (const auto& [key, own] : overrides) most = std::max(most, own.shards());
  return most;
}

std::string_view scatter_name(Scatter scatter) {
  switch (scatter) {
    case Scatter::allow: return "allow";
    case Scatter::warn: return "warn";
    case Scatter::forbid: return "forbid";
  }
  return {};
}

const IndexRule* TableRule::find_index(std::string_view index) const {
  const auto at = std::find_if(indexes.begin(), indexes.end(),
                               [&](const IndexRule& rule) { return rule.name == index; });
  return at == indexes.end() ? nullptr : &*at;
}

bool TableRule::has_sharded_index() const {
  return std::any_of(indexes.begin(), indexes.end(),
                     [](const IndexRule& rule) { return rule.is_sharded(); });
}

bool TableRule::has_index_table() const {
  return std::any_of(indexes.begin(), indexes.end(),
                     [](const IndexRule& rule) { return rule.table.has_value(); });
}

bool Schema::is_index_table(std::string_view table) const {
  return std::any_of(tables.begin(), tables.end(), [&](const auto& entry) {
    const std::vector<IndexRule>& indexes = entry.second.indexes;
    return std::any_of(indexes.begin(), indexes.end(), [&](const IndexRule& rule) {
      return rule.table && rule.table->table == table;
    });
  });
}

const TableRule* Schema::find_table(std::string_view table) const {
  const auto at = tables.find(table);
  return at == tables.end() ? nullptr : &at->second;
}

}  // namespace isotherm::schema
