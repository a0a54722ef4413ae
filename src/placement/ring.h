#pragma once

// Consistent hashing on a ring of 64-bit points [Karger and others, 1997]. A node has points in
// proportion to its weight; a key belongs to the node of the first point that is not less than its
// hash. When a node comes or goes, keys move to or from it only.
//
// The points of a node, frozen as version 1:
//
//   points(node) := round(weight * points_per_weight), at least 1, none for weight 0
//   point(node, k) := mix64(xxh3_64(name) + (k + 1) * 0x9e3779b97f4a7c15),   k = 0 …
//
// How many a node has depends on nothing but its own weight: so another node's coming moves nothing
// between those that stay. 160 points give shares with a standard deviation of 8 % of a share; the
// ring is no good with a few (three points each: 37 to 63 % on two nodes).

#include "placement/hashed.h"
#include "placement/point_index.h"

namespace isotherm::placement {

struct RingOptions {
  /// Points of a node of weight 1.
  double points_per_weight = 160;
  RingLayout layout = RingLayout::lines;
  KeyHash key_hash = {};
};

class Ring final : public HashedPlacement {
 public:
  /// Refuses what check_nodes refuses, and more than 2^28 points.
  static Placed<Ring> make(std::vector<Node> nodes, RingOptions options = {});

  /// The ring with one node more, or one less: equal to one made anew, in a tenth of the time.
  Placed<Ring> with(Node node) const;
  Placed<Ring> without(std::string_view name) const;

  std::string_view scheme() const override { return "ring"; }
  NodeIndex node_of(std::uint64_t hash) const override { return index_.owner_of(hash); }
  void nodes_by_path(std::span<const std::uint64_t> hashes, std::span<NodeIndex> out,
                     CpuPath path) const override;
  Placed<void> replicas_of(std::uint64_t hash, std::span<NodeIndex> out) const override;
  std::unique_ptr<Stretches> stretches() const override;

  const PointIndex<std::uint64_t>& index() const { return index_; }
  std::size_t memory_bytes() const { return index_.memory_bytes(); }

 private:
  Ring(std::vector<Node> nodes, RingOptions options, PointIndex<std::uint64_t> index);
  void explain_hash(std::uint64_t hash, Explanation& out) const override;

  RingOptions options_;
  PointIndex<std::uint64_t> index_;
};

/// How many points a node of this weight has.
std::size_t point_count(double weight, double points_per_weight);

}  // namespace isotherm::placement
