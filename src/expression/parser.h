#pragma once

// Text to syntax tree, for each of the expression languages.

#include <string_view>

#include "expression/syntax.h"
#include "model/error.h"

namespace isotherm::expression {

/// Each fails with a ValidationException "Invalid <parameter>: …" for a text that is empty, too
/// long or not in the language. Nothing but the syntax is checked.
/// Of ConditionExpression, FilterExpression and KeyConditionExpression.
Result<SyntaxTree> parse_condition_syntax(std::string_view text, std::string_view parameter);
/// Of ProjectionExpression.
Result<SyntaxTree> parse_projection_syntax(std::string_view text, std::string_view parameter);
/// Of UpdateExpression.
Result<SyntaxTree> parse_update_syntax(std::string_view text, std::string_view parameter);

}  // namespace isotherm::expression
