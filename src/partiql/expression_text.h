#pragma once

// Conditions and updates as the text of DynamoDB's expressions, with placeholders for every name
// and value: no name of a client's is a reserved word, and no value needs a literal.

#include <map>

#include "expression/path.h"
#include "expression/update_actions.h"
#include "partiql/condition.h"
#include "store/parameters.h"

namespace isotherm::partiql {

/// Writes the expressions of one request, which share their placeholders.
class ExpressionText {
 public:
  /// "#a.#b[2]"
  std::string path(const expression::Path& path);
  /// A new ":a".
  std::string value(AttributeValue value);
  std::string condition(const ConditionNode& node);
  std::string update(const expression::UpdateActions& actions);
  /// Attributes by name: "#a,#b".
  std::string attributes(const std::vector<std::string>& names);

  /// What was used; empty maps are left out.
  ExpressionPlaceholders take_placeholders();
  const ExpressionPlaceholders& placeholders() const { return placeholders_; }

 private:
  std::string name(const std::string& attribute);
  std::string operand(const expression::Operand& operand);
  std::string list(const std::vector<ConditionNode>& nodes, std::string_view between,
                   bool group_any_of);
  std::string grouped(const ConditionNode& node);
  std::string update_value(const expression::ValueExpression& value);

  ExpressionPlaceholders placeholders_;
  std::map<std::string, std::string, std::less<>> names_;
  std::size_t next_value_ = 0;
};

/// Checks a condition as the expression room does: what it finds wrong is the answer.
Result<void> check_condition(const ConditionNode& node);

}  // namespace isotherm::partiql
