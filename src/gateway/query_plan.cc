#include "gateway/query_plan.h"

#include <algorithm>

#include "gateway/index_table_query.h"
#include "gateway/shard_attribute.h"
#include "scatter/range_query.h"
#include "sharding/shard_key.h"

namespace isotherm::gateway {
namespace {

/// The only shard that can have what is asked for, when the key condition binds every input.
std::optional<sharding::Shard> known_shard(const ShardedIndex& index, const LogicalQuery& query) {
  if (index.is_drawn || index.is_parted) return std::nullopt;
  if (index.lies_in_table) return 0;
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

/// Whether a position follows from its sort key alone, in every shard.
bool is_by_sort_key(const ShardedIndex& index) {
  return index.source == ShardedIndex::Source::table && index.logical_key.sort;
}

/// What lies behind a position in one shard. Nothing: the shard is finished.
std::optional<scatter::KeyRange> rest_of(const ShardedIndex& index, const scatter::KeyRange& range,
                                         sharding::Shard shard, const Position& position,
                                         bool forward) {
  // One item of a table has a key in all its shards: that is the position itself.
  if (index.source == ShardedIndex::Source::table)
    return scatter::rest_of(range, position.sort, scatter::Beside::before, forward);
  if (shard == position.shard) return range.expressible();
  const bool comes_before = forward == (shard < position.shard);
  return scatter::rest_of(range, position.sort,
                          comes_before ? scatter::Beside::before : scatter::Beside::behind,
                          forward);
}

/// What is left of the plan's range in the read's shard, and where it lies. False: nothing.
bool find_rest(const QueryPlan& plan, const scatter::KeyRange& range, ShardRead& read) {
  const LogicalQuery& query = plan.query;
  if (plan.index->lies_in_table) {
    read.range = range;
    read.shard_key = query.partition;
    return can_match_in_table(range);
  }
  auto rest = query.start ? rest_of(*plan.index, range, read.shard, *query.start, query.forward)
                          : range.expressible();
  if (!rest) return false;
  read.range = *std::move(rest);
  auto key = sharding::shard_key(query.partition, read.shard, plan.index->format);
  // No item can have a key that is too long with its suffix: there is nothing to read.
  if (!key.ok()) return false;
  read.shard_key = std::move(key).value();
  return true;
}

}  // namespace

Result<QueryPlan> plan_query(std::shared_ptr<const Layout> layout, const ShardedIndex& index,
                             const QueryRequest& request) {
  QueryPlan plan;
  ASSIGN_OR_RETURN(plan.query, parse_query(*layout, index, request));
  plan.layout = std::move(layout);
  plan.index = &index;
  const std::optional<sharding::Shard> known = known_shard(index, plan.query);
  const sharding::Shard count = index.shards_of(plan.query.partition);
  plan.is_one_shard = known.has_value() || count == 1;
  const scatter::KeyRange range = scatter::KeyRange::of(plan.query.sort);
  for (sharding::Shard i = 0; i < count; ++i) {
    const sharding::Shard shard = plan.query.forward ? i : count - 1 - i;
    if (known && shard != *known) continue;
    ShardRead read{shard, {}, {}, std::nullopt};
    const auto& start = plan.query.start;
    if (!find_rest(plan, range, read)) continue;
    if (start && start->shard == shard && !is_by_sort_key(index)) {
      ASSIGN_OR_RETURN(read.start_key, physical_start_key(index, plan.table_key(), *start));
    }
    plan.reads.push_back(std::move(read));
  }
  return plan;
}

QueryRequest physical_query(const QueryPlan& plan, const ShardRead& read) {
  if (plan.index->lies_in_table) return index_table_query(plan, read);
  QueryRequest request;
  request.table_name = plan.layout->physical()->name;
  if (plan.index->source != ShardedIndex::Source::table)
    request.index_name = plan.index->rule.physical;
  request.consistent_read = plan.query.consistent_read;
  if (plan.query.fetches_items) request.select = Select::all_attributes;
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
