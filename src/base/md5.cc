#include "base/md5.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace isotherm {
namespace {

// floor(2^32 * |sin(i + 1)|)
constexpr std::array<std::uint32_t, 64> sines{
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

std::uint32_t little(const unsigned char* p) {
  return p[0] | static_cast<std::uint32_t>(p[1]) << 8 | static_cast<std::uint32_t>(p[2]) << 16 |
         static_cast<std::uint32_t>(p[3]) << 24;
}

// Sixteen steps that mix with one function, each in a place that the compiler knows.
template <std::size_t Round, class Mix>
void round_of(std::array<std::uint32_t, 4>& state, const std::array<std::uint32_t, 16>& words,
              std::array<int, 4> shifts, Mix mix) {
  constexpr std::array<std::size_t, 4> factors{1, 5, 3, 7};
  constexpr std::array<std::size_t, 4> offsets{0, 1, 5, 0};
  auto [a, b, c, d] = state;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < 16; ++i) {
    const auto word = words[(factors[Round] * i + offsets[Round]) % 16];
    const auto sum = a + mix(b, c, d) + sines[16 * Round + i] + word;
    a = d;
    d = c;
    c = b;
    b += std::rotl(sum, shifts[i % 4]);
  }
  state = {a, b, c, d};
}

}  // namespace

void Md5::block(const unsigned char* bytes) {
  using Word = std::uint32_t;
  std::array<Word, 16> words;
  for (std::size_t i = 0; i < 16; ++i) words[i] = little(bytes + 4 * i);
  auto state = state_;
  round_of<0>(state, words, {7, 12, 17, 22},
              [](Word b, Word c, Word d) { return d ^ (b & (c ^ d)); });
  round_of<1>(state, words, {5, 9, 14, 20},
              [](Word b, Word c, Word d) { return (b & d) + (c & ~d); });
  round_of<2>(state, words, {4, 11, 16, 23}, [](Word b, Word c, Word d) { return b ^ c ^ d; });
  round_of<3>(state, words, {6, 10, 15, 21}, [](Word b, Word c, Word d) { return c ^ (b | ~d); });
  for (std::size_t i = 0; i < 4; ++i) state_[i] += state[i];
}

void Md5::add(std::string_view bytes) {
  auto filled = static_cast<std::size_t>(size_ % 64);
  size_ += bytes.size();
  while (!bytes.empty()) {
    if (filled == 0 && bytes.size() >= 64) {
      block(reinterpret_cast<const unsigned char*>(bytes.data()));
      bytes.remove_prefix(64);
      continue;
    }
    const auto count = std::min(bytes.size(), 64 - filled);
    std::memcpy(rest_.data() + filled, bytes.data(), count);
    bytes.remove_prefix(count);
    filled += count;
    if (filled < 64) return;
    block(rest_.data());
    filled = 0;
  }
}

void Md5::add_u32(std::uint32_t value) {
  char bytes[4];
  for (auto& byte : bytes) byte = static_cast<char>(value & 0xFF), value >>= 8;
  add({bytes, 4});
}

void Md5::add_u64(std::uint64_t value) {
  add_u32(static_cast<std::uint32_t>(value));
  add_u32(static_cast<std::uint32_t>(value >> 32));
}

Md5Digest Md5::finish() {
  const auto bits = size_ * 8;
  constexpr std::string_view padding(
      "\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
      "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
      64);
  const auto filled = static_cast<std::size_t>(size_ % 64);
  add(padding.substr(0, filled < 56 ? 56 - filled : 120 - filled));
  add_u64(bits);
  Md5Digest digest;
  for (std::size_t i = 0; i < 16; ++i)
    digest[i] = static_cast<unsigned char>(state_[i / 4] >> (8 * (i % 4)) & 0xFF);
  return digest;
}

Md5Digest md5(std::string_view bytes) {
  Md5 hash;
  hash.add(bytes);
  return hash.finish();
}

std::uint32_t digest_u32(const Md5Digest& digest, std::size_t at) {
  return little(digest.data() + at);
}

std::uint64_t digest_u64(const Md5Digest& digest, std::size_t at) {
  return digest_u32(digest, at) | static_cast<std::uint64_t>(digest_u32(digest, at + 4)) << 32;
}

}  // namespace isotherm
