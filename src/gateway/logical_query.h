#pragma once

// A Query of a sharded index, as the application means it: parsed and checked as the service
// checks it against the plain index.

#include <optional>

#include "expression/condition.h"
#include "expression/projection.h"
#include "gateway/cursor.h"
#include "store/read_operations.h"

namespace isotherm::gateway {

struct LogicalQuery {
  AttributeValue partition;
  std::optional<expression::SortKeyCondition> sort;
  std::optional<expression::Condition> filter;
  std::optional<expression::ProjectionPaths> projection;
  std::optional<Position> start;
  std::optional<std::int64_t> limit;
  bool forward = true;
  /// Select COUNT.
  bool count_only = false;
  /// Only of a table or a local index.
  bool consistent_read = false;
  /// Of a local index: it wants attributes that only the item has.
  bool fetches_items = false;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ScatterHint scatter = ScatterHint::none;
};

/// Whether the index has what a read of it wants to see.
Result<void> check_select(const Layout& layout, const ShardedIndex& index,
                          const ReadManyRequest& request,
                          const std::optional<expression::ProjectionPaths>& shown);

Result<LogicalQuery> parse_query(const Layout& layout, const ShardedIndex& index,
                                 const QueryRequest& request);

}  // namespace isotherm::gateway
