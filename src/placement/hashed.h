#pragma once

// What placements by a hash of the key share: the key is hashed, and the scheme knows the owner of
// a hash. Their fast ways take hashes, one or many.

#include "placement/cpu_path.h"
#include "placement/key_hash.h"
#include "placement/placement.h"

namespace isotherm::placement {

class HashedPlacement : public Placement {
 public:
  const KeyHash& key_hash() const { return key_hash_; }

  /// The owner of a hash. Allocates nothing.
  virtual NodeIndex node_of(std::uint64_t hash) const = 0;

  /// The owners of many hashes, by the fastest instructions that the machine has, or by others: the
  /// answers are the same. Allocates nothing.
  void nodes_of(std::span<const std::uint64_t> hashes, std::span<NodeIndex> out) const {
    nodes_by_path(hashes, out, best_cpu_path());
  }
  virtual void nodes_by_path(std::span<const std::uint64_t> hashes, std::span<NodeIndex> out,
                             CpuPath path) const;

  /// The first out.size() distinct nodes of a hash. Refused as Placement::replicas.
  virtual Placed<void> replicas_of(std::uint64_t hash, std::span<NodeIndex> out) const;

  Placed<NodeIndex> owner(Key key) const final;
  Placed<void> owners_of(std::span<const std::string_view> keys,
                         std::span<NodeIndex> out) const final;
  Placed<std::vector<NodeIndex>> owners(const KeyRange& range) const final;
  Placed<void> replicas(Key key, std::span<NodeIndex> out) const final;
  Placed<Explanation> explain(Key key) const final;
  const Space& space() const final { return space_; }
  NodeIndex at(std::uint64_t position) const final { return node_of(position); }

 protected:
  HashedPlacement(std::vector<Node> nodes, KeyHash key_hash);

  /// The steps between the hash and the owner, for explain.
  virtual void explain_hash(std::uint64_t hash, Explanation& out) const;

 private:
  KeyHash key_hash_;
  Space space_;
};

}  // namespace isotherm::placement
