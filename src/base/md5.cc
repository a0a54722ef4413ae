#include "base/md5.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace isotherm {
namespace {

constexpr std::size_t block_bytes = 64;
using State = std::array<std::uint32_t, 4>;

constexpr std::array<std::array<int, 4>, 4> rotations = {
    {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}}};

// floor(2^32 * |sin(i + 1)|), as the RFC defines them.
const std::array<std::uint32_t, 64>& sines() {
  static const auto table = [] {
    std::array<std::uint32_t, 64> values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<std::uint32_t>(
          std::floor(std::ldexp(std::fabs(std::sin(static_cast<double>(i + 1))), 32)));
    }
    return values;
  }();
  return table;
}

std::uint32_t word_at(std::string_view bytes, std::size_t offset) {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i > 0; --i) {
    word = word << 8 | static_cast<unsigned char>(bytes[offset + i - 1]);
  }
  return word;
}

void mix(std::string_view block, State& state) {
  auto [a, b, c, d] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::size_t round = i / 16;
    std::uint32_t f = 0;
    std::size_t word = 0;
    switch (round) {
      case 0: f = (b & c) | (~b & d), word = i; break;
      case 1: f = (d & b) | (~d & c), word = (5 * i + 1) % 16; break;
      case 2: f = b ^ c ^ d, word = (3 * i + 5) % 16; break;
      default: f = c ^ (b | ~d), word = 7 * i % 16;
    }
    const std::uint32_t sum = a + f + sines()[i] + word_at(block, 4 * word);
    a = d;
    d = c;
    c = b;
    b += std::rotl(sum, rotations[round][i % 4]);
  }
  state = {state[0] + a, state[1] + b, state[2] + c, state[3] + d};
}

void append_little_endian(std::uint64_t value, int bytes, std::string& out) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> 8 * i & 0xFF);
}

}  // namespace

std::string md5(std::string_view bytes) {
  State state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  const std::size_t whole = bytes.size() - bytes.size() % block_bytes;
  for (std::size_t i = 0; i < whole; i += block_bytes) mix(bytes.substr(i, block_bytes), state);
  std::string tail(bytes.substr(whole));
  tail += '\x80';
  while (tail.size() % block_bytes != block_bytes - 8) tail += '\0';
  append_little_endian(std::uint64_t{8} * bytes.size(), 8, tail);
  for (std::size_t i = 0; i < tail.size(); i += block_bytes) {
    mix(std::string_view(tail).substr(i, block_bytes), state);
  }
  std::string digest;
  for (const std::uint32_t word : state) append_little_endian(word, 4, digest);
  return digest;
}

}  // namespace isotherm
