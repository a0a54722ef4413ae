#pragma once

// The syntax tree of an expression: what was written, before placeholders are looked up and
// meanings are checked. Nodes lie in one vector and name each other by number, so that a tree
// costs one allocation.

#include <cstdint>
#include <string_view>
#include <vector>

namespace isotherm::expression {

enum class SyntaxKind : std::uint8_t {
  path,      // its first name; children: the steps after it
  name,      // a step: a map key
  index,     // a step: a list index
  value,     // a placeholder of a value
  function,  // children: the arguments
  compare,
  between,
  in,  // children: the operands
  all_of,
  any_of,
  negation,  // children: conditions
  plus,
  minus,  // children: two operands
  set,
  remove,
  add,
  delete_elements,  // children: the target, and a value (not of remove)
  list,             // the root of a projection (paths) or of an update (actions)
};

enum class Function : std::uint8_t {
  unknown,
  attribute_exists,
  attribute_not_exists,
  attribute_type,
  begins_with,
  contains,
  size,
  if_not_exists,
  list_append,
};

/// Number of a node in its tree; 0 is none.
using NodeId = std::uint16_t;
inline constexpr NodeId no_node = 0;

struct SyntaxNode {
  SyntaxKind kind = SyntaxKind::list;
  Function function = Function::unknown;
  /// Whether parentheses stand right around it.
  bool parenthesized = false;
  NodeId first = no_node;
  /// The next child of the same parent.
  NodeId next = no_node;
  /// The name, placeholder, index, function or operator as it was written.
  std::string_view text;
};

/// Refers to the text of the expression, which must live on.
struct SyntaxTree {
  /// The first is unused.
  std::vector<SyntaxNode> nodes;
  NodeId root = no_node;
  int operators = 0;
  bool redundant_parentheses = false;
  /// A section that an update has twice, in upper case; empty: none.
  std::string_view repeated_section;

  const SyntaxNode& operator[](NodeId id) const { return nodes[id]; }
  SyntaxNode& operator[](NodeId id) { return nodes[id]; }
  int count_children(NodeId id) const {
    int count = 0;
    for (NodeId child = nodes[id].first; child != no_node; child = nodes[child].next) ++count;
    return count;
  }
};

}  // namespace isotherm::expression
