#pragma once

#include <string>
#include <string_view>

namespace isotherm::gateway {

/// An update expression with one more action in its SET (or REMOVE) section, which is added when
/// there is none. `expression` is one that the parser accepts, or empty.
std::string with_set(std::string_view expression, std::string_view action);
std::string with_remove(std::string_view expression, std::string_view path);

/// A condition as one operand of AND. The store refuses parentheses around parentheses.
std::string as_operand(std::string_view condition);

}  // namespace isotherm::gateway
