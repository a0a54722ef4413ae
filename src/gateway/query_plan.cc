#include "gateway/query_plan.h"

#include <algorithm>

#include "gateway/shard_attribute.h"
#include "scatter/range_query.h"
#include "sharding/shard_key.h"

namespace isotherm::gateway {
namespace {

/// The only shard that can have what is asked for, when the key condition binds every input.
std::optional<sharding::Shard> known_shard(const ShardedIndex& index, const LogicalQuery& query) {
  Item bound;
  bound.emplace(index.rule.partition_key.name, query.partition);
  if (query.sort && query.sort->op == expression::SortKeyOperator::eq)
    bound.emplace(index.logical_key.sort->name, query.sort->value);
  for (const std::string& input : index.rule.shard->inputs)
    if (find(bound, input) == nullptr) return std::nullopt;
  // Inputs that choose no shard: no item has them, and asking all of them finds that out.
  const auto shard = shard_of(index, bound);
  return shard.ok() ? std::optional<sharding::Shard>(*shard) : std::nullopt;
}

/// What lies behind a position in one shard. Nothing: the shard is finished.
std::optional<scatter::KeyRange> rest_of(const scatter::KeyRange& range, sharding::Shard shard,
                                         const Position& position, bool forward) {
  if (shard == position.shard) return range.expressible();
  const bool comes_before = forward == (shard < position.shard);
  return scatter::rest_of(range, position.sort,
                          comes_before ? scatter::Beside::before : scatter::Beside::behind,
                          forward);
}

}  // namespace

Result<QueryPlan> plan_query(std::shared_ptr<const Layout> layout, const ShardedIndex& index,
                             const QueryRequest& request) {
  QueryPlan plan;
  ASSIGN_OR_RETURN(plan.query, parse_query(*layout, index, request));
  plan.layout = std::move(layout);
  plan.index = &index;
  const std::optional<sharding::Shard> known = known_shard(index, plan.query);
  plan.is_one_shard = known.has_value() || index.shards() == 1;
  const scatter::KeyRange range = scatter::KeyRange::of(plan.query.sort);
  const sharding::Shard count = index.shards();
  for (sharding::Shard i = 0; i < count; ++i) {
    const sharding::Shard shard = plan.query.forward ? i : count - 1 - i;
    if (known && shard != *known) continue;
    ShardRead read{shard, {}, {}, std::nullopt};
    const auto& start = plan.query.start;
    auto rest = start ? rest_of(range, shard, *start, plan.query.forward) : range.expressible();
    if (!rest) continue;
    read.range = *std::move(rest);
    auto key = sharding::shard_key(plan.query.partition, shard, index.format);
    // No item can have a key that is too long with its suffix: there is nothing to read.
    if (!key.ok()) continue;
    read.shard_key = std::move(key).value();
    if (start && start->shard == shard) {
      ASSIGN_OR_RETURN(read.start_key, physical_start_key(index, plan.table_key(), *start));
    }
    plan.reads.push_back(std::move(read));
  }
  return plan;
}

QueryRequest physical_query(const QueryPlan& plan, const ShardRead& read) {
  QueryRequest request;
  request.table_name = plan.layout->physical()->name;
  request.index_name = plan.index->rule.physical;
  request.scan_index_forward = plan.query.forward;
  request.exclusive_start_key = read.start_key;
  request.return_consumed_capacity = plan.query.return_consumed_capacity;
  const auto& sort = plan.index->logical_key.sort;
  scatter::set_key_condition(request, plan.index->attribute(), read.shard_key,
                             sort ? sort->name : std::string(), read.range);
  return request;
}

std::size_t expected_entry_bytes(const ShardedIndex& index) {
  // A guess for an index that has not been measured: it only sizes the first question.
  constexpr std::size_t typical = 1024;
  if (!index.live || index.live->item_count <= 0 || index.live->size_bytes <= 0) return typical;
  return std::max<std::size_t>(
      1, static_cast<std::size_t>(index.live->size_bytes / index.live->item_count));
}

std::vector<scatter::Ask> first_asks(const QueryPlan& plan) {
  return scatter::first_asks(plan.reads.size(), plan.index->logical_key.sort.has_value(),
                             plan.query.limit, expected_entry_bytes(*plan.index));
}

}  // namespace isotherm::gateway
