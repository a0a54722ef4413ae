#include "vectors/foreign_hash.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "base/murmur3.h"

namespace isotherm::vectors {
namespace {

std::uint32_t signed_byte(char c) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<signed char>(c)));
}

/// The state after the whole blocks.
std::uint32_t blocks(std::string_view bytes, std::uint32_t seed) {
  std::uint32_t h = seed;
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4)
    h = murmur3::mix(h, murmur3::load32(bytes.data() + i));
  return h;
}

std::u16string utf16_of(std::string_view text) {
  std::u16string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t bytes = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0x80 || lead < 0xc0 || i + bytes > text.size()) {
      out += static_cast<char16_t>(lead);
      ++i;
      continue;
    }
    std::uint32_t code = lead & (0x7fU >> bytes);
    for (std::size_t k = 1; k < bytes; ++k)
      code = code << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3fU);
    if (code >= 0x10000) {
      out += static_cast<char16_t>(0xd800 + ((code - 0x10000) >> 10));
      out += static_cast<char16_t>(0xdc00 + ((code - 0x10000) & 0x3ff));
    } else {
      out += static_cast<char16_t>(code);
    }
    i += bytes;
  }
  return out;
}

std::uint64_t finalize(std::uint64_t h) {
  h = (h ^ h >> 33) * 0xff51afd7ed558ccdU;
  h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53U;
  return h ^ h >> 33;
}

constexpr std::uint64_t c1 = 0x87c37b91114253d5U;
constexpr std::uint64_t c2 = 0x4cf5ad432745937fU;

std::uint64_t mix1(std::uint64_t k) { return std::rotl(k * c1, 31) * c2; }
std::uint64_t mix2(std::uint64_t k) { return std::rotl(k * c2, 33) * c1; }

std::uint64_t load64(const char* at) {
  return murmur3::load32(at) | std::uint64_t{murmur3::load32(at + 4)} << 32;
}

}  // namespace

std::uint32_t spark_murmur3(std::string_view bytes, std::uint32_t seed) {
  std::uint32_t h = blocks(bytes, seed);
  for (std::size_t i = bytes.size() & ~std::size_t{3}; i < bytes.size(); ++i)
    h = murmur3::mix(h, signed_byte(bytes[i]));
  return murmur3::finish(h, 0, bytes.size());
}

std::uint32_t signed_tail_murmur3(std::string_view bytes, std::uint32_t seed) {
  const std::uint32_t h = blocks(bytes, seed);
  const std::size_t whole = bytes.size() & ~std::size_t{3};
  std::uint32_t tail = 0;
  for (std::size_t i = whole; i < bytes.size(); ++i)
    tail ^= signed_byte(bytes[i]) << 8 * (i - whole);
  return murmur3::finish(h, tail, bytes.size());
}

std::int64_t cassandra_token(std::string_view bytes) {
  std::uint64_t h1 = 0;
  std::uint64_t h2 = 0;
  const std::size_t whole = bytes.size() & ~std::size_t{15};
  for (std::size_t i = 0; i < whole; i += 16) {
    h1 = (std::rotl(h1 ^ mix1(load64(bytes.data() + i)), 27) + h2) * 5 + 0x52dce729U;
    h2 = (std::rotl(h2 ^ mix2(load64(bytes.data() + i + 8)), 31) + h1) * 5 + 0x38495ab5U;
  }
  std::array<std::uint64_t, 2> tail{};
  for (std::size_t i = whole; i < bytes.size(); ++i) {
    const auto byte = static_cast<std::uint64_t>(static_cast<signed char>(bytes[i]));
    tail[(i - whole) / 8] ^= byte << 8 * ((i - whole) % 8);
  }
  h2 ^= mix2(tail[1]);
  h1 ^= mix1(tail[0]);
  h1 ^= bytes.size();
  h2 ^= bytes.size();
  h1 += h2;
  h2 += h1;
  h1 = finalize(h1);
  h2 = finalize(h2);
  h1 += h2;
  const auto token = static_cast<std::int64_t>(h1);
  return token == std::numeric_limits<std::int64_t>::min()
             ? std::numeric_limits<std::int64_t>::max()
             : token;
}

std::string utf16_bytes(std::string_view text, bool high_byte_first) {
  std::string out;
  for (const char16_t unit : utf16_of(text)) {
    const auto high = static_cast<char>(unit >> 8);
    const auto low = static_cast<char>(unit & 0xff);
    out += high_byte_first ? high : low;
    out += high_byte_first ? low : high;
  }
  return out;
}

std::string modified_utf8(std::string_view text) {
  std::string out;
  for (const char16_t unit : utf16_of(text)) {
    if (unit != 0 && unit < 0x80) {
      out += static_cast<char>(unit);
    } else if (unit < 0x800) {
      out += static_cast<char>(0xc0 | unit >> 6);
      out += static_cast<char>(0x80 | (unit & 0x3f));
    } else {
      out += static_cast<char>(0xe0 | unit >> 12);
      out += static_cast<char>(0x80 | (unit >> 6 & 0x3f));
      out += static_cast<char>(0x80 | (unit & 0x3f));
    }
  }
  return out;
}

std::string low_bytes_of_utf16(std::string_view text) {
  std::string out;
  for (const char16_t unit : utf16_of(text)) out += static_cast<char>(unit & 0xff);
  return out;
}

}  // namespace isotherm::vectors
