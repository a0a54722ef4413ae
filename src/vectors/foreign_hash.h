#pragma once

// Hashes and encodings of others, as far as they are taken for ours. Never used to place a key.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/hash.h"

namespace isotherm::vectors {

/// Spark's hashUnsafeBytes: whole blocks as usual, then each byte of the tail, signed, as a block
/// [apache/spark, Murmur3_x86_32; its hashUnsafeBytes2 is the usual one].
std::uint32_t spark_murmur3(std::string_view bytes, std::uint32_t seed);

/// MurmurHash3_x86_32 whose tail bytes are signed: what commons-codec's hash32 and hutool had.
std::uint32_t signed_tail_murmur3(std::string_view bytes, std::uint32_t seed);

/// Cassandra's token: the first 64 bits of its MurmurHash3_x64_128 with seed 0, whose tail bytes
/// are signed [apache/cassandra, MurmurHash.hash3_x64_128]; the lowest number becomes the highest.
std::int64_t cassandra_token(std::string_view bytes);

/// UTF-8 as UTF-16. What is no UTF-8 is taken byte for byte.
std::string utf16_bytes(std::string_view text, bool high_byte_first);
/// UTF-8 as Java writes it: surrogates of three bytes each, U+0000 as C0 80.
std::string modified_utf8(std::string_view text);
std::string low_bytes_of_utf16(std::string_view text);

}  // namespace isotherm::vectors
