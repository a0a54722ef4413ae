#include "expression/key_condition.h"

#include <algorithm>

#include "expression/condition_node.h"
#include "expression/messages.h"
#include "model/limits.h"

namespace isotherm::expression {
namespace {

constexpr std::string_view parameter = "KeyConditionExpression";

SortKeyOperator sort_operator(ConditionOperator op) {
  switch (op) {
    case ConditionOperator::lt: return SortKeyOperator::lt;
    case ConditionOperator::le: return SortKeyOperator::le;
    case ConditionOperator::gt: return SortKeyOperator::gt;
    case ConditionOperator::ge: return SortKeyOperator::ge;
    case ConditionOperator::between: return SortKeyOperator::between;
    case ConditionOperator::begins_with: return SortKeyOperator::begins_with;
    default: return SortKeyOperator::eq;
  }
}

/// The operator for the operands in the other order.
SortKeyOperator mirrored(SortKeyOperator op) {
  switch (op) {
    case SortKeyOperator::lt: return SortKeyOperator::gt;
    case SortKeyOperator::le: return SortKeyOperator::ge;
    case SortKeyOperator::gt: return SortKeyOperator::lt;
    case SortKeyOperator::ge: return SortKeyOperator::le;
    default: return op;
  }
}

bool is_key_operator(ConditionOperator op) {
  switch (op) {
    case ConditionOperator::all_of:
    case ConditionOperator::eq:
    case ConditionOperator::lt:
    case ConditionOperator::le:
    case ConditionOperator::gt:
    case ConditionOperator::ge:
    case ConditionOperator::between:
    case ConditionOperator::begins_with: return true;
    default: return false;
  }
}

Error invalid(std::string_view what) { return Error::validation(std::string(what)); }

/// Where among the operands the key attribute stands.
Result<std::size_t> find_key_operand(const ConditionNode& node) {
  const bool must_be_first =
      node.op == ConditionOperator::between || node.op == ConditionOperator::begins_with;
  if (must_be_first && !std::holds_alternative<Path>(node.operands[0])) {
    return invalid(message::key_attribute_must_be_first(operator_name(node.op)));
  }
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < node.operands.size(); ++i) {
    const Operand& operand = node.operands[i];
    if (std::holds_alternative<SizeOf>(operand)) return invalid(message::nested_operations);
    const auto* path = std::get_if<Path>(&operand);
    if (path == nullptr) continue;
    if (found) return invalid(message::several_names_in_condition);
    if (!path->steps.empty()) return invalid(message::nested_key_attribute);
    found = i;
  }
  if (!found) return invalid(message::no_key_attribute);
  return *found;
}

Result<KeyComparison> comparison_of(ConditionNode& node) {
  ASSIGN_OR_RETURN(const std::size_t key, find_key_operand(node));
  const auto value = [&](std::size_t i) {
    return std::move(std::get<AttributeValue>(node.operands[i]));
  };
  KeyComparison comparison;
  comparison.attribute = std::move(std::get<Path>(node.operands[key]).attribute);
  comparison.condition.op = sort_operator(node.op);
  if (key == 1) {
    comparison.condition.op = mirrored(comparison.condition.op);
    comparison.condition.value = value(0);
    return comparison;
  }
  comparison.condition.value = value(1);
  if (node.op == ConditionOperator::between) comparison.condition.upper = value(2);
  return comparison;
}

/// Takes the names and values out of the tree.
Result<void> collect(ConditionNode& node, KeyComparisons& comparisons) {
  if (!is_key_operator(node.op)) {
    return invalid(message::invalid_key_operator(operator_name(node.op)));
  }
  if (node.op == ConditionOperator::all_of) {
    for (ConditionNode& child : node.children) TRY(collect(child, comparisons));
    return {};
  }
  ASSIGN_OR_RETURN(KeyComparison comparison, comparison_of(node));
  for (const KeyComparison& other : comparisons) {
    if (other.attribute == comparison.attribute) {
      return invalid_expression(parameter, message::one_condition_per_key);
    }
  }
  comparisons.push_back(std::move(comparison));
  return {};
}

const KeyComparison* find_comparison(const KeyComparisons& comparisons,
                                     const AttributeDefinition& key) {
  const auto is_of_key = [&](const KeyComparison& c) { return c.attribute == key.name; };
  const auto it = std::find_if(comparisons.begin(), comparisons.end(), is_of_key);
  return it == comparisons.end() ? nullptr : &*it;
}

std::size_t bytes_of(const AttributeValue& value) {
  if (const auto* s = value.get_if<std::string>()) return s->size();
  if (const auto* b = value.get_if<Binary>()) return b->bytes.size();
  return 1;  // a number is never empty nor too long
}

Result<void> check_key_value(const AttributeValue& value, const AttributeDefinition& key,
                             std::size_t bytes_max, std::string_view too_long) {
  if (!has_type(value, key.type)) return invalid_parameter(message::key_condition_type);
  const std::size_t bytes = bytes_of(value);
  if (bytes == 0) return invalid(message::empty_key_value(key.name, value.type()));
  if (bytes > bytes_max) return invalid_parameter(too_long);
  return {};
}

}  // namespace

