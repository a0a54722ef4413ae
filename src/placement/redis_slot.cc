#include "placement/redis_slot.h"

#include <cstring>

#include "base/expects.h"
#include "placement/crc16.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace isotherm::placement {
namespace {

constexpr std::uint64_t every_byte(std::uint64_t byte) { return byte * 0x0101010101010101ULL; }

// Whether one of eight bytes is "{".
bool has_brace(std::uint64_t eight) {
  const std::uint64_t differs = eight ^ every_byte('{');
  return ((differs - every_byte(1)) & ~differs & every_byte(0x80)) != 0;
}

std::uint64_t eight_at(const char* p) {
  std::uint64_t value;
  std::memcpy(&value, p, 8);
  return value;
}

// Most keys have no brace: found out without a call or a loop over bytes.
bool may_have_tag(std::string_view key) {
  const char* p = key.data();
  const auto size = key.size();
  if (size < 8) {
    char space[8] = {};
    std::memcpy(space, p, size);
    return has_brace(eight_at(space));
  }
  if (size < 16) return has_brace(eight_at(p)) || has_brace(eight_at(p + size - 8));
#if defined(__x86_64__)
  const __m128i brace = _mm_set1_epi8('{');
  __m128i found =
      _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p + size - 16)), brace);
  for (std::size_t i = 0; i + 16 < size; i += 16)
    found = _mm_or_si128(
        found, _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p + i)), brace));
  return _mm_movemask_epi8(found) != 0;
#else
  return std::memchr(p, '{', size) != nullptr;
#endif
}

}  // namespace

std::string_view redis_tag(std::string_view key) {
  if (key.empty() || !may_have_tag(key)) return key;
  const auto open = key.find('{');
  const auto close = key.find('}', open + 1);
  if (close == std::string_view::npos || close == open + 1) return key;
  return key.substr(open + 1, close - open - 1);
}

std::uint16_t redis_slot(std::string_view key) { return crc16(redis_tag(key)) % redis_slots; }

void redis_slots_of(std::span<const std::string_view> keys, std::span<std::uint16_t> out) {
  expects(keys.size() == out.size(), "as many slots as keys");
  for (std::size_t i = 0; i < keys.size(); ++i) out[i] = redis_slot(keys[i]);
}

}  // namespace isotherm::placement
