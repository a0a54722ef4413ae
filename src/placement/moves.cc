#include "placement/moves.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace isotherm::placement {
namespace {

// One of the two streams: its current stretch, and where that ends.
class Side {
 public:
  explicit Side(std::unique_ptr<Stretches> stretches) : stretches_(std::move(stretches)) {
    has_next_ = stretches_->next(next_);
    advance();
  }

  NodeIndex owner() const { return now_.owner; }
  bool has_next() const { return has_next_; }
  /// The first position after the current stretch, when there is one.
  const Position& next_first() const { return next_.first; }
  void advance() {
    now_ = next_;
    if (has_next_) has_next_ = stretches_->next(next_);
  }

 private:
  std::unique_ptr<Stretches> stretches_;
  Stretch now_;
  Stretch next_;
  bool has_next_ = false;
};

double share_between(const Space& space, const Position& first, const Position* end) {
  if (!space.is_even) return 0;
  return (end == nullptr ? 1.0 : share_before(space, *end)) - share_before(space, first);
}

Placed<MoveTotals> measured_moves(const Placement& from, const Placement& to) {
  MovedKeys keys(from, to);
  // Evenly spread, and never the same remainder by any number: steps of the golden ratio.
  const auto last = from.space().last;
  std::uint64_t state = 0;
  for (std::uint64_t i = 0; i < measured_positions; ++i) {
    state += 0x9e3779b97f4a7c15ULL;
    const auto drawn = mix_position(state);
    const auto position = last == ~std::uint64_t{0} ? drawn : drawn % (last + 1);
    keys.add(from.at(position), to.at(position));
  }
  return keys.totals();
}

}  // namespace

std::uint64_t mix_position(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
  return x ^ x >> 31;
}

Placed<MoveTotals> moves(const Placement& from, const Placement& to, const MoveSink& sink) {
  const auto& space = from.space();
  if (!(space == to.space()))
    return refuse("the placements put keys into different spaces ('" + space.name + "', '" +
                  to.space().name + "'): compare them by keys");
  auto from_stretches = from.stretches();
  auto to_stretches = to.stretches();
  if (!from_stretches || !to_stretches) return measured_moves(from, to);
  if (!space.is_even && !sink)
    return refuse("how many keys lie in a range is not known: compare the placements by keys");

  Side before(std::move(from_stretches));
  Side after(std::move(to_stretches));
  MovedKeys tally(from, to);
  Position first;
  std::uint64_t stretches = 0;
  while (true) {
    const bool before_ends =
        before.has_next() && (!after.has_next() || before.next_first() <= after.next_first());
    const bool after_ends =
        after.has_next() && (!before.has_next() || after.next_first() <= before.next_first());
    const Position end = before_ends ? before.next_first() : after.next_first();
    const bool has_end = before_ends || after_ends;
    const double share = share_between(space, first, has_end ? &end : nullptr);
    tally.add(before.owner(), after.owner(), share);
    if (tally.is_move(before.owner(), after.owner())) {
      ++stretches;
      const Move move{first, has_end ? std::optional(end) : std::nullopt, before.owner(),
                      after.owner(), share};
      if (sink && !sink(move)) break;
    }
    if (!has_end) break;
    if (before_ends) before.advance();
    if (after_ends) after.advance();
    first = end;
  }
  auto totals = tally.totals();
  totals.stretches = stretches;
  totals.measured = 0;
  totals.error = 0;
  return totals;
}

MovedKeys::MovedKeys(const Placement& from, const Placement& to) : from_(from), to_(to) {
  std::map<std::string_view, std::size_t> rows;
  for (const auto& node : from.nodes()) {
    rows.emplace(node.name, nodes_.size());
    from_rows_.push_back(nodes_.size());
    nodes_.push_back({node.name});
    nodes_.back().is_gone = true;
  }
  for (const auto& node : to.nodes()) {
    const auto [row, is_new] = rows.emplace(node.name, nodes_.size());
    if (is_new) nodes_.push_back({node.name});
    to_rows_.push_back(row->second);
    nodes_[row->second].is_new = is_new;
    nodes_[row->second].is_gone = false;
  }
}

Placed<void> MovedKeys::add(Key key, double weight) {
  ASSIGN_OR_RETURN(const auto before, from_.owner(key));
  ASSIGN_OR_RETURN(const auto after, to_.owner(key));
  add(before, after, weight);
  return {};
}

bool MovedKeys::is_move(NodeIndex before, NodeIndex after) const {
  if (before == no_node || after == no_node) return before != after;
  return from_rows_[before] != to_rows_[after];
}

void MovedKeys::add(NodeIndex before, NodeIndex after, double weight) {
  ++keys_;
  total_ += weight;
  auto* from = before == no_node ? nullptr : &nodes_[from_rows_[before]];
  auto* to = after == no_node ? nullptr : &nodes_[to_rows_[after]];
  if (from != nullptr) from->share_before += weight;
  if (to != nullptr) to->share_after += weight;
  if (from == to) return;
  moved_ += weight;
  if (from != nullptr) from->moved_out += weight;
  if (to != nullptr) to->moved_in += weight;
  if (from != nullptr && to != nullptr && !from->is_gone && !to->is_new)
    between_survivors_ += weight;
}

MoveTotals MovedKeys::totals() const {
  MoveTotals out;
  out.nodes = nodes_;
  out.measured = keys_;
  if (total_ <= 0) return out;
  for (auto& node : out.nodes) {
    node.share_before /= total_;
    node.share_after /= total_;
    node.moved_in /= total_;
    node.moved_out /= total_;
    out.least += std::max(0.0, node.share_after - node.share_before);
  }
  out.moved = moved_ / total_;
  out.moved_between_survivors = between_survivors_ / total_;
  out.error = std::sqrt(out.moved * (1 - out.moved) / static_cast<double>(keys_));
  return out;
}

}  // namespace isotherm::placement
