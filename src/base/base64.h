#pragma once

// Strict base64, as the service reads binaries: padded, no white space, and the bits that padding
// leaves over must be zero, so that every binary has one text.

#include <string>
#include <string_view>

namespace isotherm {

enum class Base64Fault {
  none,
  length,     ///< not a multiple of 4
  character,  ///< not of the alphabet
  padding     ///< '=' where none may be, or bits left over that are not zero
};

/// Replaces `out` with the decoded bytes; on a fault `out` is unspecified.
Base64Fault decode_base64(std::string_view text, std::string& out);

void append_base64(std::string_view bytes, std::string& out);

}  // namespace isotherm
