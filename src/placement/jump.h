#pragma once

// Jump consistent hash [Lamping and Veach, "A Fast, Minimal Memory, Consistent Hash Algorithm",
// 2014]: no memory, shares equal to within the noise of the keys, and from n to n + 1 nodes exactly
// the 1 / (n + 1) that must move does. To the bit the paper's code (and Guava's consistentHash).
//
// Nodes are numbers: only the last can go, or a new last one come. Taking another out would rename
// those after it, so `without` refuses it; use ring or rendezvous there. Weights and replicas are
// undefined.

#include "placement/hashed.h"

namespace isotherm::placement {

/// The bucket of a hash, 0 … buckets - 1. `buckets` is 1 … 2^31 - 1.
std::int32_t jump_bucket(std::uint64_t hash, std::int32_t buckets);

/// The buckets of many hashes by the instructions named; the machine must have them.
void jump_buckets(std::span<const std::uint64_t> hashes, std::int32_t buckets,
                  std::span<NodeIndex> out, CpuPath path);

class Jump final : public HashedPlacement {
 public:
  /// Refuses what check_nodes refuses, and weights that differ.
  static Placed<Jump> make(std::vector<Node> nodes, KeyHash key_hash = {});

  std::string_view scheme() const override { return "jump"; }
  NodeIndex node_of(std::uint64_t hash) const override {
    return static_cast<NodeIndex>(jump_bucket(hash, count_));
  }
  void nodes_by_path(std::span<const std::uint64_t> hashes, std::span<NodeIndex> out,
                     CpuPath path) const override;

  /// The placement without its last node. Refuses any other name, and the only node.
  Placed<Jump> without(std::string_view name) const;

 private:
  Jump(std::vector<Node> nodes, KeyHash key_hash);
  std::int32_t count_;
};

}  // namespace isotherm::placement
