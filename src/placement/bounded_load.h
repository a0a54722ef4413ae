#pragma once

// Consistent hashing with bounded loads [Mirrokni, Thorup and Zadimoghaddam, 2018] on a ring:
// a key goes to the first node clockwise that is under its cap, so that no node ever has more than
//
//   cap := ceil(factor * (keys now + 1) * weight / total weight)
//
// keys. It counts the keys that are there, so it is no value: where a key goes depends on who came
// before. Counters are atomic; any number of threads may take and release.

#include <atomic>
#include <cstdint>
#include <memory>

#include "placement/ring.h"

namespace isotherm::placement {

class BoundedLoad {
 public:
  /// `factor` is 1.0 … 16, in thousandths; 1.25 is usual. Refuses other factors.
  static Placed<BoundedLoad> make(std::shared_ptr<const Ring> ring, double factor);

  /// Counts a key in and tells its node. Allocates nothing, takes no lock.
  NodeIndex take(std::uint64_t hash);
  /// A key that `take` gave to the node is gone.
  void release(NodeIndex node);
  /// Where `take` would put the key now.
  NodeIndex peek(std::uint64_t hash) const;

  std::uint64_t load(NodeIndex node) const { return loads_[node].load(std::memory_order_relaxed); }
  std::uint64_t total() const { return total_->load(std::memory_order_relaxed); }
  /// The cap of a node when so many keys are there.
  std::uint64_t cap(NodeIndex node, std::uint64_t keys) const;
  const Ring& ring() const { return *ring_; }

 private:
  BoundedLoad(std::shared_ptr<const Ring> ring, std::uint64_t factor_thousandths);

  /// Whether a node with so many keys is under its cap; its weight is not 0.
  bool is_under(NodeIndex node, std::uint64_t load, std::uint64_t keys) const;
  /// Counts the key in when the node is under its cap.
  bool try_take(NodeIndex node, std::uint64_t keys);
  NodeIndex take_next(std::uint64_t hash, std::uint64_t keys);

  std::shared_ptr<const Ring> ring_;
  std::uint64_t factor_thousandths_;
  bool is_weighted_ = false;
  std::uint64_t equal_divisor_ = 1;
  /// factor * weight / total weight, by node.
  std::vector<double> shares_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> loads_;
  std::unique_ptr<std::atomic<std::uint64_t>> total_;
};

}  // namespace isotherm::placement
