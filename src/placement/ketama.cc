#include "placement/ketama.h"

#include <numeric>

#include "base/md5.h"
#include "placement/point_walk.h"

namespace isotherm::placement {
namespace {

constexpr double digests_per_node = 40.0;
constexpr std::size_t digests_max = std::size_t{1} << 24;

// Hash 0 is a stretch of its own where the search loses it.
class KetamaStretches final : public Stretches {
 public:
  KetamaStretches(const PointIndex<std::uint32_t>& index, NodeIndex owner_of_zero)
      : points_(index, ~std::uint32_t{0}), owner_of_zero_(owner_of_zero) {}

  bool next(Stretch& stretch) override {
    if (has_held_) {
      has_held_ = false;
      stretch = {{1, {}}, held_};
      return true;
    }
    if (!points_.next(stretch)) return false;
    if (stretch.first.number == 0 && stretch.owner != owner_of_zero_) {
      held_ = stretch.owner;
      has_held_ = true;
      stretch.owner = owner_of_zero_;
    }
    return true;
  }

 private:
  PointStretches<std::uint32_t> points_;
  NodeIndex owner_of_zero_;
  NodeIndex held_ = no_node;
  bool has_held_ = false;
};

Placed<std::string_view> key_text_of(Key key, KeyBytes& space) {
  if (key.size() != 1) return refuse("a memcached key is one string");
  return canonical_bytes(key, space);
}

}  // namespace

std::uint32_t Ketama::hash_of(std::string_view key) { return digest_u32(md5(key), 0); }

Ketama::Ketama(std::vector<Node> nodes, KetamaOptions options, const Points<std::uint32_t>& points)
    : Placement(std::move(nodes)),
      index_(points, options.layout),
      owner_of_zero_(options.search == KetamaSearch::perl ? points.owners.back()
                                                          : points.owners.front()) {
  space_ = {"md5, 32 bits", Space::Kind::numbers, ~std::uint32_t{0}, true};
}

Placed<Ketama> Ketama::make(std::vector<Node> nodes, KetamaOptions options) {
  TRY(check_nodes(nodes));
  float total = 0;
  for (const auto& node : nodes) total += static_cast<float>(node.weight);
  Points<std::uint32_t> points;
  for (NodeIndex i = 0; i < nodes.size(); ++i) {
    const float share = static_cast<float>(nodes[i].weight) / total;
    const auto digests = static_cast<std::size_t>(static_cast<float>(
        static_cast<double>(share) * digests_per_node * static_cast<double>(nodes.size())));
    if (points.size() / 4 + digests > digests_max)
      return refuse("a ketama ring of more than " + std::to_string(digests_max) + " digests");
    for (std::size_t k = 0; k < digests; ++k) {
      const auto digest = md5(nodes[i].name + "-" + std::to_string(k));
      for (std::size_t part = 0; part < 4; ++part)
        points.push_back(digest_u32(digest, 4 * part), i);
    }
  }
  if (points.size() == 0) return refuse("no node has a point on the ketama ring");
  const auto in_order = sorted(points, name_ranks(nodes));
  return Ketama(std::move(nodes), options, in_order);
}

Placed<NodeIndex> Ketama::owner(Key key) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto text, key_text_of(key, space));
  return node_of(hash_of(text));
}

Placed<std::vector<NodeIndex>> Ketama::owners(const KeyRange& range) const {
  if (range.prefix.size() == 1) {
    ASSIGN_OR_RETURN(const auto found, owner(range.prefix));
    return std::vector<NodeIndex>{found};
  }
  std::vector<NodeIndex> all(nodes().size());
  std::iota(all.begin(), all.end(), NodeIndex{0});
  return all;
}

Placed<void> Ketama::replicas(Key key, std::span<NodeIndex> out) const {
  TRY(check_replicas(out.size()));
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto text, key_text_of(key, space));
  if (!distinct_owners(index_, hash_of(text), out))
    return refuse("fewer nodes than " + std::to_string(out.size()) + " have points on the ring");
  return {};
}

Placed<Explanation> Ketama::explain(Key key) const {
  KeyBytes space;
  ASSIGN_OR_RETURN(const auto text, key_text_of(key, space));
  Explanation out;
  const auto hash = hash_of(text);
  out.steps.emplace_back("canonical bytes", hex_text(text));
  out.steps.emplace_back("hash (md5, first four bytes)", std::to_string(hash));
  out.owner = node_of(hash);
  auto walk = index_.walk(hash);
  std::uint32_t point = 0;
  NodeIndex ignored = no_node;
  walk.next(point, ignored);
  out.steps.emplace_back("point", std::to_string(point));
  return out;
}

std::unique_ptr<Stretches> Ketama::stretches() const {
  return std::make_unique<KetamaStretches>(index_, owner_of_zero_);
}

}  // namespace isotherm::placement
