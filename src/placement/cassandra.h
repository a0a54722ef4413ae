#pragma once

// Cassandra's and ScyllaDB's Murmur3Partitioner.
//
//   token := the first half of MurmurHash3_x64_128 (seed 0) of the serialized partition key, as a
//            signed number; the least of all becomes the greatest
//   owner := the node of the first token that is not less, or of the least token
//
// Cassandra's hash is not the published one: the bytes after the last sixteen are read with their
// sign. Keys of bytes below 0x80 have the same token either way, others have not.
//
// A partition key of one column is that column's bytes; one of several is, for each, its length in
// two bytes, its bytes, and a zero byte. Text is its UTF-8, a binary its bytes; a whole number is
// CQL's `bigint` (eight bytes). Give a CQL `int`, `uuid` or other type as the bytes that it
// serializes to.
//
// Replicas: SimpleStrategy's (the next distinct nodes on the ring). NetworkTopologyStrategy needs
// racks and data centres, which are not here: refused, as are other partitioners.

#include "placement/placement.h"
#include "placement/point_index.h"

namespace isotherm::placement {

/// The token of serialized bytes.
std::int64_t cassandra_token(std::string_view bytes);

/// The bytes that a partition key serializes to.
Placed<std::string_view> cassandra_key(Key key, KeyBytes& space);

struct CassandraToken {
  std::int64_t token = 0;
  NodeIndex node = no_node;
};

class Cassandra final : public Placement {
 public:
  /// Refuses a token that two nodes have, and nodes without one.
  static Placed<Cassandra> make(std::vector<Node> nodes, std::span<const CassandraToken> tokens,
                                RingLayout layout = RingLayout::lines);

  std::string_view scheme() const override { return "cassandra"; }
  Placed<NodeIndex> owner(Key key) const override;
  Placed<std::vector<NodeIndex>> owners(const KeyRange& range) const override;
  Placed<void> replicas(Key key, std::span<NodeIndex> out) const override;
  Placed<Explanation> explain(Key key) const override;
  const Space& space() const override { return space_; }
  std::unique_ptr<Stretches> stretches() const override;
  NodeIndex at(std::uint64_t position) const override { return index_.owner_of(position); }

  NodeIndex node_of(std::int64_t token) const { return index_.owner_of(position_of(token)); }
  /// Tokens in their order as numbers from 0 on.
  static std::uint64_t position_of(std::int64_t token) {
    return static_cast<std::uint64_t>(token) ^ std::uint64_t{1} << 63;
  }

 private:
  Cassandra(std::vector<Node> nodes, const Points<std::uint64_t>& points, RingLayout layout);

  Space space_;
  PointIndex<std::uint64_t> index_;
};

}  // namespace isotherm::placement
