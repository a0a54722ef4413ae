#pragma once

// Keys out of a counter that must not be hot: neighbours of the counter lie far apart in key order,
// and each key gives its counter back.
//
//   bit-reversed    the 63 low bits of the counter in reverse: positive, like Spanner's
//                   bit_reversed_positive sequences
//   hash-prefixed   prefix "-" counter: `digits` hex digits (1 to 8, small letters, zeros in front)
//   of
//                   murmur3_x86_32 of the counter's decimal text, then the counter in decimal
//
// The prefix has a fixed width, so "0a" and "a" are not two partitions.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace isotherm::ids {

/// The 63 low bits in reverse. Its own inverse. A counter of 2^63 or more has no answer.
std::optional<std::uint64_t> bit_reversed_positive(std::uint64_t counter);

/// All 64 bits in reverse. Its own inverse.
std::uint64_t bit_reversed(std::uint64_t counter);

class HashPrefix {
 public:
  /// `digits` is 1 to 8: 16, 256, 4096, … prefixes.
  explicit HashPrefix(std::uint32_t digits);

  /// Prefix, "-" and a number of 20 digits.
  static constexpr std::size_t key_bytes_max = 8 + 1 + 20;
  /// Writes the key into at least key_bytes_max bytes; returns its length.
  std::size_t write_key(std::uint64_t counter, char* out) const;
  std::string key(std::uint64_t counter) const;
  /// The counter of a key; nothing when it is none: another spelling, a prefix of another counter.
  std::optional<std::uint64_t> parse(std::string_view key) const;

 private:
  std::uint32_t digits_;
};

}  // namespace isotherm::ids
