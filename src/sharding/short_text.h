#pragma once

// Texts of 8 to 32 bytes, as most keys and ids are, as four words of eight bytes that may overlap:
// the same loads for every length, where a branch by length would be guessed wrong for every third
// key.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace isotherm::sharding {

inline constexpr std::size_t short_text_min = 8;
inline constexpr std::size_t short_text_max = 32;

inline bool is_short_text(std::size_t bytes) {
  return bytes - short_text_min <= short_text_max - short_text_min;
}

/// Where the words after the first begin.
struct ShortTextWords {
  std::size_t second;
  std::size_t third;
  std::size_t last;

  explicit ShortTextWords(std::size_t bytes)
      : second(std::min(std::size_t{8}, bytes - 8)), third(bytes - 8 - second), last(bytes - 8) {}
};

/// Copies a short text; bytes are read and written twice, but none beyond the text.
inline void copy_short_text(std::string_view text, char* out) {
  const ShortTextWords words(text.size());
  std::uint64_t word[4];
  std::memcpy(&word[0], text.data(), 8);
  std::memcpy(&word[1], text.data() + words.second, 8);
  std::memcpy(&word[2], text.data() + words.third, 8);
  std::memcpy(&word[3], text.data() + words.last, 8);
  std::memcpy(out, &word[0], 8);
  std::memcpy(out + words.second, &word[1], 8);
  std::memcpy(out + words.third, &word[2], 8);
  std::memcpy(out + words.last, &word[3], 8);
}

}  // namespace isotherm::sharding