bool KeyCondition::matches_sort(const AttributeValue& sort_key) const {
  if (!sort) return true;
  const auto order = compare(sort_key, sort->value);
  switch (sort->op) {
    case SortKeyOperator::eq: return order == 0;
    case SortKeyOperator::lt: return order < 0;
    case SortKeyOperator::le: return order <= 0;
    case SortKeyOperator::gt: return order > 0;
    case SortKeyOperator::ge: return order >= 0;
    case SortKeyOperator::between: return order >= 0 && compare(sort_key, sort->upper) <= 0;
    case SortKeyOperator::begins_with: break;
  }
  if (const auto* s = sort->value.get_if<std::string>()) {
    const auto* key = sort_key.get_if<std::string>();
    return key != nullptr && key->starts_with(*s);
  }
  const auto* b = sort->value.get_if<Binary>();
  const auto* key = sort_key.get_if<Binary>();
  return b != nullptr && key != nullptr && key->bytes.starts_with(b->bytes);
}

Result<KeyComparisons> parse_key_condition(std::string_view text, PlaceholderScope& placeholders) {
  ASSIGN_OR_RETURN(ConditionNode root, parse_condition_node(text, parameter, placeholders));
  KeyComparisons comparisons;
  comparisons.reserve(2);
  TRY(collect(root, comparisons));
  return comparisons;
}

namespace {

/// The value that a comparison says a partition key attribute is equal to.
Result<AttributeValue> bind_partition(const KeyComparisons& comparisons,
                                      const AttributeDefinition& key) {
  const KeyComparison* found = find_comparison(comparisons, key);
  if (found == nullptr) return invalid(message::missing_key_element(key.name));
  TRY(check_key_value(found->condition.value, key, limits::partition_key_bytes_max,
                      message::partition_key_too_long));
  if (found->condition.op != SortKeyOperator::eq) {
    return invalid(message::key_condition_not_supported);
  }
  return found->condition.value;
}

Result<SortKeyCondition> bind_sort(const KeyComparisons& comparisons,
                                   const AttributeDefinition& key) {
  const KeyComparison* found = find_comparison(comparisons, key);
  if (found == nullptr) return invalid(message::missing_key_element(key.name));
  const SortKeyCondition& condition = found->condition;
  TRY(check_key_value(condition.value, key, limits::sort_key_bytes_max,
                      message::sort_key_too_long));
  if (condition.op == SortKeyOperator::between) {
    TRY(check_key_value(condition.upper, key, limits::sort_key_bytes_max,
                        message::sort_key_too_long));
  }
  return condition;
}

}  // namespace

Result<KeyCondition> bind_key_condition(const KeyComparisons& comparisons, const KeySchema& key,
                                        bool /*is_index*/) {
  if (comparisons.size() > key.size()) {
    return invalid(message::too_many_key_conditions(comparisons.size(), key.size()));
  }
  KeyCondition bound;
  ASSIGN_OR_RETURN(bound.partition, bind_partition(comparisons, key.partition));
  for (const AttributeDefinition& attribute : key.more_partition) {
    ASSIGN_OR_RETURN(AttributeValue value, bind_partition(comparisons, attribute));
    bound.more_partition.push_back(std::move(value));
  }
  // From the left and without a gap; only the last may be anything but an equality.
  const std::size_t sorts = comparisons.size() - key.partition_size();
  for (std::size_t i = 0; i < sorts; ++i) {
    ASSIGN_OR_RETURN(SortKeyCondition condition, bind_sort(comparisons, key.sort_at(i)));
    if (i + 1 == sorts) {
      bound.sort = std::move(condition);
    } else if (condition.op != SortKeyOperator::eq) {
      return invalid(message::key_condition_not_supported);
    } else {
      bound.leading.push_back(std::move(condition.value));
    }
  }
  return bound;
}

}  // namespace isotherm::expression
