#include "gateway/logical_query.h"

#include <algorithm>

#include "gateway/key_checks.h"
#include "gateway/messages.h"
#include "scatter/key_range.h"

namespace isotherm::gateway {
namespace {

using expression::PlaceholderScope;

struct Parsed {
  std::optional<expression::Condition> filter;
  std::optional<expression::ProjectionPaths> projection;
  expression::KeyComparisons comparisons;
};

Result<void> parse_expressions(const QueryRequest& request, Parsed& parsed) {
  PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.key_condition_expression || request.filter_expression ||
                        request.projection_expression));
  if (request.key_condition_expression) {
    ASSIGN_OR_RETURN(parsed.comparisons,
                     expression::parse_key_condition(*request.key_condition_expression, scope));
  }
  if (request.filter_expression) {
    ASSIGN_OR_RETURN(parsed.filter, expression::parse_condition(*request.filter_expression,
                                                                "FilterExpression", scope));
  }
  if (request.projection_expression) {
    ASSIGN_OR_RETURN(parsed.projection,
                     expression::parse_projection(*request.projection_expression, scope));
  }
  return scope.check_all_used();
}

/// Whether parameters stand together that must not. Which, and in which words, is the store's to
/// say (Gateway::query asks it when parsing fails).
bool is_contradictory(const QueryRequest& request) {
  const bool conditions = request.key_condition_expression || request.filter_expression;
  const bool legacy =
      request.query_filter || request.attributes_to_get || request.conditional_operator;
  if ((conditions || request.projection_expression) && legacy) return true;
  if (request.key_conditions.has_value() == request.key_condition_expression.has_value())
    return true;
  if (request.placeholders.values && !conditions) return true;
  if (request.select == Select::all_projected_attributes && !request.index_name) return true;
  const bool projection = request.projection_expression || request.attributes_to_get;
  return request.select && projection != (*request.select == Select::specific_attributes);
}

Result<Parsed> parse_parameters(const QueryRequest& request) {
  if (is_contradictory(request)) return messages::contradictory();
  Parsed parsed;
  if (request.query_filter) {
    const auto op = request.conditional_operator.value_or(ConditionalOperator::all_of);
    ASSIGN_OR_RETURN(parsed.filter, expression::condition_from_filter(*request.query_filter, op));
  }
  TRY(parse_expressions(request, parsed));
  if (request.attributes_to_get) {
    ASSIGN_OR_RETURN(parsed.projection, expression::projection_from(*request.attributes_to_get));
  }
  if (request.key_conditions) {
    ASSIGN_OR_RETURN(parsed.comparisons, expression::key_comparisons_from(*request.key_conditions));
  }
  return parsed;
}

bool is_key_of(const KeySchema& key, std::string_view attribute) {
  return key.partition.name == attribute || (key.sort && key.sort->name == attribute);
}

Result<void> check_filter(const ShardedIndex& index, const expression::Condition& filter,
                          bool legacy) {
  for (const expression::Path& path : filter.paths())
    if (is_key_of(index.logical_key, path.attribute))
      return messages::filter_on_key(legacy, path.attribute);
  return {};
}

/// Attributes that are wanted and that the index does not have.
std::vector<std::string> unprojected(const Layout& layout, const ShardedIndex& index,
                                     const std::vector<expression::Path>& paths) {
  std::vector<std::string> missing;
  for (const expression::Path& path : paths) {
    const auto& included = index.live->projection.non_key_attributes;
    if (is_key_of(index.logical_key, path.attribute) ||
        is_key_of(layout.physical()->key, path.attribute) ||
        std::find(included.begin(), included.end(), path.attribute) != included.end())
      continue;
    missing.push_back(path.attribute);
  }
  return missing;
}

/// Whether the items behind the entries of a local index are wanted.
bool fetches_items(const Layout& layout, const ShardedIndex& index, const QueryRequest& request,
                   const Parsed& parsed) {
  if (index.live->projection.type == ProjectionType::all) return false;
  if (request.select == Select::all_attributes) return true;
  if (parsed.projection && !unprojected(layout, index, parsed.projection->paths).empty())
    return true;
  return parsed.filter && !unprojected(layout, index, parsed.filter->paths()).empty();
}

/// A start key must be one that this query can have returned.
Result<void> check_start(const LogicalQuery& query, const ShardedIndex& index) {
  const AttributeValue& partition = *find(query.start->cursor, index.rule.partition_key.name);
  const bool same_partition = partition == query.partition;
  if (!query.sort) {
    if (!same_partition) return messages::start_key_outside();
    return {};
  }
  if (!scatter::KeyRange::of(query.sort).contains(*query.start->sort))
    return messages::start_key_against_sort_condition();
  if (!same_partition) return messages::start_key_of_one_row();
  return {};
}

}  // namespace

Result<void> check_select(const Layout& layout, const ShardedIndex& index,
                          const ReadManyRequest& request,
                          const std::optional<expression::ProjectionPaths>& shown) {
  if (index.live->projection.type == ProjectionType::all) return {};
  if (request.select == Select::all_attributes)
    return messages::all_attributes_of_partial_index(index.name());
  if (!shown) return {};
  const auto missing = unprojected(layout, index, shown->paths);
  if (missing.empty()) return {};
  return messages::not_projected(index.name(), missing);
}

Result<LogicalQuery> parse_query(const Layout& layout, const ShardedIndex& index,
                                 const QueryRequest& request) {
  ASSIGN_OR_RETURN(Parsed parsed, parse_parameters(request));
  const bool is_global = index.source == ShardedIndex::Source::global_index;
  if (request.consistent_read && is_global && !index.rule.is_consistent())
    return messages::consistent_global_read();
  LogicalQuery query;
  query.consistent_read = request.consistent_read;
  if (request.exclusive_start_key) {
    ASSIGN_OR_RETURN(query.start,
                     read_cursor(index, layout.physical()->key, *request.exclusive_start_key));
  }
  ASSIGN_OR_RETURN(expression::KeyCondition key,
                   expression::bind_key_condition(parsed.comparisons, index.logical_key,
                                                  index.source != ShardedIndex::Source::table));
  query.partition = std::move(key.partition);
  query.sort = std::move(key.sort);
  if (query.start) TRY(check_start(query, index));
  const std::string_view filter_name = request.query_filter ? "QueryFilter" : "FilterExpression";
  if (parsed.filter) TRY(check_filter(index, *parsed.filter, request.query_filter.has_value()));
  if (parsed.projection) {
    TRY(check_paths(layout, parsed.projection->paths, "ProjectionExpression"));
    TRY(check_key_paths(layout, parsed.projection->paths));
  }
  if (is_global)
    TRY(check_select(layout, index, request, parsed.projection));
  else
    query.fetches_items = fetches_items(layout, index, request, parsed);
  if (parsed.filter) {
    TRY(check_paths(layout, parsed.filter->paths(), filter_name));
    TRY(check_key_paths(layout, parsed.filter->paths()));
  }
  query.filter = std::move(parsed.filter);
  query.projection = std::move(parsed.projection);
  query.limit = request.limit;
  query.forward = request.scan_index_forward;
  query.count_only = request.select == Select::count;
  query.return_consumed_capacity = request.return_consumed_capacity;
  query.scatter = request.scatter;
  return query;
}

}  // namespace isotherm::gateway
