#include "placement/jump_lanes.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace isotherm::placement {
namespace {

// Registers side by side: enough that a division is always under way.
constexpr std::size_t registers = 4;

}  // namespace

// Lanes that are done go on drawing without effect until the slowest of the group is.
__attribute__((target("avx2"))) std::size_t jump_lanes_avx2(std::span<const std::uint64_t> hashes,
                                                            std::int32_t buckets,
                                                            std::span<NodeIndex> out) {
  constexpr std::size_t lanes = 4;
  constexpr std::size_t group = lanes * registers;
  const __m256i low = _mm256_set1_epi64x(static_cast<long long>(jump_multiplier & 0xFFFFFFFF));
  const __m256i high = _mm256_set1_epi64x(static_cast<long long>(jump_multiplier >> 32));
  const __m256i one = _mm256_set1_epi64x(1);
  const __m256d one_real = _mm256_set1_pd(1.0);
  const __m256d scale = _mm256_set1_pd(jump_scale);
  const __m256d limit = _mm256_set1_pd(buckets);
  // A whole number under 2^52 becomes a double when it is put into the fraction of 2^52.
  const __m256i magic = _mm256_set1_epi64x(0x4330000000000000);
  const __m256d magic_real = _mm256_castsi256_pd(magic);
  std::size_t begin = 0;
  for (; begin + group <= hashes.size(); begin += group) {
    __m256i key[registers];
    __m256d bucket[registers];
    __m256d next[registers];
    for (std::size_t r = 0; r < registers; ++r) {
      key[r] =
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(hashes.data() + begin + r * lanes));
      bucket[r] = _mm256_setzero_pd();
      next[r] = _mm256_setzero_pd();
    }
    int active = 1;
    while (active != 0) {
      active = 0;
      for (std::size_t r = 0; r < registers; ++r) {
        const __m256d goes_on = _mm256_cmp_pd(next[r], limit, _CMP_LT_OQ);
        active |= _mm256_movemask_pd(goes_on);
        bucket[r] = _mm256_blendv_pd(bucket[r], next[r], goes_on);
        const __m256i cross = _mm256_add_epi64(
            _mm256_mul_epu32(key[r], high), _mm256_mul_epu32(_mm256_srli_epi64(key[r], 32), low));
        key[r] = _mm256_add_epi64(
            _mm256_add_epi64(_mm256_mul_epu32(key[r], low), _mm256_slli_epi64(cross, 32)), one);
        const __m256d draw = _mm256_add_pd(_mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(
                                                             _mm256_srli_epi64(key[r], 33), magic)),
                                                         magic_real),
                                           one_real);
        const __m256d after = _mm256_floor_pd(
            _mm256_mul_pd(_mm256_add_pd(bucket[r], one_real), _mm256_div_pd(scale, draw)));
        next[r] = _mm256_blendv_pd(next[r], after, goes_on);
      }
    }
    for (std::size_t r = 0; r < registers; ++r)
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out.data() + begin + r * lanes),
                       _mm256_cvttpd_epi32(bucket[r]));
  }
  return begin;
}

__attribute__((target("avx512f,avx512dq,avx512vl"))) std::size_t jump_lanes_avx512(
    std::span<const std::uint64_t> hashes, std::int32_t buckets, std::span<NodeIndex> out) {
  constexpr std::size_t lanes = 8;
  constexpr std::size_t group = lanes * registers;
  const __m512i multiplier = _mm512_set1_epi64(static_cast<long long>(jump_multiplier));
  const __m512i one = _mm512_set1_epi64(1);
  const __m512d one_real = _mm512_set1_pd(1.0);
  const __m512d scale = _mm512_set1_pd(jump_scale);
  const __m512d limit = _mm512_set1_pd(buckets);
  std::size_t begin = 0;
  for (; begin + group <= hashes.size(); begin += group) {
    __m512i key[registers];
    __m512d bucket[registers];
    __m512d next[registers];
    for (std::size_t r = 0; r < registers; ++r) {
      key[r] = _mm512_loadu_si512(hashes.data() + begin + r * lanes);
      bucket[r] = _mm512_setzero_pd();
      next[r] = _mm512_setzero_pd();
    }
    unsigned active = 1;
    while (active != 0) {
      active = 0;
      for (std::size_t r = 0; r < registers; ++r) {
        const __mmask8 goes_on = _mm512_cmp_pd_mask(next[r], limit, _CMP_LT_OQ);
        active |= goes_on;
        bucket[r] = _mm512_mask_mov_pd(bucket[r], goes_on, next[r]);
        key[r] = _mm512_add_epi64(_mm512_mullo_epi64(key[r], multiplier), one);
        const __m512d draw =
            _mm512_add_pd(_mm512_cvtepu64_pd(_mm512_srli_epi64(key[r], 33)), one_real);
        const __m512d after = _mm512_roundscale_pd(
            _mm512_mul_pd(_mm512_add_pd(bucket[r], one_real), _mm512_div_pd(scale, draw)),
            _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
        next[r] = _mm512_mask_mov_pd(next[r], goes_on, after);
      }
    }
    for (std::size_t r = 0; r < registers; ++r)
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(out.data() + begin + r * lanes),
                          _mm512_cvttpd_epi32(bucket[r]));
  }
  return begin;
}

}  // namespace isotherm::placement
#endif
