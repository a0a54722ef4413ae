#pragma once

// What moves between two placements, and how near that is to the least that must.
//
// Where both place by stretches of one space, moves are exact: a merge of the two streams, in
// constant memory, tells every stretch whose owner changes. Where one has no stretches (jump,
// rendezvous, modulo) shares are measured on evenly spread positions, and say how exact they are.
// Where the share of a stretch is not the share of the keys (ranges of plain keys), or keys have
// heat or size, give the keys: MovedKeys.
//
// Nodes are the same when their names are.

#include <functional>
#include <optional>

#include "placement/placement.h"

namespace isotherm::placement {

/// A stretch whose owner changes. `to_node` and `from_node` count in the nodes of their placement.
struct Move {
  Position first;
  /// The first position after it; nothing: it reaches the end of the space.
  std::optional<Position> end;
  NodeIndex from_node = no_node;
  NodeIndex to_node = no_node;
  /// Of the space: 0 … 1. 0 where the space is not even.
  double share = 0;
};

/// A node before and after.
struct NodeChange {
  std::string name;
  double share_before = 0;
  double share_after = 0;
  /// Of what moves.
  double moved_in = 0;
  double moved_out = 0;
  bool is_new = false;
  bool is_gone = false;
};

struct MoveTotals {
  /// Of all keys (or of their weight).
  double moved = 0;
  /// Between nodes that are there before and after: what a change of nodes need not move.
  double moved_between_survivors = 0;
  /// The least that any placement could move to reach the shares of `to` from those of `from`.
  double least = 0;
  /// Stretches that move; 0 when measured.
  std::uint64_t stretches = 0;
  /// Positions or keys that were looked at; 0: exact.
  std::uint64_t measured = 0;
  /// One standard error of `moved` when it was measured.
  double error = 0;
  std::vector<NodeChange> nodes;
};

/// Called for every stretch that moves, in order; false ends it.
using MoveSink = std::function<bool(const Move&)>;

/// How many positions a measurement looks at.
inline constexpr std::uint64_t measured_positions = std::uint64_t{1} << 20;

/// The bits of a counter well mixed: positions that are spread evenly.
std::uint64_t mix_position(std::uint64_t x);

/// What moves. Refuses placements of different spaces, and spaces where a stretch tells no share
/// unless `sink` is given.
Placed<MoveTotals> moves(const Placement& from, const Placement& to, const MoveSink& sink = {});

/// Counts keys, each with a weight (its heat or size): any two placements can be compared so.
class MovedKeys {
 public:
  MovedKeys(const Placement& from, const Placement& to);
  /// Refuses a key that one of the placements refuses.
  Placed<void> add(Key key, double weight = 1);
  void add(NodeIndex before, NodeIndex after, double weight = 1);
  /// Whether the two are different nodes.
  bool is_move(NodeIndex before, NodeIndex after) const;
  MoveTotals totals() const;

 private:
  const Placement& from_;
  const Placement& to_;
  std::vector<NodeChange> nodes_;
  std::vector<std::size_t> from_rows_;
  std::vector<std::size_t> to_rows_;
  double total_ = 0;
  double moved_ = 0;
  double between_survivors_ = 0;
  std::uint64_t keys_ = 0;
};

}  // namespace isotherm::placement
