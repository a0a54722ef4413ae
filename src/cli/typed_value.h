#pragma once

// Attribute values as people type them on a command line.

#include <string>
#include <string_view>

#include "cli/options.h"
#include "model/attribute_value.h"

namespace isotherm::cli {

/// Reads a key value: "S:…", "N:12.5" or "B:<base64>"; without one of these prefixes it is a
/// string.
Expected<AttributeValue, UsageError> parse_key_value(std::string_view text);

/// Reads `text` as the type named by a letter of "S", "N", "B".
Expected<AttributeValue, UsageError> parse_typed(std::string_view letter, std::string_view text);

/// A scalar for people: `"text"`, 12.5, 0x0aff; other types by their name.
std::string display_text(const AttributeValue& value);

}  // namespace isotherm::cli
