#pragma once

// MD5 (RFC 1321): an even spread of keys, and no secret.

#include <string>
#include <string_view>

namespace isotherm {

/// The 16 bytes of the digest.
std::string md5(std::string_view bytes);

}  // namespace isotherm
