#pragma once

// The conditions of WHERE as the conditions of DynamoDB: the expression room's nodes.

#include "expression/condition_node.h"
#include "partiql/document_path.h"

namespace isotherm::partiql {

using expression::ConditionNode;
using expression::ConditionOperator;

/// The condition. Functions, their operands and the types of literals are checked.
Result<ConditionNode> condition_of(const Expression& expression, const Context& context);

/// The conjuncts of a condition: it holds when all of them do.
std::vector<ConditionNode> conjuncts(ConditionNode condition);
/// All of them as one condition; nothing when there are none.
std::optional<ConditionNode> all_of(std::vector<ConditionNode> conditions);

/// Calls `visit(path)` for every path in the condition.
template <class Visit>
void for_each_path(const ConditionNode& node, const Visit& visit) {
  for (const expression::Operand& operand : node.operands) {
    if (const auto* path = std::get_if<expression::Path>(&operand)) visit(*path);
    const auto* size = std::get_if<expression::SizeOf>(&operand);
    if (const auto* path = size ? std::get_if<expression::Path>(&size->of) : nullptr) visit(*path);
  }
  for (const ConditionNode& child : node.children) for_each_path(child, visit);
}

}  // namespace isotherm::partiql
