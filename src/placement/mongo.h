#pragma once

// A sharded collection of MongoDB: chunks of the shard key's values, each on a shard [MongoDB
// manual, "Shard Keys", "Hashed Sharding"].
//
//   A chunk holds the keys from its min (inclusive) to its max (exclusive). A hashed field's value
//   is replaced by its hash (mongo_hash.h) before it is compared, also in the chunks' bounds. Order
//   of types: MinKey, null, numbers, strings, binaries, ObjectIds, booleans, dates, MaxKey; strings
//   by their bytes (the simple collation), binaries by length first.
//
// A field that a document has not counts as null. At most one field is hashed, as in MongoDB.
// Embedded documents in a ranged field are refused.

#include <optional>

#include "placement/bound_map.h"
#include "placement/placement.h"

namespace isotherm::placement {

struct MongoField {
  std::string name;
  bool is_hashed = false;
};

struct MongoChunk {
  Key min;
  Key max;
  NodeIndex shard = no_node;
};

class Mongo final : public Placement {
 public:
  /// Refuses chunks that leave a gap, overlap, or do not reach from MinKey to MaxKey.
  static Placed<Mongo> make(std::vector<Node> shards, std::vector<MongoField> shard_key,
                            std::span<const MongoChunk> chunks);

  /// Chunks as MongoDB makes them for an empty collection with one hashed field: `per_shard` equal
  /// ones for each shard, one shard after the other.
  static Placed<Mongo> presplit(std::vector<Node> shards, std::string field,
                                std::size_t per_shard = 2);

  std::string_view scheme() const override { return "mongodb"; }
  Placed<NodeIndex> owner(Key key) const override;
  Placed<std::vector<NodeIndex>> owners(const KeyRange& range) const override;
  Placed<Explanation> explain(Key key) const override;
  const Space& space() const override { return space_; }
  std::unique_ptr<Stretches> stretches() const override { return map_.stretches(); }
  NodeIndex at(std::uint64_t) const override { return no_node; }
  const std::vector<MongoField>& shard_key() const { return shard_key_; }

 private:
  Mongo(std::vector<Node> shards, std::vector<MongoField> shard_key, BoundMap map);
  Placed<std::string_view> position(Key key, KeyBytes& space) const;
  Placed<void> append_field(std::size_t field, const KeyPart& value, KeyBytes& out) const;

  Space space_;
  std::vector<MongoField> shard_key_;
  BoundMap map_;
};

/// Appends bytes whose order is the order of values. Refuses documents.
Placed<void> append_mongo_order(const KeyPart& value, KeyBytes& out);

}  // namespace isotherm::placement
