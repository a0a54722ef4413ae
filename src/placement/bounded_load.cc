#include "placement/bounded_load.h"

#include <cmath>

namespace isotherm::placement {
namespace {

// A cap that is a whole number stays it, however the product was rounded.
constexpr double rounding = 1e-9;

}  // namespace

BoundedLoad::BoundedLoad(std::shared_ptr<const Ring> ring, std::uint64_t factor_thousandths)
    : ring_(std::move(ring)),
      factor_thousandths_(factor_thousandths),
      loads_(std::make_unique<std::atomic<std::uint64_t>[]>(ring_->nodes().size())),
      total_(std::make_unique<std::atomic<std::uint64_t>>(0)) {
  double total_weight = 0;
  std::uint64_t sharers = 0;
  for (const auto& node : ring_->nodes()) {
    total_weight += node.weight;
    sharers += node.weight > 0 ? 1 : 0;
  }
  const double factor = static_cast<double>(factor_thousandths) / 1000;
  for (const auto& node : ring_->nodes()) {
    shares_.push_back(factor * node.weight / total_weight);
    is_weighted_ = is_weighted_ || (node.weight > 0 && node.weight != ring_->nodes()[0].weight) ||
                   ring_->nodes()[0].weight == 0;
  }
  equal_divisor_ = sharers * 1000;
}

Placed<BoundedLoad> BoundedLoad::make(std::shared_ptr<const Ring> ring, double factor) {
  expects(ring != nullptr, "a bounded load stands on a ring");
  if (!std::isfinite(factor) || factor < 1 || factor > 16)
    return refuse("the load factor is not between 1 and 16");
  return BoundedLoad(std::move(ring), static_cast<std::uint64_t>(std::llround(factor * 1000)));
}

std::uint64_t BoundedLoad::cap(NodeIndex node, std::uint64_t keys) const {
  // Whole numbers where weights are equal: a rounding error would let a node one above its cap.
  if (!is_weighted_) {
    if (ring_->nodes()[node].weight == 0) return 0;
    return (keys * factor_thousandths_ + equal_divisor_ - 1) / equal_divisor_;
  }
  return static_cast<std::uint64_t>(
      std::ceil(shares_[node] * static_cast<double>(keys) - rounding));
}

// load < ceil(x) is load < x for whole loads: no division, no rounding.
bool BoundedLoad::is_under(NodeIndex node, std::uint64_t load, std::uint64_t keys) const {
  if (!is_weighted_) return load * equal_divisor_ < keys * factor_thousandths_;
  return static_cast<double>(load) < shares_[node] * static_cast<double>(keys) - rounding;
}

bool BoundedLoad::try_take(NodeIndex node, std::uint64_t keys) {
  auto& load = loads_[node];
  auto now = load.load(std::memory_order_relaxed);
  while (is_under(node, now, keys))
    if (load.compare_exchange_weak(now, now + 1, std::memory_order_relaxed)) return true;
  return false;
}

NodeIndex BoundedLoad::take(std::uint64_t hash) {
  const auto keys = total_->fetch_add(1, std::memory_order_relaxed) + 1;
  const auto first = ring_->node_of(hash);
  return try_take(first, keys) ? first : take_next(hash, keys);
}

NodeIndex BoundedLoad::take_next(std::uint64_t hash, std::uint64_t keys) {
  while (true) {
    auto walk = ring_->index().walk(hash);
    std::uint64_t point = 0;
    NodeIndex node = no_node;
    while (walk.next(point, node))
      if (try_take(node, keys)) return node;
    // Others filled what was free while we walked: their keys count now too.
    keys = total_->load(std::memory_order_relaxed);
  }
}

void BoundedLoad::release(NodeIndex node) {
  const auto before = loads_[node].fetch_sub(1, std::memory_order_relaxed);
  expects(before > 0, "a key was released that was never taken");
  total_->fetch_sub(1, std::memory_order_relaxed);
}

NodeIndex BoundedLoad::peek(std::uint64_t hash) const {
  const auto keys = total() + 1;
  auto walk = ring_->index().walk(hash);
  std::uint64_t point = 0;
  NodeIndex node = no_node;
  while (walk.next(point, node))
    if (is_under(node, load(node), keys)) return node;
  return ring_->node_of(hash);
}

}  // namespace isotherm::placement
