#pragma once

// Texts of others inside our own messages.

#include <string>
#include <string_view>

namespace isotherm::codec {

/// The front of a text in UTF-8, no longer than a message should be.
std::string shortened(std::string_view text);

/// The front of any bytes, with '?' for what is not printable ASCII.
std::string printable(std::string_view bytes);

}  // namespace isotherm::codec
