#pragma once

// Requests in words, for people.

#include <string>
#include <string_view>

#include "expression/placeholders.h"

namespace isotherm::gateway {

/// A value as text: "text", 12, 0x00ff for bytes; of what is longer, its type or size.
std::string spelled_out(const AttributeValue& value);
/// `name = value, name = value`
std::string spelled_out(const Item& item);
/// An expression with names and values in the place of placeholders.
std::string spelled_out(std::string_view expression, const ExpressionPlaceholders& placeholders);

}  // namespace isotherm::gateway
