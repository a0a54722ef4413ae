#include "gateway/index_scan.h"

#include <algorithm>

#include "gateway/index_table.h"
#include "gateway/index_table_query.h"
#include "gateway/key_checks.h"
#include "gateway/messages.h"
#include "scatter/page.h"

namespace isotherm::gateway {
namespace {

using expression::PlaceholderScope;

/// Parameters that must not stand together; which, and in which words, is the store's to say.
bool is_contradictory(const ScanRequest& request) {
  const bool legacy =
      request.scan_filter || request.attributes_to_get || request.conditional_operator;
  if ((request.filter_expression || request.projection_expression) && legacy) return true;
  if (request.segment.has_value() != request.total_segments.has_value()) return true;
  if (request.segment && *request.segment >= *request.total_segments) return true;
  if (request.placeholders.values && !request.filter_expression) return true;
  const bool projection = request.projection_expression || request.attributes_to_get;
  return request.select && projection != (*request.select == Select::specific_attributes);
}

Result<void> parse(const ScanRequest& request, LogicalQuery& query) {
  if (is_contradictory(request)) return messages::contradictory();
  if (request.scan_filter) {
    const auto op = request.conditional_operator.value_or(ConditionalOperator::all_of);
    ASSIGN_OR_RETURN(query.filter, expression::condition_from_filter(*request.scan_filter, op));
  }
  if (request.attributes_to_get) {
    ASSIGN_OR_RETURN(query.projection, expression::projection_from(*request.attributes_to_get));
  }
  PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.filter_expression || request.projection_expression));
  if (request.filter_expression) {
    ASSIGN_OR_RETURN(query.filter, expression::parse_condition(*request.filter_expression,
                                                               "FilterExpression", scope));
  }
  if (request.projection_expression) {
    ASSIGN_OR_RETURN(query.projection,
                     expression::parse_projection(*request.projection_expression, scope));
  }
  return scope.check_all_used();
}

scatter::PageRules rules_of(const QueryPlan& plan) {
  return {plan.query.limit, plan.query.filter, plan.query.projection, plan.query.count_only,
          [&plan](const Item& entry, std::size_t) {
            return cursor_at(*plan.index, plan.table_key(), entry, 0);
          }};
}

}  // namespace

Result<IndexScan> plan_index_scan(std::shared_ptr<const Layout> layout, const ShardedIndex& index,
                                  const ScanRequest& request) {
  IndexScan scan;
  LogicalQuery& query = scan.plan.query;
  TRY(parse(request, query));
  if (request.consistent_read && !index.rule.is_consistent())
    return messages::consistent_global_read();
  const KeySchema& table_key = layout->physical()->key;
  if (request.exclusive_start_key) {
    ASSIGN_OR_RETURN(query.start, read_cursor(index, table_key, *request.exclusive_start_key));
    ASSIGN_OR_RETURN(scan.start_key, physical_start_key(index, table_key, *query.start));
  }
  if (query.projection) TRY(check_key_paths(*layout, query.projection->paths));
  TRY(check_select(*layout, index, request, query.projection));
  if (query.filter) TRY(check_key_paths(*layout, query.filter->paths()));
  query.limit = request.limit;
  query.consistent_read = request.consistent_read;
  query.count_only = request.select == Select::count;
  query.return_consumed_capacity = request.return_consumed_capacity;
  scan.segment = request.segment;
  scan.total_segments = request.total_segments;
  scan.plan.layout = std::move(layout);
  scan.plan.index = &index;
  return scan;
}

ScanRequest physical_scan(const IndexScan& scan, std::optional<Item> start_key,
                          std::optional<std::int64_t> limit) {
  ScanRequest request;
  request.table_name = scan.plan.index->rule.table->table;
  request.consistent_read = scan.plan.query.consistent_read;
  request.segment = scan.segment;
  request.total_segments = scan.total_segments;
  request.limit = limit;
  request.exclusive_start_key = std::move(start_key);
  request.filter_expression = "attribute_not_exists(#d)";
  request.placeholders.names = ExpressionNames{{"#d", std::string(tombstone_mark)}};
  request.return_consumed_capacity = scan.plan.query.return_consumed_capacity;
  return request;
}

Task<Result<ReadManyResponse>> run_index_scan(Store& below, const IndexScan& scan) {
  constexpr int doublings_max = 10;
  const scatter::PageRules rules = rules_of(scan.plan);
  scatter::Page page(rules);
  ConsumedCapacity consumed;
  std::optional<Item> at = scan.start_key;
  for (int barren = 0; !page.is_full();) {
    std::optional<std::int64_t> limit = page.items_left();
    if (limit && barren > 0)
      limit = std::max<std::int64_t>(*limit, std::int64_t{1} << std::min(barren, doublings_max));
    CO_ASSIGN_OR_RETURN(ReadManyResponse answer,
                        co_await below.scan(physical_scan(scan, std::move(at), limit)));
    consumed += answer.consumed;
    barren = answer.items.empty() ? barren + 1 : 0;
    for (Item& item : answer.items) {
      if (page.is_full()) break;
      scan.plan.layout->strip(item);
      const std::size_t bytes = size_bytes(item);
      page.add({std::move(item), 0, bytes});
    }
    at = std::move(answer.last_evaluated_key);
    if (!at) break;
  }
  ReadManyResponse response = std::move(page).finish();
  response.consumed = std::move(consumed);
  co_return response;
}

}  // namespace isotherm::gateway
