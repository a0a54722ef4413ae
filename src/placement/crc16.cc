#include "placement/crc16.h"

#include <array>
#include <cstring>

#include "placement/cpu_path.h"
#include "placement/upper_half.h"

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

// The whole part of x^64 divided by the polynomial.
consteval std::uint64_t whole_quotient() {
  std::uint64_t quotient = 0;
  std::uint32_t rest = 0;
  for (int i = 64; i >= 0; --i) {
    rest = rest << 1 | (i == 64 ? 1U : 0U);
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

// The first bytes as one number of 128 bits, big-endian: as many as stand over a multiple of 16.
struct Head {
  std::uint64_t high;
  std::uint64_t low;
  std::size_t size;
};

[[gnu::always_inline]] inline Head head_of(const char* p, std::size_t size) {
  if (size >= 16) {
    const std::size_t head = (size - 1) % 16 + 1;
    const auto whole = static_cast<Wide>(big_eight(p)) << 64 | big_eight(p + 8);
    const auto part = whole >> (8 * (16 - head));
    return {static_cast<std::uint64_t>(part >> 64), static_cast<std::uint64_t>(part), head};
  }
  if (size > 8) return {big_eight(p) >> (8 * (16 - size)), big_eight(p + size - 8), size};
  if (size == 8) return {0, big_eight(p), size};
  if (size >= 4) return {0, big_four(p) << (8 * (size - 4)) | big_four(p + size - 4), size};
  std::uint64_t low = 0;
  for (std::size_t i = 0; i < size; ++i) low = low << 8 | byte_of(p + i);
  return {0, low, size};
}

}  // namespace

__attribute__((target("pclmul,sse4.1"))) std::uint16_t crc16_by_multiplication(
    std::string_view bytes) {
  const char* p = bytes.data();
  const auto head = head_of(p, bytes.size());
  __m128i sum = _mm_set_epi64x(static_cast<long long>(head.high), static_cast<long long>(head.low));
  const __m128i on_by_block = _mm_set_epi64x(power_of_x(192), power_of_x(128));
  const __m128i swap = _mm_set_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const char* const end = p + bytes.size();
  for (p += head.size; p != end; p += 16) {
    const __m128i block =
        _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)), swap);
    sum = _mm_xor_si128(block, _mm_xor_si128(_mm_clmulepi64_si128(sum, on_by_block, 0x11),
                                             _mm_clmulepi64_si128(sum, on_by_block, 0x00)));
  }
  // sum * x^16 in 80 bits, then in 64, then its remainder by Barrett's reduction.
  const __m128i on_by_crc = _mm_set_epi64x(power_of_x(80), power_of_x(16));
  const __m128i wide = _mm_xor_si128(_mm_clmulepi64_si128(sum, on_by_crc, 0x11),
                                     _mm_clmulepi64_si128(sum, on_by_crc, 0x00));
  const __m128i reduce = _mm_set_epi64x(power_of_x(64), static_cast<long long>(whole_quotient()));
  const __m128i narrow = _mm_xor_si128(wide, _mm_clmulepi64_si128(wide, reduce, 0x11));
  const __m128i quotient = _mm_clmulepi64_si128(narrow, reduce, 0x00);
  const __m128i multiple = _mm_clmulepi64_si128(quotient, _mm_set_epi64x(0, polynomial), 0x01);
  return static_cast<std::uint16_t>(_mm_cvtsi128_si64(_mm_xor_si128(narrow, multiple)));
}
#endif

std::uint16_t crc16(std::string_view bytes) {
#if defined(__x86_64__)
  static const bool multiplies = has_carryless_multiply();
  if (multiplies) return crc16_by_multiplication(bytes);
#endif
  return crc16_by_tables(bytes);
}

}  // namespace isotherm::placement
