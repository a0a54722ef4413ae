#pragma once

// The strategy `random`: each write draws a shard, all of them equally likely. Reads ask all
// shards. The writer must keep the key that it drew: it cannot be computed again.

#include "sharding/strategy.h"

namespace isotherm::sharding {

class RandomStrategy {
 public:
  /// `shards` is 1 … shards_max.
  explicit RandomStrategy(Shard shards);

  Shard shards() const { return shards_; }

  /// A shard out of 64 random bits: the high half of bits * shards. No shard is likelier than
  /// another by more than shards / 2^64.
  Shard draw(std::uint64_t random) {
    return static_cast<Shard>(static_cast<unsigned __int128>(random) * shards_ >> 64);
  }

 private:
  Shard shards_;
};

static_assert(DrawingStrategy<RandomStrategy>);

}  // namespace isotherm::sharding
