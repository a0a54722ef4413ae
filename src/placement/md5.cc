#include "placement/md5.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace isotherm::placement {
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

constexpr std::array<std::array<int, 4>, 4> shifts{
    {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};

std::uint32_t little(const unsigned char* p) {
  return p[0] | static_cast<std::uint32_t>(p[1]) << 8 | static_cast<std::uint32_t>(p[2]) << 16 |
         static_cast<std::uint32_t>(p[3]) << 24;
}

}  // namespace

void Md5::block(const unsigned char* bytes) {
  std::array<std::uint32_t, 16> words;
  for (std::size_t i = 0; i < 16; ++i) words[i] = little(bytes + 4 * i);
  auto [a, b, c, d] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    std::uint32_t mixed = 0;
    std::size_t word = i;
    switch (i / 16) {
      case 0: mixed = (b & c) | (~b & d); break;
      case 1: mixed = (d & b) | (~d & c), word = (5 * i + 1) % 16; break;
      case 2: mixed = b ^ c ^ d, word = (3 * i + 5) % 16; break;
      default: mixed = c ^ (b | ~d), word = 7 * i % 16;
    }
    const auto turned = std::rotl(a + mixed + sines[i] + words[word], shifts[i / 16][i % 4]);
    a = d;
    d = c;
    c = b;
    b += turned;
  }
  state_[0] += a;
  state_[1] += b;
  state_[2] += c;
  state_[3] += d;
}

void Md5::add(std::string_view bytes) {
  auto filled = static_cast<std::size_t>(size_ % 64);
  size_ += bytes.size();
  while (!bytes.empty()) {
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

}  // namespace isotherm::placement
