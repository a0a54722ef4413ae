#include "gateway/scatter_policy.h"

#include <algorithm>

#include "gateway/messages.h"

namespace isotherm::gateway {
namespace {

std::string in_quotes(const std::string& name) { return "'" + name + "'"; }

/// What makes a query of this index one of a single shard.
std::string cure_of(const ShardedIndex& index) {
  const auto& inputs = index.rule.shard->inputs;
  const auto& sort = index.rule.sort_key;
  const bool can_be_named = std::ranges::all_of(inputs, [&](const std::string& input) {
    return input == index.rule.partition_key.name || input == sort;
  });
  if (can_be_named) return "give " + in_quotes(*sort) + " by equality in the key condition";
  std::string names;
  for (const std::string& input : inputs) names += (names.empty() ? "" : ", ") + in_quotes(input);
  return "its shard follows from " + names +
         ", which a key condition cannot give: send 'x-isotherm-scatter: allow' when all shards "
         "are "
         "meant, or choose inputs among the keys of the index";
}

}  // namespace

Result<ScatterVerdict> judge_scatter(const QueryPlan& plan) {
  if (plan.is_one_shard) return ScatterVerdict::asked;
  const ScatterHint hint = plan.query.scatter;
  if (hint == ScatterHint::allow) return ScatterVerdict::asked;
  if (hint == ScatterHint::forbid)
    return messages::scatter_forbidden(*plan.index, "the request (x-isotherm-scatter)",
                                       cure_of(*plan.index));
  switch (plan.index->rule.scatter) {
    case schema::Scatter::allow: return ScatterVerdict::asked;
    case schema::Scatter::warn: return ScatterVerdict::told;
    case schema::Scatter::forbid: break;
  }
  return messages::scatter_forbidden(*plan.index, "its rule (scatter: forbid)",
                                     cure_of(*plan.index));
}

}  // namespace isotherm::gateway
