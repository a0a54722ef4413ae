#pragma once

// Requests and responses of Query and Scan.

#include <cstdint>

#include "store/parameters.h"

namespace isotherm {

/// What the client says of a query that would ask more than one shard (the header
/// x-isotherm-scatter); a store without shards takes no notice.
enum class ScatterHint { none, allow, forbid };

/// What Query and Scan share.
struct ReadManyRequest {
  std::string table_name;
  std::optional<std::string> index_name;
  bool consistent_read = false;
  /// Items evaluated at the most, before the filter.
  std::optional<std::int64_t> limit;
  std::optional<Select> select;
  /// Absent: from the start.
  std::optional<Item> exclusive_start_key;
  std::optional<std::string> filter_expression;
  std::optional<std::string> projection_expression;
  ExpressionPlaceholders placeholders;
  std::optional<std::vector<std::string>> attributes_to_get;
  std::optional<ConditionalOperator> conditional_operator;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ScatterHint scatter = ScatterHint::none;
};

struct QueryRequest : ReadManyRequest {
  std::optional<std::string> key_condition_expression;
  std::optional<LegacyConditions> key_conditions;
  std::optional<LegacyConditions> query_filter;
  bool scan_index_forward = true;
};

struct ScanRequest : ReadManyRequest {
  std::optional<LegacyConditions> scan_filter;
  std::optional<std::int64_t> segment;
  std::optional<std::int64_t> total_segments;
};

struct ReadManyResponse {
  /// Empty with Select COUNT: see `count`.
  std::vector<Item> items;
  /// False with Select COUNT: the answer has no Items member.
  bool show_items = true;
  /// Items after the filter, and evaluated.
  std::int64_t count = 0;
  std::int64_t scanned_count = 0;
  /// Absent: the data ended.
  std::optional<Item> last_evaluated_key;
  ConsumedCapacity consumed;
};

}  // namespace isotherm
