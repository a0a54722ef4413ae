#pragma once

#include <string_view>

namespace isotherm::cli {

/// Whether the bytes are UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. What a
/// shell hands over need not be.
bool is_utf8(std::string_view bytes);

}  // namespace isotherm::cli
