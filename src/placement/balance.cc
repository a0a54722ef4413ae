#include "placement/balance.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace isotherm::placement {

Balance::Balance(const Placement& placement)
    : nodes_(placement.nodes()), keys_(nodes_.size()), loads_(nodes_.size()) {}

BalanceTotals Balance::totals() const {
  BalanceTotals out;
  double weight = 0;
  std::size_t sharers = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    out.keys += keys_[i];
    out.load += loads_[i];
    weight += nodes_[i].weight;
    sharers += nodes_[i].weight > 0 ? 1 : 0;
  }
  bool is_first = true;
  double squares = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const double fair = weight > 0 ? out.load * nodes_[i].weight / weight : 0;
    const double ratio = fair > 0 ? loads_[i] / fair : 0;
    out.nodes.push_back({nodes_[i].name, keys_[i], loads_[i], ratio});
    if (nodes_[i].weight == 0) continue;
    out.max_over_mean = std::max(out.max_over_mean, ratio);
    out.min_over_mean = is_first ? ratio : std::min(out.min_over_mean, ratio);
    is_first = false;
    squares += (ratio - 1) * (ratio - 1);
  }
  if (out.keys == 0 || sharers == 0) return out;
  out.standard_deviation = std::sqrt(squares / static_cast<double>(sharers));
  out.expected_deviation =
      std::sqrt((static_cast<double>(sharers) - 1) / static_cast<double>(out.keys));
  return out;
}

}  // namespace isotherm::placement
