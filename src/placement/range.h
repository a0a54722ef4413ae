#pragma once

// Ranges of keys: each node owns what lies from its first key on, until the next one's. Keys of
// several parts compare part by part, so that equality on the first parts and a range on the next
// is one run of keys, and lies on as few nodes as a split allows.

#include "placement/bound_map.h"
#include "placement/placement.h"

namespace isotherm::placement {

/// From this key on. An empty key is the lowest of all.
struct RangeBound {
  Key from;
  NodeIndex node = no_node;
};

class Range final : public Placement {
 public:
  /// Refuses bounds that do not begin with the empty key or do not ascend.
  static Placed<Range> make(std::vector<Node> nodes, std::span<const RangeBound> bounds);

  std::string_view scheme() const override { return "range"; }
  Placed<NodeIndex> owner(Key key) const override;
  Placed<std::vector<NodeIndex>> owners(const KeyRange& range) const override;
  Placed<Explanation> explain(Key key) const override;
  const Space& space() const override { return space_; }
  std::unique_ptr<Stretches> stretches() const override { return map_.stretches(); }
  NodeIndex at(std::uint64_t) const override { return no_node; }

 private:
  Range(std::vector<Node> nodes, BoundMap map);
  Space space_;
  BoundMap map_;
};

/// The space of keys in their order: how many lie in a stretch is not known.
Space ordered_keys_space();

/// The owner of a key's ordered bytes; refused where the map has none.
Placed<NodeIndex> owner_by_order(const BoundMap& map, Key key);
Placed<Explanation> explain_by_order(const BoundMap& map, Key key);

}  // namespace isotherm::placement
