#pragma once

// The nodes that a placement chooses between. A node is known by its name: the order in which nodes
// are listed changes no owner, except in the schemes whose rule is the order itself (modulo, jump,
// Vitess's and Redis's tables).

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "placement/refusal.h"

namespace isotherm::placement {

/// The place of a node in Placement::nodes().
using NodeIndex = std::uint32_t;

/// No node: a key or a range that nobody owns.
inline constexpr NodeIndex no_node = std::numeric_limits<NodeIndex>::max();

/// As many as two bytes can number: tables and rings keep owners in two bytes.
inline constexpr std::size_t nodes_max = 65'535;

struct Node {
  std::string name;
  /// Capacity in any unit; shares are in proportion to it.
  double weight = 1;

  friend bool operator==(const Node&, const Node&) = default;
};

/// Refuses what is no list of nodes: none, too many, a name twice or empty, a weight that is
/// negative or no number, only weights of zero.
Placed<void> check_nodes(std::span<const Node> nodes);

/// Reads "a:256,b:128" or "a,b" (every weight is `standard`). The weight follows the last colon, so
/// that a name may hold colons when it has a weight: "10.0.0.1:6379:2". Refuses what check_nodes
/// refuses, and weights for some nodes only.
Placed<std::vector<Node>> parse_nodes(std::string_view text, double standard = 1);

/// Indices of the nodes in the order of their names' bytes.
std::vector<NodeIndex> by_name(std::span<const Node> nodes);

/// The node of that name, or no_node.
NodeIndex find_node(std::span<const Node> nodes, std::string_view name);

/// Refuses nodes whose weights differ, for a scheme that has no weights.
Placed<void> check_equal_weights(std::span<const Node> nodes, std::string_view scheme);

}  // namespace isotherm::placement
