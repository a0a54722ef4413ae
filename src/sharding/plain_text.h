#pragma once

// Whether a text needs no escape in a source (source.h): sixteen bytes at a time. Inline, since it
// is asked of every key that is hashed.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "sharding/short_text.h"

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
/// The same of 8 to 32 bytes.
inline bool short_has_special(const char* at, std::size_t bytes) {
  const ShortTextWords words(bytes);
  const auto load = [&](std::size_t offset) {
    return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at + offset));
  };
  const __m128i first = _mm_unpacklo_epi64(load(0), load(words.second));
  const __m128i rest = _mm_unpacklo_epi64(load(words.third), load(words.last));
  const __m128i colon = _mm_set1_epi8(':');
  const __m128i slash = _mm_set1_epi8('\\');
  const __m128i found =
      _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(first, colon), _mm_cmpeq_epi8(first, slash)),
                   _mm_or_si128(_mm_cmpeq_epi8(rest, colon), _mm_cmpeq_epi8(rest, slash)));
  return _mm_movemask_epi8(found) != 0;
}
#else
inline constexpr std::size_t step = 8;
inline bool step_has_special(const char* at) { return has_special(load64(at)); }
inline bool short_has_special(const char* at, std::size_t bytes) {
  const ShortTextWords words(bytes);
  return has_special(load64(at)) || has_special(load64(at + words.second)) ||
         has_special(load64(at + words.third)) || has_special(load64(at + words.last));
}
#endif

}  // namespace plain_text

/// Whether a text is its own escaped form: it has no ':' and no backslash.
inline bool is_plain(std::string_view text) {
  const char* at = text.data();
  const std::size_t bytes = text.size();
  if (is_short_text(bytes)) return !plain_text::short_has_special(at, bytes);
  if (bytes > short_text_max) {
    for (std::size_t i = 0; i + plain_text::step <= bytes; i += plain_text::step)
      if (plain_text::step_has_special(at + i)) return false;
    return !plain_text::step_has_special(at + bytes - plain_text::step);
  }
  return std::none_of(text.begin(), text.end(), plain_text::is_special);
}

}  // namespace isotherm::sharding
