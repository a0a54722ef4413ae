#pragma once

// Words that an expression may not use as an attribute's name.

#include <string_view>

namespace isotherm::expression {

/// Whether the word is reserved, in any case of letters.
bool is_reserved_word(std::string_view word);

}  // namespace isotherm::expression
