#include "placement/rendezvous.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "placement/log_series.h"

namespace isotherm::placement {
namespace {

// How far a bound in floats can be off, with room to spare.
constexpr double float_margin = 1.0 - 0x1p-20;

double t_of(std::uint32_t draw) { return (static_cast<double>(draw) + 0.5) * 0x1p-32; }

// Never under -ln(1 - t), and near it for a small t.
double above_minus_log(double t) { return t + t * t * (0.5 + t / (3.0 * (1.0 - t))); }

std::uint32_t seed_of(std::string_view name) {
  return static_cast<std::uint32_t>(mix64(hash_bytes(HashKind::xxh3, name)) >> 32);
}

std::size_t greatest_draw(std::uint64_t hash, const DrawList& list, CpuPath path) {
#if defined(__x86_64__)
  if (path == CpuPath::avx512) return greatest_draw_avx512(hash, list);
  if (path == CpuPath::avx2) return greatest_draw_avx2(hash, list);
#endif
  (void)path;
  return greatest_draw_portable(hash, list);
}

void greatest_draws(const std::uint64_t* hashes, const DrawList& list, std::uint32_t* places,
                    CpuPath path) {
#if defined(__x86_64__)
  if (path == CpuPath::avx512) return greatest_draws_avx512(hashes, list, places);
  if (path == CpuPath::avx2) return greatest_draws_avx2(hashes, list, places);
#endif
  (void)path;
  greatest_draws_portable(hashes, list, places);
}

LeastBounds least_bounds(std::uint64_t hash, const DrawList& list, CpuPath path) {
#if defined(__x86_64__)
  if (path == CpuPath::avx512) return least_bounds_avx512(hash, list);
  if (path == CpuPath::avx2) return least_bounds_avx2(hash, list);
#endif
  (void)path;
  return least_bounds_portable(hash, list);
}

}  // namespace

Rendezvous::Rendezvous(std::vector<Node> all, KeyHash key_hash)
    : HashedPlacement(std::move(all), key_hash) {
  for (const auto index : by_name(nodes()))
    if (nodes()[index].weight > 0) node_at_.push_back(index);
  for (const auto index : node_at_) {
    const auto& node = nodes()[index];
    seeds_.push_back(seed_of(node.name));
    weights_.push_back(node.weight);
    inverse_weights_.push_back(static_cast<float>(1.0 / node.weight));
    is_weighted_ = is_weighted_ || node.weight != weights_.front();
  }
  while (seeds_.size() % rendezvous_block != 0) {
    seeds_.push_back(seeds_.back());
    inverse_weights_.push_back(std::numeric_limits<float>::infinity());
  }
}

Placed<Rendezvous> Rendezvous::make(std::vector<Node> nodes, KeyHash key_hash) {
  TRY(check_nodes(nodes));
  for (const auto& node : nodes)
    if (node.weight != 0 && (node.weight < 1e-9 || node.weight > 1e9))
      return refuse("the weight of node '" + node.name + "' is not between 1e-9 and 1e9");
  return Rendezvous(std::move(nodes), key_hash);
}

NodeIndex Rendezvous::node_of(std::uint64_t hash, CpuPath path) const {
  if (is_weighted_) return node_at_[best_weighted(hash, path)];
  return node_at_[greatest_draw(hash, draw_list(), path)];
}

void Rendezvous::nodes_by_path(std::span<const std::uint64_t> hashes, std::span<NodeIndex> out,
                               CpuPath path) const {
  expects(hashes.size() == out.size(), "as many owners as hashes");
  std::size_t done = 0;
  std::array<std::uint32_t, rendezvous_keys> places;
  while (!is_weighted_ && done + rendezvous_keys <= hashes.size()) {
    greatest_draws(hashes.data() + done, draw_list(), places.data(), path);
    for (const auto place : places) out[done++] = node_at_[place];
  }
  for (; done < hashes.size(); ++done) out[done] = node_of(hashes[done], path);
}

DrawList Rendezvous::draw_list() const {
  return {seeds_.data(), inverse_weights_.data(), seeds_.size(), node_at_.size()};
}

std::size_t Rendezvous::best_weighted(std::uint64_t hash, CpuPath path) const {
  const auto bounds = least_bounds(hash, draw_list(), path);
  if (bounds.place < weights_.size()) {
    const double above =
        above_minus_log(t_of(draw_of(hash, seeds_[bounds.place]))) / weights_[bounds.place];
    if (above < static_cast<double>(bounds.second) * float_margin) return bounds.place;
  }
  return best_but(hash, {});
}

std::size_t Rendezvous::best_but(std::uint64_t hash, std::span<const NodeIndex> chosen) const {
  double best = std::numeric_limits<double>::infinity();
  std::size_t best_place = weights_.size();
  for (std::size_t place = 0; place < weights_.size(); ++place) {
    const auto draw = draw_of(hash, seeds_[place]);
    double score = 0;
    if (is_weighted_) {
      const double t = t_of(draw);
      // Not worth a logarithm: it would not be less.
      if (t / weights_[place] * (1.0 - 0x1p-40) > best) continue;
      score = minus_log(t) / weights_[place];
    } else {
      score = -static_cast<double>(static_cast<std::int32_t>(draw));
    }
    if (score >= best && best_place != weights_.size()) continue;
    const bool is_chosen = std::find(chosen.begin(), chosen.end(), node_at_[place]) != chosen.end();
    if (is_chosen) continue;
    best = score;
    best_place = place;
  }
  return best_place;
}

Placed<void> Rendezvous::replicas_of(std::uint64_t hash, std::span<NodeIndex> out) const {
  if (out.size() > node_at_.size())
    return refuse("fewer nodes than " + std::to_string(out.size()) + " have a weight");
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = node_at_[best_but(hash, out.first(i))];
  return {};
}

void Rendezvous::explain_hash(std::uint64_t hash, Explanation& out) const {
  const auto found = std::find(node_at_.begin(), node_at_.end(), out.owner);
  const auto place = static_cast<std::size_t>(found - node_at_.begin());
  const auto draw = draw_of(hash, seeds_[place]);
  if (is_weighted_)
    out.steps.emplace_back("least score", std::to_string(minus_log(t_of(draw)) / weights_[place]) +
                                              " of " + std::to_string(weights_.size()));
  else
    out.steps.emplace_back("greatest draw", std::to_string(static_cast<std::int32_t>(draw)) +
                                                " of " + std::to_string(weights_.size()));
}

}  // namespace isotherm::placement
