#pragma once

// CRC-32 (ISO 3309, as gzip uses it) by libdeflate, which takes the processor's instructions for
// it. Apart from hash.h: who only hashes needs no other library at run time.

#include <cstdint>
#include <string_view>

namespace isotherm {

/// CRC-32 as in zlib (reflected polynomial 0xEDB88320): what `x-amz-crc32` carries.
std::uint32_t crc32(std::string_view bytes);

}  // namespace isotherm
