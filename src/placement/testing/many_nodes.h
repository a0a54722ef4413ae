#pragma once

// Nodes and hashes for tests.

#include <cstdint>
#include <string>
#include <vector>

#include "placement/key_hash.h"
#include "placement/node.h"

namespace isotherm::placement::testing {

inline std::vector<Node> many_nodes(std::size_t count, std::string_view prefix = "node-") {
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < count; ++i)
    nodes.push_back({std::string(prefix) + std::to_string(i)});
  return nodes;
}

inline std::vector<std::uint64_t> many_hashes(std::size_t count, std::uint64_t seed = 1) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i < count; ++i) hashes.push_back(mix64(seed * 0x9e3779b97f4a7c15ULL + i));
  // The ends of the space are where mistakes are.
  if (count > 8) {
    hashes[0] = 0;
    hashes[1] = ~std::uint64_t{0};
    hashes[2] = 1;
    hashes[3] = ~std::uint64_t{0} - 1;
    hashes[4] = std::uint64_t{1} << 63;
    hashes[5] = (std::uint64_t{1} << 63) - 1;
  }
  return hashes;
}

/// Pearson's statistic of counts against equal shares.
inline double chi_square(const std::vector<std::uint64_t>& counts) {
  double total = 0;
  for (const auto count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (const auto count : counts) {
    const double off = static_cast<double>(count) - expected;
    sum += off * off / expected;
  }
  return sum;
}

}  // namespace isotherm::placement::testing
