#include "expression/operand.h"

#include <charconv>
#include <limits>

#include "expression/messages.h"
#include "expression/reserved_words.h"
#include "model/limits.h"

namespace isotherm::expression {
namespace {

// The service keeps list indexes in 32 bits with a sign.
constexpr std::size_t list_index_max = std::numeric_limits<std::int32_t>::max();

bool is_placeholder(std::string_view name) { return name.front() == '#'; }

std::string resolve_name(std::string_view text, PlaceholderScope& placeholders, Mistakes& mistakes,
                         int rank) {
  if (!is_placeholder(text)) return std::string(text);
  const std::string* name = placeholders.name(text);
  if (name != nullptr) return *name;
  mistakes.note(rank, message::undefined_name(text));
  return {};
}

std::size_t resolve_index(std::string_view text, Mistakes& mistakes, int rank) {
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error == std::errc() && index <= list_index_max) return index;
  mistakes.note(rank, message::list_index_out_of_range(text));
  return 0;
}

}  // namespace

Path resolve_path(const SyntaxTree& tree, NodeId id, PlaceholderScope& placeholders,
                  Mistakes& mistakes, int rank) {
  Path path;
  path.attribute = resolve_name(tree[id].text, placeholders, mistakes, rank);
  for (NodeId step = tree[id].first; step != no_node; step = tree[step].next) {
    const std::string_view text = tree[step].text;
    if (tree[step].kind == SyntaxKind::index) {
      path.steps.emplace_back(resolve_index(text, mistakes, rank));
    } else {
      path.steps.emplace_back(resolve_name(text, placeholders, mistakes, rank));
    }
  }
  const std::size_t levels = path.steps.size() + 1;
  if (levels > limits::nesting_max) mistakes.note(rank, message::path_too_deep(levels));
  return path;
}

AttributeValue resolve_value(const SyntaxNode& node, PlaceholderScope& placeholders,
                             Mistakes& mistakes, int rank) {
  const AttributeValue* value = placeholders.value(node.text);
  if (value != nullptr) return *value;
  mistakes.note(rank, message::undefined_value(node.text));
  return {};
}

std::string_view first_reserved_word(const SyntaxTree& tree) {
  for (const SyntaxNode& node : tree.nodes) {
    const bool is_name = node.kind == SyntaxKind::path || node.kind == SyntaxKind::name;
    if (is_name && !is_placeholder(node.text) && is_reserved_word(node.text)) return node.text;
  }
  return {};
}

}  // namespace isotherm::expression
