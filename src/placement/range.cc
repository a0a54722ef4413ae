#include "placement/range.h"

namespace isotherm::placement {
namespace {

Placed<std::string_view> ordered_bytes(Key key, KeyBytes& space) {
  if (key.empty()) return refuse("a key needs at least one part");
  space.clear();
  for (const auto& part : key) TRY(append_ordered(part, space));
  return space.view();
}

}  // namespace

Space ordered_keys_space() { return {"keys in order", Space::Kind::bytes, 0, false}; }

Placed<NodeIndex> owner_by_order(const BoundMap& map, Key key) {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, ordered_bytes(key, space));
  const auto found = map.owner_of(bytes);
  if (found == no_node) return refuse("no node owns the key (" + key_text(key) + ")");
  return found;
}

Placed<Explanation> explain_by_order(const BoundMap& map, Key key) {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto bytes, ordered_bytes(key, space));
  const auto place = map.place_of(bytes);
  Explanation out;
  out.owner = map.bounds()[place].owner;
  if (out.owner == no_node) return refuse("no node owns the key (" + key_text(key) + ")");
  out.steps.emplace_back("ordered bytes", hex_text(bytes));
  const auto end = place + 1 < map.bounds().size() ? hex_text(map.bounds()[place + 1].first) : "";
  out.steps.emplace_back("range", hex_text(map.bounds()[place].first) + "-" + end);
  return out;
}

Range::Range(std::vector<Node> nodes, BoundMap map)
    : Placement(std::move(nodes)), space_(ordered_keys_space()), map_(std::move(map)) {}

Placed<Range> Range::make(std::vector<Node> nodes, std::span<const RangeBound> bounds) {
  TRY(check_nodes(nodes));
  if (bounds.empty() || !bounds[0].from.empty())
    return refuse("the first range must begin with the lowest key");
  std::vector<Bound> out;
  for (const auto& bound : bounds) {
    if (bound.node >= nodes.size())
      return refuse("the range from (" + key_text(bound.from) + ") has no node");
    ASSIGN_OR_RETURN(auto bytes, ordered_range({bound.from}));
    if (!out.empty() && bytes.first <= out.back().first)
      return refuse("the range from (" + key_text(bound.from) +
                    ") does not begin after the one before it");
    out.push_back({std::move(bytes.first), bound.node});
  }
  return Range(std::move(nodes), BoundMap(std::move(out)));
}

Placed<NodeIndex> Range::owner(Key key) const { return owner_by_order(map_, key); }

Placed<std::vector<NodeIndex>> Range::owners(const KeyRange& range) const {
  ASSIGN_OR_RETURN(const auto bytes, ordered_range(range));
  return map_.owners_in(bytes);
}

Placed<Explanation> Range::explain(Key key) const { return explain_by_order(map_, key); }

}  // namespace isotherm::placement
