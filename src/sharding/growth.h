#pragma once

// What happens to the shards when their number changes, for strategies that take a remainder (hash,
// id-suffix with modulo). A hash h that was in h mod n is then in h mod m; so old shard s feeds
// exactly the new shards t with t = s modulo gcd(n, m), each with the same share. When m is a
// multiple of n each old shard splits into m / n of its own, and no two old ones meet in a new one.

#include <cstdint>
#include <vector>

#include "sharding/strategy.h"

namespace isotherm::sharding {

class Growth {
 public:
  /// From n to m shards, each 1 … shards_max.
  Growth(Shard from, Shard to);

  Shard from() const { return from_; }
  Shard to() const { return to_; }

  /// Every old shard has new ones of its own: nothing moves between them. So it is when the number
  /// doubles.
  bool splits() const { return step_ == from_; }
  /// Every new shard takes old ones whole: the reverse of a split.
  bool merges() const { return step_ == to_; }

  /// The new shards that get items of an old one, ascending.
  std::vector<Shard> fed_by(Shard old_shard) const;
  /// The old shards that a new one gets items from, ascending.
  std::vector<Shard> sources_of(Shard new_shard) const;

  /// Of the keys, so many in `of` change their shard's number: 1 - min(n, m) / lcm(n, m).
  struct Share {
    std::uint64_t moved;
    std::uint64_t of;
  };
  Share moved() const;

 private:
  Shard from_;
  Shard to_;
  /// gcd(from, to)
  Shard step_;
};

}  // namespace isotherm::sharding
