#include "placement/vitess.h"

namespace isotherm::placement {
namespace {

// Every row of a pinned table has one keyspace id.
class PinnedVindex final : public Vindex {
 public:
  explicit PinnedVindex(std::string id) : id_(std::move(id)) { rule = "pinned"; }
  Placed<void> map(Key, KeyBytes& out) const override {
    out.append(id_);
    return {};
  }
  Placed<std::optional<VindexRange>> map_range(const KeyRange&) const override {
    return std::optional(VindexRange{id_, id_ + '\1', false});
  }

 private:
  std::string id_;
};

}  // namespace

Vitess::Vitess(std::vector<Node> nodes, std::shared_ptr<const Vindex> vindex, BoundMap map)
    : Placement(std::move(nodes)), vindex_(std::move(vindex)), map_(std::move(map)) {
  space_ = {"vitess keyspace ids: " + vindex_->rule, Space::Kind::bytes, 0,
            vindex_->spreads_evenly()};
}

Placed<Vitess> Vitess::make(std::shared_ptr<const Vindex> vindex, std::vector<std::string> shards) {
  std::vector<Node> nodes;
  for (const auto& name : shards) {
    ASSIGN_OR_RETURN(const auto range, parse_vitess_range(name));
    // A shard's weight is its part of the ids.
    const Space ids{"", Space::Kind::bytes};
    const double end = range.end.empty() ? 1 : share_before(ids, {0, range.end});
    nodes.push_back({name, end - share_before(ids, {0, range.start})});
  }
  TRY(check_nodes(nodes));
  ASSIGN_OR_RETURN(auto map, vitess_bounds(shards));
  return Vitess(std::move(nodes), std::move(vindex), std::move(map));
}

Placed<Vitess> Vitess::make(const VitessTable& table, std::vector<std::string> shards,
                            const ReadFile& read_file) {
  if (table.pinned) return make(std::make_shared<PinnedVindex>(*table.pinned), std::move(shards));
  ASSIGN_OR_RETURN(std::shared_ptr<const Vindex> vindex,
                   make_vindex(table.vindex_type, table.params, read_file));
  if (vindex->columns() != table.columns.size())
    return refuse("the vindex '" + table.vindex_name + "' takes " +
                  std::to_string(vindex->columns()) + " columns, the table names " +
                  std::to_string(table.columns.size()));
  return make(std::move(vindex), std::move(shards));
}

Placed<std::string_view> Vitess::keyspace_id(Key key, KeyBytes& space) const {
  if (key.size() != vindex_->columns())
    return refuse("the key (" + key_text(key) + ") has not the vindex's " +
                  std::to_string(vindex_->columns()) + " columns");
  space.clear();
  TRY(vindex_->map(key, space));
  return space.view();
}

Placed<NodeIndex> Vitess::owner(Key key) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto id, keyspace_id(key, space));
  const auto shard = shard_of(id);
  if (shard == no_node) return refuse("no shard has the keyspace id " + hex_text(id));
  return shard;
}

Placed<std::vector<NodeIndex>> Vitess::owners(const KeyRange& range) const {
  if (range.prefix.size() == vindex_->columns()) {
    ASSIGN_OR_RETURN(const auto shard, owner(range.prefix));
    return std::vector<NodeIndex>{shard};
  }
  ASSIGN_OR_RETURN(const auto ids, vindex_->map_range(range));
  if (!ids) return map_.owners_in({"", "", true});
  return map_.owners_in({std::string(without_zeros(ids->first)), ids->end, ids->is_open});
}

Placed<Explanation> Vitess::explain(Key key) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto id, keyspace_id(key, space));
  Explanation out;
  out.steps.emplace_back("keyspace id", hex_text(id));
  out.owner = shard_of(id);
  if (out.owner == no_node) return refuse("no shard has the keyspace id " + hex_text(id));
  return out;
}

}  // namespace isotherm::placement
