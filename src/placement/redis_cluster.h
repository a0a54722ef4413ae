#pragma once

// A Redis Cluster: who serves which slot, read from what its nodes answer to CLUSTER NODES.
//
// nodes() has the primaries and the replicas, named by their addresses ("127.0.0.1:7000"); a
// replica's weight is 0, since it owns nothing. replicas() gives the primary of the key's slot and
// the replicas of that primary, in the order of the table.

#include <array>

#include "placement/placement.h"
#include "placement/redis_slot.h"

namespace isotherm::placement {

struct RedisNode {
  /// Forty hex digits.
  std::string id;
  /// "127.0.0.1:7000"
  std::string address;
  /// The id of its primary; empty: it is one.
  std::string primary_id;
};

class RedisCluster final : public Placement {
 public:
  using SlotTable = std::array<std::uint16_t, redis_slots>;

  /// Reads the answer of CLUSTER NODES (also the text of nodes.conf). Slots that are migrating
  /// belong to their source until it is done, as the servers say.
  static Placed<RedisCluster> read(std::string_view cluster_nodes);

  /// Primaries named, slots dealt as redis-cli's `--cluster create` deals them: in equal runs.
  static Placed<RedisCluster> even(std::vector<Node> primaries);

  std::string_view scheme() const override { return "redis-cluster"; }
  Placed<NodeIndex> owner(Key key) const override;
  Placed<void> owners_of(std::span<const std::string_view> keys,
                         std::span<NodeIndex> out) const override;
  Placed<std::vector<NodeIndex>> owners(const KeyRange& range) const override;
  Placed<void> replicas(Key key, std::span<NodeIndex> out) const override;
  Placed<Explanation> explain(Key key) const override;
  const Space& space() const override { return space_; }
  std::unique_ptr<Stretches> stretches() const override;
  NodeIndex at(std::uint64_t slot) const override {
    const auto owner = slot < redis_slots ? slots_[slot] : unserved;
    return owner == unserved ? no_node : owner;
  }

  const std::vector<RedisNode>& redis_nodes() const { return redis_nodes_; }
  bool is_primary(NodeIndex node) const { return redis_nodes_[node].primary_id.empty(); }
  std::size_t slot_count(NodeIndex node) const;
  /// The table with a slot given to another primary.
  RedisCluster with_slots(std::span<const std::uint16_t> slots, NodeIndex to) const;

 private:
  static constexpr std::uint16_t unserved = 0xFFFF;

  RedisCluster(std::vector<Node> nodes, std::vector<RedisNode> redis_nodes, const SlotTable& slots);

  Space space_;
  std::vector<RedisNode> redis_nodes_;
  SlotTable slots_;
};

}  // namespace isotherm::placement
