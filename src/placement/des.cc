#include "placement/des.h"

#include <array>
#include <bit>

namespace isotherm::placement {
namespace {

constexpr std::array<std::array<std::uint8_t, 64>, 8> boxes{{
    {14, 4,  13, 1, 2,  15, 11, 8, 3, 10, 6, 12, 5,  9,  0,  7,  0,  15, 7,  4,  14, 2,
     13, 1,  10, 6, 12, 11, 9,  5, 3, 8,  4, 1,  14, 8,  13, 6,  2,  11, 15, 12, 9,  7,
     3,  10, 5,  0, 15, 12, 8,  2, 4, 9,  1, 7,  5,  11, 3,  14, 10, 0,  6,  13},
    {15, 1,  8,  14, 6,  11, 3,  4, 9,  7,  2, 13, 12, 0,  5,  10, 3,  13, 4,  7, 15, 2,
     8,  14, 12, 0,  1,  10, 6,  9, 11, 5,  0, 14, 7,  11, 10, 4,  13, 1,  5,  8, 12, 6,
     9,  3,  2,  15, 13, 8,  10, 1, 3,  15, 4, 2,  11, 6,  7,  12, 0,  5,  14, 9},
    {10, 0,  9,  14, 6, 3,  15, 5,  1,  13, 12, 7, 11, 4,  2,  8,  13, 7, 0,  9, 3, 4,
     6,  10, 2,  8,  5, 14, 12, 11, 15, 1,  13, 6, 4,  9,  8,  15, 3,  0, 11, 1, 2, 12,
     5,  10, 14, 7,  1, 10, 13, 0,  6,  9,  8,  7, 4,  15, 14, 3,  11, 5, 2,  12},
    {7, 13, 14, 3, 0, 6,  9, 10, 1,  2, 8,  5, 11, 12, 4,  15, 13, 8,  11, 5, 6, 15,
     0, 3,  4,  7, 2, 12, 1, 10, 14, 9, 10, 6, 9,  0,  12, 11, 7,  13, 15, 1, 3, 14,
     5, 2,  8,  4, 3, 15, 0, 6,  10, 1, 13, 8, 9,  4,  5,  11, 12, 7,  2,  14},
    {2,  12, 4, 1,  7,  10, 11, 6, 8, 5,  3, 15, 13, 0,  14, 9,  14, 11, 2,  12, 4,  7,
     13, 1,  5, 0,  15, 10, 3,  9, 8, 6,  4, 2,  1,  11, 10, 13, 7,  8,  15, 9,  12, 5,
     6,  3,  0, 14, 11, 8,  12, 7, 1, 14, 2, 13, 6,  15, 0,  9,  10, 4,  5,  3},
    {12, 1,  10, 15, 9,  2,  6, 8,  0, 13, 3,  4,  14, 7,  5, 11, 10, 15, 4, 2, 7, 12,
     9,  5,  6,  1,  13, 14, 0, 11, 3, 8,  9,  14, 15, 5,  2, 8,  12, 3,  7, 0, 4, 10,
     1,  13, 11, 6,  4,  3,  2, 12, 9, 5,  15, 10, 11, 14, 1, 7,  6,  0,  8, 13},
    {4, 11, 2,  14, 15, 0,  8,  13, 3, 12, 9,  7, 5,  10, 6,  1,  13, 0,  11, 7,  4, 9,
     1, 10, 14, 3,  5,  12, 2,  15, 8, 6,  1,  4, 11, 13, 12, 3,  7,  14, 10, 15, 6, 8,
     0, 5,  9,  2,  6,  11, 13, 8,  1, 4,  10, 7, 9,  5,  0,  15, 14, 2,  3,  12},
    {13, 2, 8,  4, 6, 15, 11, 1,  10, 9,  3, 14, 5,  0,  12, 7,  1,  15, 13, 8, 10, 3,
     7,  4, 12, 5, 6, 11, 0,  14, 9,  2,  7, 11, 4,  1,  9,  12, 14, 2,  0,  6, 10, 13,
     15, 3, 5,  8, 2, 1,  14, 7,  4,  10, 8, 13, 15, 12, 9,  0,  3,  5,  6,  11},
}};

// Where each bit comes from, counted from 1 at the top, as the standard writes it.
constexpr std::array<std::uint8_t, 32> permutation{16, 7, 20, 21, 29, 12, 28, 17, 1,  15, 23,
                                                   26, 5, 18, 31, 10, 2,  8,  24, 14, 32, 27,
                                                   3,  9, 19, 13, 30, 6,  22, 11, 4,  25};

constexpr std::uint32_t permuted(std::uint32_t in) {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < 32; ++i) out = out << 1 | (in >> (32 - permutation[i]) & 1);
  return out;
}

// A box and the permutation after it, by the six bits that go in.
constexpr std::array<std::array<std::uint32_t, 64>, 8> make_rounds() {
  std::array<std::array<std::uint32_t, 64>, 8> rounds{};
  for (std::size_t box = 0; box < 8; ++box)
    for (std::uint32_t in = 0; in < 64; ++in) {
      const std::uint32_t row = (in >> 4 & 2) | (in & 1);
      const std::uint32_t column = in >> 1 & 15;
      const std::uint32_t value = boxes[box][row * 16 + column];
      rounds[box][in] = permuted(value << (28 - 4 * box));
    }
  return rounds;
}
constexpr auto rounds = make_rounds();

std::uint32_t round_of(std::uint32_t half) {
  std::uint32_t out = 0;
  for (std::size_t box = 0; box < 8; ++box)
    out ^= rounds[box][std::rotl(half, static_cast<int>(4 * box + 5)) & 63];
  return out;
}

// The first permutation: output bit i is input bit from(i), counted from 0 at the top.
constexpr int first_from(int i) {
  const int row = i / 8;
  const int start = row < 4 ? 57 + 2 * row : 56 + 2 * (row - 4);
  return start - 8 * (i % 8);
}

using Bytes = std::array<std::array<std::uint64_t, 256>, 8>;

constexpr Bytes make_permutation(bool is_last) {
  Bytes out{};
  for (int i = 0; i < 64; ++i) {
    const int from = is_last ? i : first_from(i);
    const int to = is_last ? first_from(i) : i;
    for (std::uint32_t byte = 0; byte < 256; ++byte)
      if ((byte >> (7 - from % 8) & 1) != 0)
        out[static_cast<std::size_t>(from / 8)][byte] |= std::uint64_t{1} << (63 - to);
  }
  return out;
}
constexpr Bytes first = make_permutation(false);
constexpr Bytes last = make_permutation(true);

std::uint64_t apply(const Bytes& table, std::uint64_t block) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < 8; ++i) out |= table[i][block >> (56 - 8 * i) & 0xFF];
  return out;
}

}  // namespace

std::uint64_t des_null_key(std::uint64_t block) {
  block = apply(first, block);
  auto left = static_cast<std::uint32_t>(block >> 32);
  auto right = static_cast<std::uint32_t>(block);
  for (int round = 0; round < 16; ++round) {
    const auto before = right;
    right = left ^ round_of(right);
    left = before;
  }
  return apply(last, static_cast<std::uint64_t>(right) << 32 | left);
}

}  // namespace isotherm::placement
