#pragma once

// The draws of all nodes for one key, as many at once as a register holds. One text for every width
// (compilers turn it into SSE2, NEON, AVX2, AVX-512), so every path computes the same draws.
//
//   equal weights:  the greatest draw of each block of seeds; only a block with a new greatest is
//                   looked through for its place
//                   Of many keys at once the keys are the lanes: no search for the place
//   other weights:  a bound below minus_log(t) / weight for every node, t + t^2/2 <= -ln(1 - t), in
//                   floats; the least bound and the second least. When the exact value of the node
//                   with the least bound is under the second least, it has won, and no logarithm of
//                   another was needed (rendezvous.cc decides the rest exactly)

#include <cstddef>
#include <cstdint>

namespace isotherm::placement {

/// Seeds come in multiples of this many.
inline constexpr std::size_t rendezvous_block = 16;

inline constexpr std::uint32_t draw_first = 0x85ebca6bU;
inline constexpr std::uint32_t draw_second = 0xc2b2ae35U;

/// The draw of one node.
constexpr std::uint32_t draw_of(std::uint64_t hash, std::uint32_t seed) {
  std::uint32_t a = static_cast<std::uint32_t>(hash) ^ seed;
  a = (a ^ a >> 16) * draw_first ^ static_cast<std::uint32_t>(hash >> 32);
  return (a ^ a >> 13) * draw_second;
}

/// So many keys are a group of many keys at once.
inline constexpr std::size_t rendezvous_keys = 32;

struct DrawList {
  const std::uint32_t* seeds;
  const float* inverse_weights;
  /// A multiple of rendezvous_block.
  std::size_t size;
  /// Without those that fill up the last block.
  std::size_t count;
};

/// The least and second least bounds, and the place of the least.
struct LeastBounds {
  float least;
  float second;
  std::size_t place;
};

std::size_t greatest_draw_portable(std::uint64_t hash, const DrawList& list);
LeastBounds least_bounds_portable(std::uint64_t hash, const DrawList& list);
/// The places of `rendezvous_keys` keys.
void greatest_draws_portable(const std::uint64_t* hashes, const DrawList& list,
                             std::uint32_t* places);
#if defined(__x86_64__)
std::size_t greatest_draw_avx2(std::uint64_t hash, const DrawList& list);
LeastBounds least_bounds_avx2(std::uint64_t hash, const DrawList& list);
std::size_t greatest_draw_avx512(std::uint64_t hash, const DrawList& list);
LeastBounds least_bounds_avx512(std::uint64_t hash, const DrawList& list);
void greatest_draws_avx2(const std::uint64_t* hashes, const DrawList& list, std::uint32_t* places);
void greatest_draws_avx512(const std::uint64_t* hashes, const DrawList& list,
                           std::uint32_t* places);
#endif

}  // namespace isotherm::placement
