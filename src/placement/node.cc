#include "placement/node.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "placement/bound_map.h"

namespace isotherm::placement {
namespace {

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

bool read_weight(std::string_view text, double& weight) {
  const auto* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, weight);
  return !text.empty() && read.ec == std::errc() && read.ptr == end;
}

// How many bytes all names begin with alike.
std::size_t shared_bytes(std::span<const Node> nodes) {
  if (nodes.empty()) return 0;
  const std::string_view first = nodes[0].name;
  std::size_t shared = first.size();
  for (const auto& node : nodes) {
    const auto end =
        node.name.begin() + static_cast<std::ptrdiff_t>(std::min(shared, node.name.size()));
    shared = static_cast<std::size_t>(std::mismatch(node.name.begin(), end, first.begin()).first -
                                      node.name.begin());
  }
  return shared;
}

}  // namespace

Placed<void> check_nodes(std::span<const Node> nodes) {
  if (nodes.empty()) return refuse("a placement needs at least one node");
  if (nodes.size() > nodes_max)
    return refuse(std::to_string(nodes.size()) + " nodes are more than " +
                  std::to_string(nodes_max));
  double total = 0;
  for (const auto& node : nodes) {
    if (node.name.empty()) return refuse("a node has no name");
    if (!std::isfinite(node.weight) || node.weight < 0)
      return refuse("the weight of node " + quoted(node.name) + " is not a number from 0 on");
    total += node.weight;
  }
  if (total <= 0) return refuse("every node has the weight 0");
  const auto order = by_name(nodes);
  for (std::size_t i = 1; i < order.size(); ++i)
    if (nodes[order[i - 1]].name == nodes[order[i]].name)
      return refuse("node " + quoted(nodes[order[i]].name) + " is listed twice");
  return {};
}

Placed<std::vector<Node>> parse_nodes(std::string_view text, double standard) {
  std::vector<Node> nodes;
  std::size_t weighted = 0;
  while (true) {
    const auto comma = std::min(text.find(','), text.size());
    const auto item = text.substr(0, comma);
    Node node{std::string(item), standard};
    const auto colon = item.rfind(':');
    if (double weight = 0; colon != std::string_view::npos) {
      if (!read_weight(item.substr(colon + 1), weight))
        return refuse("the weight of node " + quoted(item.substr(0, colon)) +
                      " is no number: " + quoted(item.substr(colon + 1)));
      node = {std::string(item.substr(0, colon)), weight};
      ++weighted;
    }
    nodes.push_back(std::move(node));
    if (comma == text.size()) break;
    text.remove_prefix(comma + 1);
  }
  if (weighted != 0 && weighted != nodes.size())
    return refuse("some nodes have a weight and some have none: give all of them one, or none");
  TRY(check_nodes(nodes));
  return nodes;
}

// By the eight bytes that follow what all names begin with; names are compared where those are
// equal. "node-1" to "node-10000" sort in a third of the time.
std::vector<NodeIndex> by_name(std::span<const Node> nodes) {
  const auto shared = shared_bytes(nodes);
  std::vector<std::pair<std::uint64_t, NodeIndex>> sorted;
  sorted.reserve(nodes.size());
  for (NodeIndex i = 0; i < nodes.size(); ++i)
    sorted.emplace_back(first_eight(std::string_view(nodes[i].name).substr(shared)), i);
  std::sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : nodes[a.second].name < nodes[b.second].name;
  });
  std::vector<NodeIndex> order;
  order.reserve(nodes.size());
  for (const auto& [bytes, node] : sorted) order.push_back(node);
  return order;
}

NodeIndex find_node(std::span<const Node> nodes, std::string_view name) {
  for (NodeIndex i = 0; i < nodes.size(); ++i)
    if (nodes[i].name == name) return i;
  return no_node;
}

Placed<void> check_equal_weights(std::span<const Node> nodes, std::string_view scheme) {
  for (const auto& node : nodes)
    if (node.weight != nodes.front().weight)
      return refuse(std::string(scheme) + " has no weights, and node " + quoted(node.name) +
                    " has another than node " + quoted(nodes.front().name));
  return {};
}

}  // namespace isotherm::placement
