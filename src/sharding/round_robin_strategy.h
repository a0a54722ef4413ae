#pragma once

// The strategy `round-robin`: write after write takes the next shard, from several threads too. Of
// k * shards writes each shard gets exactly k. Writers of several processes begin at different
// shards, so that they do not march in step.

#include <atomic>

#include "sharding/strategy.h"

namespace isotherm::sharding {

class RoundRobinStrategy {
 public:
  /// `shards` is 1 … shards_max; the first draw gives `begin` modulo `shards`.
  explicit RoundRobinStrategy(Shard shards, std::uint64_t begin = 0);

  Shard shards() const { return shards_; }

  /// The next shard; takes no random bits.
  Shard draw(std::uint64_t /*random*/ = 0) {
    return static_cast<Shard>(next_.fetch_add(1, std::memory_order_relaxed) % shards_);
  }

 private:
  Shard shards_;
  /// After 2^64 draws the order jumps once.
  std::atomic<std::uint64_t> next_;
};

static_assert(DrawingStrategy<RoundRobinStrategy>);

}  // namespace isotherm::sharding
