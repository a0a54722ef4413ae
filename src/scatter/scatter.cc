#include "scatter/scatter.h"

#include <algorithm>
#include <cmath>

#include "model/limits.h"

namespace isotherm::scatter {

std::optional<std::int64_t> share(std::optional<std::int64_t> items, std::size_t bytes,
                                  std::size_t entry_bytes, std::size_t strands) {
  const double fitting = std::ceil(static_cast<double>(bytes) / static_cast<double>(entry_bytes));
  const double wanted = items ? std::min(static_cast<double>(*items), fitting) : fitting;
  if (strands <= 1) return items;
  // Shares of a hash differ by about their square root.
  const double mean = wanted / static_cast<double>(strands);
  const double most = items ? static_cast<double>(*items) : fitting;
  return static_cast<std::int64_t>(
      std::clamp(std::ceil(mean + std::sqrt(mean)), 1.0, std::max(1.0, most)));
}

std::vector<Ask> first_asks(std::size_t strands, bool has_sort_key,
                            std::optional<std::int64_t> limit, std::size_t entry_bytes) {
  std::vector<Ask> asks;
  // Without a sort key strands come one after the other: with a limit, the first may be enough.
  const bool in_turn = !has_sort_key && limit;
  const std::size_t count = in_turn ? std::min<std::size_t>(1, strands) : strands;
  const auto each = share(limit, limits::page_bytes_max, entry_bytes, count);
  for (std::size_t i = 0; i < count; ++i) asks.push_back({i, each});
  return asks;
}

}  // namespace isotherm::scatter
