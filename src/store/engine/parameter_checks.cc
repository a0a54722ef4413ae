#include "store/engine/parameter_checks.h"

#include <set>

#include "expression/legacy.h"
#include "store/engine/messages.h"

namespace isotherm::engine {
namespace {

std::vector<std::string_view> present_names(std::initializer_list<Given> parameters) {
  std::vector<std::string_view> names;
  for (const Given& parameter : parameters) {
    if (parameter.present) names.push_back(parameter.name);
  }
  return names;
}

bool any_present(std::initializer_list<Given> parameters) {
  for (const Given& parameter : parameters) {
    if (parameter.present) return true;
  }
  return false;
}

}  // namespace

Result<void> check_parameters(std::initializer_list<Given> expressions,
                              std::initializer_list<Given> legacy,
                              const ExpressionPlaceholders& placeholders) {
  const bool has_expression = any_present(expressions);
  if (has_expression && any_present(legacy)) {
    return messages::mixed_parameters(present_names(legacy), present_names(expressions));
  }
  if (placeholders.names && !has_expression) return messages::names_without_expression();
  if (placeholders.values) {
    // A projection has no values.
    std::vector<std::string_view> users;
    for (const Given& expression : expressions) {
      if (expression.name == "ProjectionExpression") continue;
      if (expression.present) return {};
      users.push_back(expression.name);
    }
    return messages::values_without_expression(users);
  }
  return {};
}

Result<void> check_attributes_to_get(const std::optional<std::vector<std::string>>& attributes) {
  if (!attributes) return {};
  std::set<std::string_view> seen;
  for (const std::string& name : *attributes) {
    if (!seen.insert(name).second) return messages::duplicate_attribute(name);
  }
  return {};
}

Result<std::optional<expression::ProjectionPaths>> parse_projection(
    const std::optional<std::string>& expression,
    const std::optional<std::vector<std::string>>& attributes_to_get,
    expression::PlaceholderScope& scope) {
  std::optional<expression::ProjectionPaths> projection;
  if (expression) {
    ASSIGN_OR_RETURN(projection, expression::parse_projection(*expression, scope));
  } else if (attributes_to_get) {
    ASSIGN_OR_RETURN(projection, expression::projection_from(*attributes_to_get));
  }
  return projection;
}

}  // namespace isotherm::engine
