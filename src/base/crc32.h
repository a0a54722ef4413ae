#pragma once

// CRC-32, apart from the other hashes: what does not use it does not need its library.

#include <cstdint>
#include <string_view>

namespace isotherm {

/// CRC-32 as in zlib (reflected polynomial 0xEDB88320): what `x-amz-crc32` carries.
std::uint32_t crc32(std::string_view bytes);

}  // namespace isotherm
