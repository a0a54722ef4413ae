#pragma once

// How many of a line's points are less than a hash. Points are in order, so those that are less are
// the first ones: a comparison of all at once gives a mask of ones, whose length is the answer.

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace isotherm::placement {

/// Points that a line of 64 bytes has room for, beside their owners.
template <class Point>
inline constexpr std::size_t line_places = sizeof(Point) == 8 ? 6 : 10;

inline std::size_t points_less(const std::uint64_t* points, std::uint64_t hash) {
  std::size_t less = 0;
  for (std::size_t i = 0; i < line_places<std::uint64_t>; ++i) less += points[i] < hash ? 1 : 0;
  return less;
}

#if defined(__x86_64__)
/// The length of the ones that a mask begins with, at most `most`.
inline std::size_t ones_of(unsigned mask, unsigned most) {
  return static_cast<std::size_t>(std::countr_zero(~mask | 1U << most));
}

/// SSE2, which every x86-64 has. The line goes on behind its points.
inline std::size_t points_less(const std::uint32_t* points, std::uint32_t hash) {
  // Comparisons are of signed numbers.
  const __m128i sign = _mm_set1_epi32(static_cast<int>(0x80000000U));
  const __m128i than = _mm_set1_epi32(static_cast<int>(hash ^ 0x80000000U));
  const auto less = [&](std::size_t first) {
    const __m128i four = _mm_loadu_si128(reinterpret_cast<const __m128i*>(points + first));
    return _mm_cmpgt_epi32(than, _mm_xor_si128(four, sign));
  };
  const __m128i bytes = _mm_packs_epi16(_mm_packs_epi32(less(0), less(4)),
                                        _mm_packs_epi32(less(8), _mm_setzero_si128()));
  return ones_of(static_cast<unsigned>(_mm_movemask_epi8(bytes)), line_places<std::uint32_t>);
}

__attribute__((target("avx2"))) inline std::size_t points_less_avx2(const std::uint32_t* points,
                                                                    std::uint32_t hash) {
  const __m256i sign = _mm256_set1_epi32(static_cast<int>(0x80000000U));
  const __m256i than = _mm256_set1_epi32(static_cast<int>(hash ^ 0x80000000U));
  const __m256i eight = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(points));
  const __m128i two = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(points + 8));
  const __m256i less = _mm256_cmpgt_epi32(than, _mm256_xor_si256(eight, sign));
  const __m128i rest = _mm_cmpgt_epi32(_mm256_castsi256_si128(than),
                                       _mm_xor_si128(two, _mm256_castsi256_si128(sign)));
  const auto mask = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(less)) |
                                          _mm_movemask_ps(_mm_castsi128_ps(rest)) << 8);
  return ones_of(mask, line_places<std::uint32_t>);
}

__attribute__((target("avx2"))) inline std::size_t points_less_avx2(const std::uint64_t* points,
                                                                    std::uint64_t hash) {
  constexpr auto sign_bit = static_cast<long long>(std::uint64_t{1} << 63);
  const __m256i sign = _mm256_set1_epi64x(sign_bit);
  const __m256i than = _mm256_set1_epi64x(static_cast<long long>(hash) ^ sign_bit);
  const __m256i four = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(points));
  const __m128i two = _mm_loadu_si128(reinterpret_cast<const __m128i*>(points + 4));
  const __m256i less = _mm256_cmpgt_epi64(than, _mm256_xor_si256(four, sign));
  const __m128i rest = _mm_cmpgt_epi64(_mm256_castsi256_si128(than),
                                       _mm_xor_si128(two, _mm256_castsi256_si128(sign)));
  const auto mask = static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(less)) |
                                          _mm_movemask_pd(_mm_castsi128_pd(rest)) << 4);
  return ones_of(mask, line_places<std::uint64_t>);
}
#else
inline std::size_t points_less(const std::uint32_t* points, std::uint32_t hash) {
  std::size_t less = 0;
  for (std::size_t i = 0; i < line_places<std::uint32_t>; ++i) less += points[i] < hash ? 1 : 0;
  return less;
}
#endif

}  // namespace isotherm::placement
