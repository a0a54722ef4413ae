#include "gateway/query_plan.h"

#include <algorithm>
#include <cmath>

#include "gateway/shard_attribute.h"
#include "model/limits.h"
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

/// Narrows one shard's read to what lies behind the position. False: nothing does.
bool narrow(const Position& position, bool forward, ShardRead& read) {
  if (read.shard == position.shard) return true;
  const bool comes_before = forward == (read.shard < position.shard);
  if (!position.sort) return !comes_before;
  const Bound bound{*position.sort, !comes_before};
  if (forward)
    read.range.raise_low(bound);
  else
    read.range.lower_high(bound);
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
  plan.is_one_shard = known.has_value() || index.shards() == 1;
  const KeyRange range = KeyRange::of(plan.query.sort);
  const sharding::Shard count = index.shards();
  for (sharding::Shard i = 0; i < count; ++i) {
    const sharding::Shard shard = plan.query.forward ? i : count - 1 - i;
    if (known && shard != *known) continue;
    ShardRead read{shard, {}, range, std::nullopt};
    const auto& start = plan.query.start;
    if (start && !narrow(*start, plan.query.forward, read)) continue;
    auto expressible = read.range.expressible();
    if (!expressible) continue;
    read.range = *std::move(expressible);
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

QueryRequest physical_query(const QueryPlan& plan, const ShardRead& read,
                            std::optional<std::int64_t> limit) {
  QueryRequest request;
  request.table_name = plan.layout->physical()->name;
  request.index_name = plan.index->rule.physical;
  request.scan_index_forward = plan.query.forward;
  request.limit = limit;
  request.exclusive_start_key = read.start_key;
  request.return_consumed_capacity = plan.query.return_consumed_capacity;
  ExpressionNames names = {{"#s", plan.index->attribute()}};
  ExpressionValues values = {{":s", read.shard_key}};
  std::string condition = "#s = :s";
  const KeyRange& range = read.range;
  if (range.low || range.high) names.emplace("#k", plan.index->logical_key.sort->name);
  if (range.prefix) {
    condition += " AND begins_with(#k, :p)";
    values.emplace(":p", *range.prefix);
  } else if (range.low && range.high) {
    const bool exact = range.low->value == range.high->value;
    condition += exact ? " AND #k = :l" : " AND #k BETWEEN :l AND :h";
    values.emplace(":l", range.low->value);
    if (!exact) values.emplace(":h", range.high->value);
  } else if (range.low) {
    condition += range.low->inclusive ? " AND #k >= :l" : " AND #k > :l";
    values.emplace(":l", range.low->value);
  } else if (range.high) {
    condition += range.high->inclusive ? " AND #k <= :h" : " AND #k < :h";
    values.emplace(":h", range.high->value);
  }
  request.key_condition_expression = std::move(condition);
  request.placeholders = {std::move(names), std::move(values)};
  return request;
}

std::size_t expected_entry_bytes(const ShardedIndex& index) {
  // A guess for an index that has not been measured: it only sizes the first question.
  constexpr std::size_t typical = 1024;
  if (!index.live || index.live->item_count <= 0 || index.live->size_bytes <= 0) return typical;
  return std::max<std::size_t>(
      1, static_cast<std::size_t>(index.live->size_bytes / index.live->item_count));
}

std::optional<std::int64_t> share(std::optional<std::int64_t> items, std::size_t bytes,
                                  std::size_t entry_bytes, std::size_t shards) {
  const double fitting = std::ceil(static_cast<double>(bytes) / static_cast<double>(entry_bytes));
  const double wanted = items ? std::min(static_cast<double>(*items), fitting) : fitting;
  if (shards <= 1) return items;
  // Shares of a hash differ by about their square root.
  const double mean = wanted / static_cast<double>(shards);
  const double most = items ? static_cast<double>(*items) : fitting;
  return static_cast<std::int64_t>(
      std::clamp(std::ceil(mean + std::sqrt(mean)), 1.0, std::max(1.0, most)));
}

std::vector<FirstRead> first_reads(const QueryPlan& plan) {
  std::vector<FirstRead> reads;
  // Without a sort key shards come one after the other: with a limit, the first may be enough.
  const bool in_turn = !plan.index->logical_key.sort && plan.query.limit;
  const std::size_t count =
      in_turn ? std::min<std::size_t>(1, plan.reads.size()) : plan.reads.size();
  const auto limit =
      share(plan.query.limit, limits::page_bytes_max, expected_entry_bytes(*plan.index), count);
  for (std::size_t i = 0; i < count; ++i) reads.push_back({i, limit});
  return reads;
}

}  // namespace isotherm::gateway
