#pragma once

// Hashes whose values are written to disk or shared between programs. `std::hash` never is.

#include <cstdint>
#include <string_view>

namespace isotherm {

/// MurmurHash3_x86_32 (Austin Appleby, public domain) of the bytes.
std::uint32_t murmur3_x86_32(std::string_view bytes, std::uint32_t seed);

/// XXH64 (Yann Collet) of the bytes.
std::uint64_t xxh64(std::string_view bytes, std::uint64_t seed);

/// CRC-32 as in zlib (reflected polynomial 0xEDB88320): what `x-amz-crc32` carries.
std::uint32_t crc32(std::string_view bytes);

}  // namespace isotherm
