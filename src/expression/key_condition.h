#pragma once

// KeyConditionExpression: equality on the partition key, and at most one condition on the sort key.
// Of a key of several attributes [DG:GSI]: equality on all attributes of the partition key, and on
// those of the sort key from the left, the last of which may have any condition.

#include <optional>
#include <string>
#include <string_view>

#include "expression/placeholders.h"
#include "model/table.h"

namespace isotherm::expression {

enum class SortKeyOperator { eq, lt, le, gt, ge, between, begins_with };

struct SortKeyCondition {
  SortKeyOperator op = SortKeyOperator::eq;
  AttributeValue value;
  /// Upper bound of `between`.
  AttributeValue upper;
};

/// A key condition that fits a key schema.
struct KeyCondition {
  AttributeValue partition;
  std::optional<SortKeyCondition> sort;
  /// Of a key of several attributes: the values of the others of the partition key.
  std::vector<AttributeValue> more_partition = {};
  /// The values of the sort key's attributes before the one that `sort` is about.
  std::vector<AttributeValue> leading = {};

  /// Whether a sort key value satisfies the condition.
  bool matches_sort(const AttributeValue& sort_key) const;
};

/// One comparison of a key condition before it is held against a schema.
struct KeyComparison {
  std::string attribute;
  SortKeyCondition condition;
};
/// The comparisons of a key condition, in the order of the text.
using KeyComparisons = std::vector<KeyComparison>;

/// Parses the text; needs no table. Refuses OR, NOT, functions other than begins_with, two
/// comparisons of one attribute, with the service's texts.
Result<KeyComparisons> parse_key_condition(std::string_view text, PlaceholderScope& placeholders);

/// Holds the comparisons against the schema of the table or index: which is the partition key,
/// "Query condition missed key schema element: …", types, empty and oversized key values.
Result<KeyCondition> bind_key_condition(const KeyComparisons& comparisons, const KeySchema& key,
                                        bool is_index);

}  // namespace isotherm::expression
