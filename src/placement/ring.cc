#include "placement/ring.h"

#include <cmath>

#include "placement/point_walk.h"

namespace isotherm::placement {
namespace {

using RingPoints = Points<std::uint64_t>;

constexpr std::size_t points_max = std::size_t{1} << 28;
constexpr std::uint64_t point_step = 0x9e3779b97f4a7c15ULL;

void append_points(const Node& node, NodeIndex index, double points_per_weight, RingPoints& out) {
  const auto count = point_count(node.weight, points_per_weight);
  std::uint64_t state = hash_bytes(HashKind::xxh3, node.name);
  for (std::size_t k = 0; k < count; ++k) {
    state += point_step;
    out.push_back(mix64(state), index);
  }
}

Placed<std::size_t> total_points(std::span<const Node> nodes, double points_per_weight) {
  if (!std::isfinite(points_per_weight) || points_per_weight <= 0)
    return refuse("the points of a node must be a number greater than 0");
  double total = 0;
  for (const auto& node : nodes) total += std::max(1.0, node.weight * points_per_weight);
  if (total > static_cast<double>(points_max))
    return refuse("a ring of more than " + std::to_string(points_max) + " points");
  return static_cast<std::size_t>(total);
}

}  // namespace

std::size_t point_count(double weight, double points_per_weight) {
  if (weight == 0) return 0;
  return static_cast<std::size_t>(std::max(1LL, std::llround(weight * points_per_weight)));
}

std::vector<std::uint16_t> name_ranks(std::span<const Node> nodes) {
  std::vector<std::uint16_t> ranks(nodes.size());
  const auto order = by_name(nodes);
  for (std::size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<std::uint16_t>(i);
  return ranks;
}

Ring::Ring(std::vector<Node> nodes, RingOptions options, PointIndex<std::uint64_t> index)
    : HashedPlacement(std::move(nodes), options.key_hash),
      options_(options),
      index_(std::move(index)) {}

Placed<Ring> Ring::make(std::vector<Node> nodes, RingOptions options) {
  TRY(check_nodes(nodes));
  ASSIGN_OR_RETURN(const auto total, total_points(nodes, options.points_per_weight));
  RingPoints points;
  points.reserve(total);
  for (NodeIndex i = 0; i < nodes.size(); ++i)
    append_points(nodes[i], i, options.points_per_weight, points);
  const auto in_order = sorted(points, name_ranks(nodes));
  return Ring(std::move(nodes), options, PointIndex(in_order, options.layout));
}

Placed<Ring> Ring::with(Node node) const {
  std::vector<Node> more(nodes().begin(), nodes().end());
  more.push_back(std::move(node));
  TRY(check_nodes(more));
  TRY(total_points(more, options_.points_per_weight));
  const auto ranks = name_ranks(more);
  RingPoints added;
  append_points(more.back(), static_cast<NodeIndex>(more.size() - 1), options_.points_per_weight,
                added);
  const auto in_order = sorted(added, ranks);
  PointIndex<std::uint64_t> index(index_.size() + in_order.size(), options_.layout,
                                  [&](auto&& add) { each_of_both(index_, in_order, ranks, add); });
  return Ring(std::move(more), options_, std::move(index));
}

Placed<Ring> Ring::without(std::string_view name) const {
  const auto gone = find_node(nodes(), name);
  if (gone == no_node) return refuse("there is no node '" + std::string(name) + "'");
  std::vector<Node> fewer(nodes().begin(), nodes().end());
  fewer.erase(fewer.begin() + gone);
  TRY(check_nodes(fewer));
  const auto lost = point_count(nodes()[gone].weight, options_.points_per_weight);
  PointIndex<std::uint64_t> index(index_.size() - lost, options_.layout, [&](auto&& add) {
    index_.each_point([&](std::uint64_t point, std::uint16_t owner) {
      if (owner != gone) add(point, static_cast<std::uint16_t>(owner - (owner > gone ? 1 : 0)));
    });
  });
  return Ring(std::move(fewer), options_, std::move(index));
}

void Ring::nodes_by_path(std::span<const std::uint64_t> hashes, std::span<NodeIndex> out,
                         CpuPath path) const {
  expects(hashes.size() == out.size(), "as many owners as hashes");
  index_.owners_of(hashes, out, path);
}

Placed<void> Ring::replicas_of(std::uint64_t hash, std::span<NodeIndex> out) const {
  if (!distinct_owners(index_, hash, out))
    return refuse("fewer nodes than " + std::to_string(out.size()) + " have points on the ring");
  return {};
}

std::unique_ptr<Stretches> Ring::stretches() const {
  return std::make_unique<PointStretches<std::uint64_t>>(index_, ~std::uint64_t{0});
}

void Ring::explain_hash(std::uint64_t hash, Explanation& out) const {
  auto walk = index_.walk(hash);
  std::uint64_t point = 0;
  NodeIndex owner = no_node;
  walk.next(point, owner);
  out.steps.emplace_back("point", hex_text(point) + " of " + std::string(nodes()[owner].name));
}

}  // namespace isotherm::placement
