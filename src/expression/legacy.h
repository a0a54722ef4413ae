#pragma once

// The parameters that came before expressions (Expected, KeyConditions, QueryFilter, ScanFilter,
// AttributeUpdates, AttributesToGet), translated into the same parsed forms.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "expression/condition.h"
#include "expression/key_condition.h"
#include "expression/projection.h"
#include "expression/update.h"

namespace isotherm {

/// ComparisonOperator of the legacy parameters.
enum class ComparisonOperator {
  eq,
  ne,
  in,
  le,
  lt,
  ge,
  gt,
  between,
  not_null,
  null,
  contains,
  not_contains,
  begins_with
};

/// One entry of KeyConditions, QueryFilter, ScanFilter.
struct LegacyCondition {
  ComparisonOperator op = ComparisonOperator::eq;
  std::optional<std::vector<AttributeValue>> values;
};
using LegacyConditions = std::map<std::string, LegacyCondition, std::less<>>;

/// One entry of Expected: either Exists/Value or a ComparisonOperator with its values.
struct ExpectedAttribute {
  std::optional<bool> exists = {};
  std::optional<AttributeValue> value = {};
  std::optional<ComparisonOperator> op = {};
  std::optional<std::vector<AttributeValue>> values = {};
};
using ExpectedAttributes = std::map<std::string, ExpectedAttribute, std::less<>>;

enum class ConditionalOperator { all_of, any_of };

enum class AttributeAction { put, add, remove };
/// One entry of AttributeUpdates. The action defaults to PUT.
struct AttributeUpdate {
  std::optional<AttributeValue> value = {};
  std::optional<AttributeAction> action = {};
};
using AttributeUpdates = std::map<std::string, AttributeUpdate, std::less<>>;

namespace expression {

Result<Condition> condition_from_expected(const ExpectedAttributes& expected,
                                          ConditionalOperator op);
/// QueryFilter and ScanFilter.
Result<Condition> condition_from_filter(const LegacyConditions& filter, ConditionalOperator op);
Result<KeyComparisons> key_comparisons_from(const LegacyConditions& key_conditions);
Result<Update> update_from(const AttributeUpdates& updates);
Result<ProjectionPaths> projection_from(const std::vector<std::string>& attributes_to_get);

}  // namespace expression
}  // namespace isotherm
