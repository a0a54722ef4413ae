#pragma once

// Words that have a meaning of their own in PartiQL.

#include <string_view>

namespace isotherm::partiql {

/// The keyword in lower case when the word is one, in any case of letters; else empty.
std::string_view find_keyword(std::string_view word);

/// Keywords that may also be the name of a function: followed by a parenthesis they are.
bool is_function_keyword(std::string_view keyword);

/// Keywords that are operators: and, or, not, in, is, between, like.
bool is_operator_keyword(std::string_view keyword);

}  // namespace isotherm::partiql
