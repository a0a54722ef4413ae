#pragma once

// MurmurHash3_x86_32 [Austin Appleby, public domain; the finalizer and constants are his], inline:
// short keys are hashed by the million, and a call costs as much as four bytes.
//
// The tail of one to three bytes is read as the end of the last four: no loop, no branch by length.
// Its bytes are unsigned, as in the reference; ports that sign-extend them agree only below 0x80.

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace isotherm {
namespace murmur3 {

/// Four bytes, the first the lowest.
inline std::uint32_t load32(const char* at) {
  std::uint32_t word;
  std::memcpy(&word, at, sizeof word);
  if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap32(word);
  return word;
}

inline std::uint32_t scramble(std::uint32_t k) {
  return std::rotl(k * 0xcc9e2d51U, 15) * 0x1b873593U;
}

/// Mixes four bytes into the state.
inline std::uint32_t mix(std::uint32_t h, std::uint32_t block) {
  return std::rotl(h ^ scramble(block), 13) * 5 + 0xe6546b64U;
}

/// The last step: `tail` is what is left of fewer than four bytes, `bytes` the length of all.
inline std::uint32_t finish(std::uint32_t h, std::uint32_t tail, std::size_t bytes) {
  h ^= scramble(tail) ^ static_cast<std::uint32_t>(bytes);
  h = (h ^ h >> 16) * 0x85ebca6bU;
  h = (h ^ h >> 13) * 0xc2b2ae35U;
  return h ^ h >> 16;
}

/// The tail of fewer than four bytes in all.
inline std::uint32_t short_tail(const char* at, std::size_t bytes) {
  if (bytes == 0) return 0;
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(at[i]));
  };
  // First, middle and last byte: of one byte all three are the same.
  const std::size_t middle = bytes >> 1;
  const std::size_t last = bytes - 1;
  return byte(0) | byte(middle) << 8 * middle | byte(last) << 8 * last;
}

}  // namespace murmur3

/// MurmurHash3_x86_32 of the bytes.
inline std::uint32_t murmur3_x86_32_inline(const char* at, std::size_t bytes, std::uint32_t seed) {
  std::uint32_t h = seed;
  const char* const end = at + bytes;
  for (std::size_t blocks = bytes / 4; blocks > 0; --blocks, at += 4)
    h = murmur3::mix(h, murmur3::load32(at));
  if (bytes < 4) return murmur3::finish(h, murmur3::short_tail(at, bytes), bytes);
  // The end of the last four bytes: those of the tail, or none.
  const std::uint64_t last = murmur3::load32(end - 4);
  const auto tail = static_cast<std::uint32_t>(last >> 8 * (4 - bytes % 4));
  return murmur3::finish(h, tail, bytes);
}

}  // namespace isotherm
