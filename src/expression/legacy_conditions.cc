// Expected, QueryFilter, ScanFilter and KeyConditions, made into the forms of expressions.

#include <algorithm>
#include <span>

#include "expression/condition_node.h"
#include "expression/legacy.h"
#include "expression/messages.h"

namespace isotherm::expression {
namespace {

using Values = std::span<const AttributeValue>;

std::string_view name_of(ComparisonOperator op) {
  switch (op) {
    case ComparisonOperator::eq: return "EQ";
    case ComparisonOperator::ne: return "NE";
    case ComparisonOperator::in: return "IN";
    case ComparisonOperator::le: return "LE";
    case ComparisonOperator::lt: return "LT";
    case ComparisonOperator::ge: return "GE";
    case ComparisonOperator::gt: return "GT";
    case ComparisonOperator::between: return "BETWEEN";
    case ComparisonOperator::not_null: return "NOT_NULL";
    case ComparisonOperator::null: return "NULL";
    case ComparisonOperator::contains: return "CONTAINS";
    case ComparisonOperator::not_contains: return "NOT_CONTAINS";
    case ComparisonOperator::begins_with: return "BEGINS_WITH";
  }
  return "";
}

bool takes_count(ComparisonOperator op, std::size_t count) {
  switch (op) {
    case ComparisonOperator::null:
    case ComparisonOperator::not_null: return count == 0;
    case ComparisonOperator::between: return count == 2;
    case ComparisonOperator::in: return count > 0;
    default: return count == 1;
  }
}

bool takes_type(ComparisonOperator op, AttributeType type) {
  const bool is_text = type == AttributeType::S || type == AttributeType::B;
  switch (op) {
    case ComparisonOperator::begins_with: return is_text;
    case ComparisonOperator::in:
    case ComparisonOperator::le:
    case ComparisonOperator::lt:
    case ComparisonOperator::ge:
    case ComparisonOperator::gt:
    case ComparisonOperator::between: return is_text || type == AttributeType::N;
    case ComparisonOperator::contains:
    case ComparisonOperator::not_contains:
      return is_text || type == AttributeType::N || type == AttributeType::BOOL ||
             type == AttributeType::NULL_;
    default: return true;
  }
}

Result<void> check_values(ComparisonOperator op, Values values) {
  if (!takes_count(op, values.size())) return invalid_parameter(message::value_count(name_of(op)));
  for (const AttributeValue& value : values) {
    if (value.type() != values[0].type()) {
      return invalid_parameter(message::values_of_different_types);
    }
  }
  for (const AttributeValue& value : values) {
    if (!takes_type(op, value.type())) {
      return invalid_parameter(message::value_type(name_of(op), value.type()));
    }
  }
  if (op == ComparisonOperator::between && compare(values[0], values[1]) > 0) {
    return Error::validation(std::string(message::legacy_between_bounds_swapped));
  }
  return {};
}

ConditionOperator operator_of(ComparisonOperator op) {
  switch (op) {
    case ComparisonOperator::eq: return ConditionOperator::eq;
    case ComparisonOperator::ne: return ConditionOperator::ne;
    case ComparisonOperator::in: return ConditionOperator::in;
    case ComparisonOperator::le: return ConditionOperator::le;
    case ComparisonOperator::lt: return ConditionOperator::lt;
    case ComparisonOperator::ge: return ConditionOperator::ge;
    case ComparisonOperator::gt: return ConditionOperator::gt;
    case ComparisonOperator::between: return ConditionOperator::between;
    case ComparisonOperator::not_null: return ConditionOperator::attribute_exists;
    case ComparisonOperator::null: return ConditionOperator::attribute_not_exists;
    case ComparisonOperator::contains:
    case ComparisonOperator::not_contains: return ConditionOperator::contains;
    case ComparisonOperator::begins_with: return ConditionOperator::begins_with;
  }
  return ConditionOperator::eq;
}

/// NOT_CONTAINS is also true of an item without the attribute.
ConditionNode node_of(const std::string& attribute, ComparisonOperator op, Values values) {
  ConditionNode node;
  node.op = operator_of(op);
  node.operands.emplace_back(Path{attribute, {}});
  for (const AttributeValue& value : values) node.operands.emplace_back(value);
  if (op != ComparisonOperator::not_contains) return node;
  ConditionNode negation;
  negation.op = ConditionOperator::negation;
  negation.children.push_back(std::move(node));
  return negation;
}

Condition join(std::vector<ConditionNode> nodes, ConditionalOperator op) {
  ConditionNode root;
  const bool any = op == ConditionalOperator::any_of && !nodes.empty();
  root.op = any ? ConditionOperator::any_of : ConditionOperator::all_of;
  root.children = std::move(nodes);
  return Condition(std::make_shared<const ConditionNode>(std::move(root)));
}

Values values_of(const std::optional<std::vector<AttributeValue>>& values) {
  return values ? Values(*values) : Values();
}

Result<ConditionNode> node_with_operator(const std::string& attribute,
                                         const ExpectedAttribute& expected) {
  const ComparisonOperator op = *expected.op;
  if (expected.exists) return invalid_parameter(message::exists_and_operator(attribute));
  const bool needs_value = op != ComparisonOperator::null && op != ComparisonOperator::not_null;
  if (needs_value && !expected.value && !expected.values) {
    return invalid_parameter(message::operator_without_value(name_of(op), attribute));
  }
  const Values values = expected.value ? Values(&*expected.value, 1) : values_of(expected.values);
  TRY(check_values(op, values));
  return node_of(attribute, op, values);
}

Result<ConditionNode> node_of(const std::string& attribute, const ExpectedAttribute& expected) {
  if (expected.value && expected.values) {
    return invalid_parameter(message::value_and_list(attribute));
  }
  if (expected.op) return node_with_operator(attribute, expected);
  if (expected.values) return invalid_parameter(message::list_without_operator(attribute));
  if (expected.exists == false) {
    if (expected.value) return invalid_parameter(message::value_not_wanted(attribute));
    return node_of(attribute, ComparisonOperator::null, {});
  }
  if (!expected.value) {
    return invalid_parameter(message::value_missing(expected.exists ? "true" : "null", attribute));
  }
  return node_of(attribute, ComparisonOperator::eq, Values(&*expected.value, 1));
}

std::optional<SortKeyOperator> key_operator(ComparisonOperator op) {
  switch (op) {
    case ComparisonOperator::eq: return SortKeyOperator::eq;
    case ComparisonOperator::lt: return SortKeyOperator::lt;
    case ComparisonOperator::le: return SortKeyOperator::le;
    case ComparisonOperator::gt: return SortKeyOperator::gt;
    case ComparisonOperator::ge: return SortKeyOperator::ge;
    case ComparisonOperator::between: return SortKeyOperator::between;
    case ComparisonOperator::begins_with: return SortKeyOperator::begins_with;
    default: return {};
  }
}

}  // namespace

Result<Condition> condition_from_expected(const ExpectedAttributes& expected,
                                          ConditionalOperator op) {
  std::vector<ConditionNode> nodes;
  for (const auto& [attribute, entry] : expected) {
    ASSIGN_OR_RETURN(ConditionNode node, node_of(attribute, entry));
    nodes.push_back(std::move(node));
  }
  return join(std::move(nodes), op);
}

Result<Condition> condition_from_filter(const LegacyConditions& filter, ConditionalOperator op) {
  std::vector<ConditionNode> nodes;
  for (const auto& [attribute, entry] : filter) {
    const Values values = values_of(entry.values);
    TRY(check_values(entry.op, values));
    nodes.push_back(node_of(attribute, entry.op, values));
  }
  return join(std::move(nodes), op);
}

Result<KeyComparisons> key_comparisons_from(const LegacyConditions& key_conditions) {
  if (key_conditions.empty()) return Error::validation(std::string(message::no_key_conditions));
  for (const auto& [attribute, entry] : key_conditions) {
    TRY(check_values(entry.op, values_of(entry.values)));
  }
  KeyComparisons comparisons;
  for (const auto& [attribute, entry] : key_conditions) {
    const auto op = key_operator(entry.op);
    if (!op) return Error::validation(std::string(message::not_indexable));
    KeyComparison& comparison = comparisons.emplace_back();
    comparison.attribute = attribute;
    comparison.condition.op = *op;
    comparison.condition.value = (*entry.values)[0];
    if (*op == SortKeyOperator::between) comparison.condition.upper = (*entry.values)[1];
  }
  return comparisons;
}

}  // namespace isotherm::expression
