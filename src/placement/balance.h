#pragma once

// How evenly keys lie on nodes: a histogram, the greatest load over the mean, the standard
// deviation. Loads are compared with a node's fair share, which is in proportion to its weight.

#include <cstdint>
#include <vector>

#include "placement/placement.h"

namespace isotherm::placement {

struct NodeLoad {
  std::string name;
  std::uint64_t keys = 0;
  /// The sum of the keys' weights.
  double load = 0;
  /// load / fair share; 1 is fair.
  double ratio = 0;
};

struct BalanceTotals {
  std::vector<NodeLoad> nodes;
  std::uint64_t keys = 0;
  double load = 0;
  /// The greatest ratio: max / mean when weights are equal.
  double max_over_mean = 0;
  double min_over_mean = 0;
  /// Of the ratios.
  double standard_deviation = 0;
  /// What keys that are spread at random alone would give: sqrt((nodes - 1) / keys).
  double expected_deviation = 0;
};

class Balance {
 public:
  explicit Balance(const Placement& placement);
  void add(NodeIndex node, double weight = 1) {
    ++keys_[node];
    loads_[node] += weight;
  }
  BalanceTotals totals() const;

 private:
  std::span<const Node> nodes_;
  std::vector<std::uint64_t> keys_;
  std::vector<double> loads_;
};

}  // namespace isotherm::placement
