#pragma once

// Numbers as the service reads them in PartiQL: by the rules of Java's BigDecimal, whose exponent
// and scale are 32-bit integers, before the rules of DynamoDB's numbers.

#include <string_view>

#include "model/number.h"

namespace isotherm::partiql {

/// Whether the text is a decimal literal that a BigDecimal can be.
bool is_decimal(std::string_view text);

/// The number, or the service's ValidationException: what is no decimal "cannot be converted"; of
/// the others the magnitude counts as it comes out of 32-bit arithmetic.
Result<Number> read_decimal(std::string_view text);

}  // namespace isotherm::partiql
