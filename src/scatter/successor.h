#pragma once

// The next and the previous value that a sort key can be: no key lies between. So that an open
// bound can be written as a closed one, and any range as one BETWEEN.
//
// A sort key is a number, or 1 to 1,024 bytes of UTF-8 text or binary.

#include <optional>

#include "model/attribute_value.h"

namespace isotherm::scatter {

/// The smallest key above; nothing when there is none.
std::optional<AttributeValue> successor(const AttributeValue& key);
/// The largest key below; nothing when there is none.
std::optional<AttributeValue> predecessor(const AttributeValue& key);

/// The largest key that begins with a text or binary.
AttributeValue last_with_prefix(const AttributeValue& prefix);

}  // namespace isotherm::scatter
