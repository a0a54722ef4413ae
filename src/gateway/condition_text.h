#pragma once

#include <string>
#include <string_view>

namespace isotherm::gateway {

/// A condition as one operand of AND. The store refuses parentheses around parentheses.
std::string as_operand(std::string_view condition);

}  // namespace isotherm::gateway
