#pragma once

// Checks of how a request's parameters go together, before a table is looked at.

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expression/condition.h"
#include "expression/projection.h"
#include "store/parameters.h"

namespace isotherm::engine {

/// A parameter by its name, and whether the request has it.
struct Given {
  std::string_view name;
  bool present = false;
};

/// Expression and legacy parameters do not mix, and placeholders come with an expression.
Result<void> check_parameters(std::initializer_list<Given> expressions,
                              std::initializer_list<Given> legacy,
                              const ExpressionPlaceholders& placeholders);

/// AttributesToGet names nothing twice.
Result<void> check_attributes_to_get(const std::optional<std::vector<std::string>>& attributes);

/// ProjectionExpression or AttributesToGet; neither: nothing.
Result<std::optional<expression::ProjectionPaths>> parse_projection(
    const std::optional<std::string>& expression,
    const std::optional<std::vector<std::string>>& attributes_to_get,
    expression::PlaceholderScope& scope);

}  // namespace isotherm::engine
