#pragma once

// Products of 128 bits: a hash times a count, of which the upper half is a number below the count.

#include <cstdint>

namespace isotherm::placement {

__extension__ typedef unsigned __int128 Wide;

constexpr std::uint64_t upper_half(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::uint64_t>(static_cast<Wide>(a) * b >> 64);
}

}  // namespace isotherm::placement
