#pragma once

// Rendezvous hashing, highest random weight [Thaler and Ravishankar, 1998]: every node draws a
// number for the key, the best draw wins. No memory but the nodes, shares in proportion to weights
// to within the noise of the keys, replicas are the next best, and when a node comes or goes
// nothing moves between those that stay. The cost is a draw per node.
//
// Frozen as version 1. All numbers are 32 bits wide unless said otherwise:
//
//   seed(node)  := upper half of mix64(xxh3_64(name))
//   draw(h, s)  := a = lower(h) ^ s;  a = (a ^ a >> 16) * 0x85ebca6b ^ upper(h);
//                  (a ^ a >> 13) * 0xc2b2ae35
//   equal weights:  the greatest draw wins, read as a signed number
//   other weights:  the least of minus_log(t) / weight wins, where t = (draw + 1/2) / 2^32,
//                   draw unsigned, and minus_log(t) = -ln(1 - t) as log_series.h computes it
//
// Equal draws: the node whose name comes first. A logarithm of the machine's library would differ
// from platform to platform and move keys; ours is defined by its operations.

#include "placement/hashed.h"
#include "placement/rendezvous_lanes.h"

namespace isotherm::placement {

class Rendezvous final : public HashedPlacement {
 public:
  /// Refuses what check_nodes refuses. A node of weight 0 owns nothing.
  static Placed<Rendezvous> make(std::vector<Node> nodes, KeyHash key_hash = {});

  std::string_view scheme() const override { return "rendezvous"; }
  bool is_weighted() const { return is_weighted_; }
  NodeIndex node_of(std::uint64_t hash) const override { return node_of(hash, best_cpu_path()); }
  NodeIndex node_of(std::uint64_t hash, CpuPath path) const;
  void nodes_by_path(std::span<const std::uint64_t> hashes, std::span<NodeIndex> out,
                     CpuPath path) const override;
  Placed<void> replicas_of(std::uint64_t hash, std::span<NodeIndex> out) const override;

 private:
  Rendezvous(std::vector<Node> nodes, KeyHash key_hash);
  void explain_hash(std::uint64_t hash, Explanation& out) const override;
  DrawList draw_list() const;
  /// The best place that is not among those chosen already.
  std::size_t best_but(std::uint64_t hash, std::span<const NodeIndex> chosen) const;
  std::size_t best_weighted(std::uint64_t hash, CpuPath path) const;

  /// Nodes with a weight, in the order of their names: a place is a rank.
  std::vector<NodeIndex> node_at_;
  /// By place, filled up to a multiple of the widest register with copies of the last.
  std::vector<std::uint32_t> seeds_;
  /// 1 / weight by place; copies are infinite.
  std::vector<float> inverse_weights_;
  std::vector<double> weights_;
  bool is_weighted_ = false;
};

}  // namespace isotherm::placement
