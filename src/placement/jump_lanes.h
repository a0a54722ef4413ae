#pragma once

// Jump hash of many keys at once, 4 or 8 to a register and several registers side by side, so that
// divisions overlap. The operations on doubles are those of the paper, each rounded alone: the
// buckets are equal to the last bit.

#include <cstdint>
#include <span>

#include "placement/node.h"

namespace isotherm::placement {

inline constexpr std::uint64_t jump_multiplier = 2862933555777941757ULL;
/// 2^31: what a draw of 31 bits is divided by.
inline constexpr double jump_scale = 2147483648.0;

#if defined(__x86_64__)
/// How many of the hashes they did: the rest is for the plain loop.
std::size_t jump_lanes_avx2(std::span<const std::uint64_t> hashes, std::int32_t buckets,
                            std::span<NodeIndex> out);
std::size_t jump_lanes_avx512(std::span<const std::uint64_t> hashes, std::int32_t buckets,
                              std::span<NodeIndex> out);
#endif

}  // namespace isotherm::placement
