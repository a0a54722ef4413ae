#include "placement/crc16.h"

#include <array>
#include <cstring>

#include "placement/cpu_path.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace isotherm::placement {
namespace {

constexpr std::uint32_t polynomial = 0x11021;
constexpr std::size_t table_count = 8;

using Tables = std::array<std::array<std::uint16_t, 256>, table_count>;

// tables[k][byte]: the remainder of a byte that k zero bytes follow.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t rest = byte << 8;
    for (int bit = 0; bit < 8; ++bit) rest = (rest << 1) ^ ((rest & 0x8000) != 0 ? polynomial : 0);
    tables[0][byte] = static_cast<std::uint16_t>(rest);
  }
  for (std::size_t k = 1; k < table_count; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint16_t before = tables[k - 1][byte];
      tables[k][byte] = static_cast<std::uint16_t>(before << 8 ^ tables[0][before >> 8]);
    }
  return tables;
}
constexpr Tables tables = make_tables();

// x^power modulo the polynomial.
consteval std::uint64_t power_of_x(int power) {
  std::uint32_t rest = 1;
  for (int i = 0; i < power; ++i) rest = (rest << 1) ^ ((rest & 0x8000) != 0 ? polynomial : 0);
  return rest & 0xFFFF;
}

// The whole part of x^80 divided by the polynomial, without its first term, x^64.
consteval std::uint64_t whole_quotient() {
  std::uint64_t quotient = 0;
  std::uint32_t rest = 0;
  for (int i = 80; i >= 0; --i) {
    rest = rest << 1 | (i == 80 ? 1U : 0U);
    quotient <<= 1;
    if ((rest & 0x10000) == 0) continue;
    rest ^= polynomial;
    quotient |= 1;
  }
  return quotient;
}

[[gnu::always_inline]] inline unsigned byte_of(const char* p) {
  return static_cast<unsigned char>(*p);
}

}  // namespace

std::uint16_t crc16_by_tables(std::string_view bytes) {
  const char* p = bytes.data();
  const std::size_t first = bytes.size() % 8;
  unsigned crc = 0;
  for (std::size_t i = 0; i < first; ++i) crc ^= tables[first - 1 - i][byte_of(p + i)];
  const char* const end = p + bytes.size();
  for (p += first; p != end; p += 8)
    crc = static_cast<unsigned>(
        tables[7][byte_of(p) ^ crc >> 8] ^ tables[6][byte_of(p + 1) ^ (crc & 0xFF)] ^
        tables[5][byte_of(p + 2)] ^ tables[4][byte_of(p + 3)] ^ tables[3][byte_of(p + 4)] ^
        tables[2][byte_of(p + 5)] ^ tables[1][byte_of(p + 6)] ^ tables[0][byte_of(p + 7)]);
  return static_cast<std::uint16_t>(crc);
}

#if defined(__x86_64__)
namespace {

[[gnu::always_inline]] inline std::uint64_t big_eight(const char* p) {
  std::uint64_t value;
  std::memcpy(&value, p, 8);
  return __builtin_bswap64(value);
}

[[gnu::always_inline]] inline std::uint64_t big_four(const char* p) {
  std::uint32_t value;
  std::memcpy(&value, p, 4);
  return __builtin_bswap32(value);
}

// Sixteen bytes of this from 16 - n on take the first n bytes of a register as a big-endian number.
alignas(64) constexpr std::array<signed char, 32> first_bytes{
    15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2,  1,  0,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

__attribute__((target("sse4.1"))) inline __m128i load(const void* p) {
  return _mm_loadu_si128(static_cast<const __m128i*>(p));
}

// A message of fewer than sixteen bytes as one number.
__attribute__((target("sse4.1"))) inline __m128i short_number(const char* p, std::size_t size) {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  if (size >= 8) {
    const std::size_t half = 4 * (16 - size);
    high = big_eight(p) >> half >> half;
    low = big_eight(p + size - 8);
  } else if (size >= 4) {
    low = big_four(p) << (8 * (size - 4)) | big_four(p + size - 4);
  } else {
    for (std::size_t i = 0; i < size; ++i) low = low << 8 | byte_of(p + i);
  }
  return _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
}

}  // namespace

// The message is a number of 128 bits (the bytes over a multiple of sixteen come first), moved on
// by 128 bits for each block. What is left, times x^16, is folded into 80 bits; of those the
// remainder is taken by Barrett's reduction, which is exact for polynomials:
//
//   quotient := (upper 64 bits * (x^80 / P)) / x^64        remainder := wide - quotient * P
__attribute__((target("pclmul,sse4.1"))) std::uint16_t crc16_by_multiplication(
    std::string_view bytes) {
  const char* p = bytes.data();
  const std::size_t size = bytes.size();
  __m128i sum;
  if (size < 16) {
    sum = short_number(p, size);
  } else {
    const char* const end = p + size;
    const std::size_t head = (size - 1) % 16 + 1;
    sum = _mm_shuffle_epi8(load(p), load(first_bytes.data() + 16 - head));
    const __m128i on_by_block = _mm_set_epi64x(power_of_x(192), power_of_x(128));
    for (p += head; p != end; p += 16)
      sum = _mm_xor_si128(_mm_shuffle_epi8(load(p), load(first_bytes.data())),
                          _mm_xor_si128(_mm_clmulepi64_si128(sum, on_by_block, 0x11),
                                        _mm_clmulepi64_si128(sum, on_by_block, 0x00)));
  }
  const __m128i on_by_crc = _mm_set_epi64x(power_of_x(80), power_of_x(16));
  const __m128i wide = _mm_xor_si128(_mm_clmulepi64_si128(sum, on_by_crc, 0x11),
                                     _mm_clmulepi64_si128(sum, on_by_crc, 0x00));
  const __m128i product = _mm_clmulepi64_si128(
      _mm_srli_si128(wide, 2), _mm_set_epi64x(0, static_cast<long long>(whole_quotient())), 0x00);
  const auto low = static_cast<std::uint64_t>(_mm_cvtsi128_si64(wide));
  const auto quotient = static_cast<std::uint64_t>(_mm_extract_epi64(product, 1)) ^ low >> 16;
  // The lowest bits of quotient * P: P is x^16 + x^12 + x^5 + 1.
  return static_cast<std::uint16_t>(low ^ quotient ^ quotient << 5 ^ quotient << 12);
}
#endif

#if defined(__x86_64__)
namespace {

// Not inside crc16, where every call would ask whether it is known already. Before it is, tables
// give the same answers.
const bool multiplies = has_carryless_multiply();

}  // namespace
#endif

std::uint16_t crc16(std::string_view bytes) {
#if defined(__x86_64__)
  if (multiplies) return crc16_by_multiplication(bytes);
#endif
  return crc16_by_tables(bytes);
}

}  // namespace isotherm::placement
