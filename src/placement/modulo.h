#pragma once

// owner = the hash's remainder by the number of nodes, never negative. With the hash `identity` a
// negative key counts as in mathematics (floor_mod): -1 of 3 nodes is node 2, as Java's floorMod
// has it, not the -1 of C's and Java's `%` nor the 1 of abs(h % n).
//
// Almost every key moves when the number of nodes changes: (n - 1) / n of them from n - 1 to n.

#include "placement/hashed.h"

namespace isotherm::placement {

class Modulo final : public HashedPlacement {
 public:
  /// Refuses what check_nodes refuses, and weights that differ.
  static Placed<Modulo> make(std::vector<Node> nodes, KeyHash key_hash = {});

  std::string_view scheme() const override { return "modulo"; }
  NodeIndex node_of(std::uint64_t hash) const override {
    return static_cast<NodeIndex>(is_signed_ ? floor_mod(static_cast<std::int64_t>(hash))
                                             : hash % count_);
  }

 private:
  Modulo(std::vector<Node> nodes, KeyHash key_hash);

  std::uint64_t floor_mod(std::int64_t value) const {
    const auto rest = value % static_cast<std::int64_t>(count_);
    return static_cast<std::uint64_t>(rest < 0 ? rest + static_cast<std::int64_t>(count_) : rest);
  }

  std::uint64_t count_;
  bool is_signed_;
};

}  // namespace isotherm::placement
