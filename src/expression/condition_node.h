#pragma once

// A checked condition, ready to evaluate.

#include <vector>

#include "expression/condition.h"
#include "expression/operand.h"

namespace isotherm::expression {

enum class ConditionOperator {
  all_of,
  any_of,
  negation,  // of children
  eq,
  ne,
  lt,
  le,
  gt,
  ge,
  between,
  in,
  attribute_exists,
  attribute_not_exists,
  attribute_type,
  begins_with,
  contains,
};

struct ConditionNode {
  ConditionOperator op = ConditionOperator::all_of;
  std::vector<ConditionNode> children;
  std::vector<Operand> operands;
};

/// As an expression writes it: "<=", "BETWEEN", "begins_with".
std::string_view operator_name(ConditionOperator op);

/// parse_condition, as a bare node.
Result<ConditionNode> parse_condition_node(std::string_view text, std::string_view parameter,
                                           PlaceholderScope& placeholders);

}  // namespace isotherm::expression
