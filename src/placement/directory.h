#pragma once

// An explicit table: these keys to these nodes, every other key to the default node, or to nobody.
// For tenants that were put somewhere by hand. An entry for a key's first parts counts for every
// key that begins with them; where several do, the longest wins.

#include <string>

#include "placement/bound_map.h"
#include "placement/placement.h"

namespace isotherm::placement {

struct DirectoryEntry {
  Key key;
  NodeIndex node = no_node;
};

class Directory final : public Placement {
 public:
  /// `standard` is the node of keys that no entry names; with no_node they are refused. Refuses
  /// entries without a key or a node, and two for one key.
  static Placed<Directory> make(std::vector<Node> nodes, std::span<const DirectoryEntry> entries,
                                NodeIndex standard = no_node);

  std::string_view scheme() const override { return "directory"; }
  Placed<NodeIndex> owner(Key key) const override;
  Placed<std::vector<NodeIndex>> owners(const KeyRange& range) const override;
  Placed<Explanation> explain(Key key) const override;
  const Space& space() const override { return space_; }
  std::unique_ptr<Stretches> stretches() const override { return map_.stretches(); }
  NodeIndex at(std::uint64_t) const override { return no_node; }

 private:
  Directory(std::vector<Node> nodes, BoundMap map);
  Space space_;
  BoundMap map_;
};

}  // namespace isotherm::placement
