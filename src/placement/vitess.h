#pragma once

// Rows of a Vitess table on the shards of its keyspace: a vindex makes a keyspace id of the primary
// vindex's columns (vindex.h), a shard owns a range of ids (vitess_shards.h).

#include "placement/placement.h"
#include "placement/vindex.h"
#include "placement/vitess_shards.h"
#include "placement/vitess_vschema.h"

namespace isotherm::placement {

class Vitess final : public Placement {
 public:
  /// Shards by their names. Refuses names that are no ranges, and ranges that overlap.
  static Placed<Vitess> make(std::shared_ptr<const Vindex> vindex, std::vector<std::string> shards);

  /// A table of a VSchema. Refuses what read_vschema_table and make_vindex refuse.
  static Placed<Vitess> make(const VitessTable& table, std::vector<std::string> shards,
                             const ReadFile& read_file = {});

  std::string_view scheme() const override { return "vitess"; }
  Placed<NodeIndex> owner(Key key) const override;
  Placed<std::vector<NodeIndex>> owners(const KeyRange& range) const override;
  Placed<Explanation> explain(Key key) const override;
  const Space& space() const override { return space_; }
  std::unique_ptr<Stretches> stretches() const override { return map_.stretches(); }
  NodeIndex at(std::uint64_t) const override { return no_node; }

  /// The shard of a keyspace id; no_node when none has it.
  NodeIndex shard_of(std::string_view keyspace_id) const {
    return map_.owner_of(without_zeros(keyspace_id));
  }
  /// The same of an id of eight bytes, when no shard's bound is longer.
  NodeIndex shard_of(std::uint64_t keyspace_id) const { return map_.owner_of(keyspace_id); }
  bool has_short_bounds() const { return map_.is_short(); }

 private:
  Vitess(std::vector<Node> nodes, std::shared_ptr<const Vindex> vindex, BoundMap map);
  Placed<std::string_view> keyspace_id(Key key, KeyBytes& space) const;

  Space space_;
  std::shared_ptr<const Vindex> vindex_;
  BoundMap map_;
};

}  // namespace isotherm::placement
