#pragma once

// Cuts a statement into tokens.

#include <optional>
#include <vector>

#include "partiql/token.h"

namespace isotherm::partiql {

/// All tokens of the statement, the last of kind `end`; they refer to it. Nothing when some of it
/// is no token: a character that means nothing, a string or comment without its end, a number
/// whose exponent no decimal has.
std::optional<std::vector<Token>> tokenize(std::string_view statement);

}  // namespace isotherm::partiql
