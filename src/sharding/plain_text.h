#pragma once

// Whether a text needs no escape in a source (source.h): sixteen bytes at a time. Inline, since it
// is asked of every key that is hashed.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace isotherm::sharding {
namespace plain_text {

inline bool is_special(char c) { return c == '\\' || c == ':'; }

/// Whether any of eight bytes is ':' or '\'.
inline bool has_special(std::uint64_t word) {
  constexpr std::uint64_t ones = 0x0101010101010101U;
  const auto has_zero = [](std::uint64_t x) { return (x - ones) & ~x & ones << 7; };
  return (has_zero(word ^ ones * ':') | has_zero(word ^ ones * '\\')) != 0;
}

inline std::uint64_t load64(const char* at) {
  std::uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}

#if defined(__SSE2__)
inline constexpr std::size_t step = 16;
inline bool step_has_special(const char* at) {
  const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  const __m128i found = _mm_or_si128(_mm_cmpeq_epi8(block, _mm_set1_epi8(':')),
                                     _mm_cmpeq_epi8(block, _mm_set1_epi8('\\')));
  return _mm_movemask_epi8(found) != 0;
}
#else
inline constexpr std::size_t step = 8;
inline bool step_has_special(const char* at) { return has_special(load64(at)); }
#endif

}  // namespace plain_text

/// Whether a text is its own escaped form: it has no ':' and no backslash.
inline bool is_plain(std::string_view text) {
  const char* at = text.data();
  const std::size_t bytes = text.size();
  if (bytes >= plain_text::step) {
    for (std::size_t i = 0; i + plain_text::step <= bytes; i += plain_text::step)
      if (plain_text::step_has_special(at + i)) return false;
    return !plain_text::step_has_special(at + bytes - plain_text::step);
  }
  if (bytes >= 8)
    return !plain_text::has_special(plain_text::load64(at)) &&
           !plain_text::has_special(plain_text::load64(at + bytes - 8));
  return std::none_of(text.begin(), text.end(), plain_text::is_special);
}

}  // namespace isotherm::sharding
