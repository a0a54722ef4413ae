// From syntax to a checked condition. The service looks for mistakes in this order:
//
//   1. over the whole text: unknown functions, functions in the wrong place, reserved words;
//   2. comparison by comparison, and in each: placeholders that are not defined, the number of
//      operands, operands that must differ, types of operands.

#include <optional>

#include "expression/condition_node.h"
#include "expression/messages.h"
#include "expression/parser.h"
#include "model/limits.h"

namespace isotherm::expression {
namespace {

enum Rank { undefined, operand_count, not_distinct, operand_type };

// Of an operand that is a path, where the type must be known beforehand.
constexpr std::string_view any_type = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";

bool is_update_function(Function function) {
  return function == Function::if_not_exists || function == Function::list_append;
}

std::optional<std::string> find_unknown_function(const SyntaxTree& tree) {
  for (const SyntaxNode& node : tree.nodes) {
    if (node.kind != SyntaxKind::function) continue;
    if (node.function == Function::unknown) return message::unknown_function(node.text);
    if (is_update_function(node.function)) return message::not_in_condition(node.text);
  }
  return {};
}

/// Only size() is an operand, and it is nothing else.
std::optional<std::string> find_misused_function(const SyntaxTree& tree) {
  const SyntaxNode& root = tree[tree.root];
  if (root.function == Function::size) return message::misused_function(root.text);
  for (const SyntaxNode& node : tree.nodes) {
    const bool joins_conditions = node.kind == SyntaxKind::any_of ||
                                  node.kind == SyntaxKind::all_of ||
                                  node.kind == SyntaxKind::negation;
    for (NodeId id = node.first; id != no_node; id = tree[id].next) {
      const SyntaxNode& child = tree[id];
      if (child.kind != SyntaxKind::function) continue;
      if ((child.function == Function::size) == joins_conditions) {
        return message::misused_function(child.text);
      }
    }
  }
  return {};
}

std::optional<std::string> find_mistake_in_whole(const SyntaxTree& tree) {
  if (auto mistake = find_unknown_function(tree)) return mistake;
  if (auto mistake = find_misused_function(tree)) return mistake;
  const std::string_view word = first_reserved_word(tree);
  if (!word.empty()) return message::reserved_keyword(word);
  return {};
}

ConditionOperator comparator(std::string_view text) {
  if (text == "=") return ConditionOperator::eq;
  if (text == "<>") return ConditionOperator::ne;
  if (text == "<") return ConditionOperator::lt;
  if (text == "<=") return ConditionOperator::le;
  return text == ">" ? ConditionOperator::gt : ConditionOperator::ge;
}

ConditionOperator operator_of(const SyntaxNode& node) {
  switch (node.kind) {
    case SyntaxKind::any_of: return ConditionOperator::any_of;
    case SyntaxKind::negation: return ConditionOperator::negation;
    case SyntaxKind::compare: return comparator(node.text);
    case SyntaxKind::between: return ConditionOperator::between;
    case SyntaxKind::in: return ConditionOperator::in;
    case SyntaxKind::function: break;
    default: return ConditionOperator::all_of;
  }
  switch (node.function) {
    case Function::attribute_exists: return ConditionOperator::attribute_exists;
    case Function::attribute_not_exists: return ConditionOperator::attribute_not_exists;
    case Function::attribute_type: return ConditionOperator::attribute_type;
    case Function::begins_with: return ConditionOperator::begins_with;
    default: return ConditionOperator::contains;
  }
}

/// The type that an operand has for every item; none of a path.
std::optional<AttributeType> known_type(const Operand& operand) {
  if (const auto* value = std::get_if<AttributeValue>(&operand)) return value->type();
  if (std::holds_alternative<SizeOf>(operand)) return AttributeType::N;
  return {};
}

bool is_ordered(AttributeType type) {
  return type == AttributeType::S || type == AttributeType::N || type == AttributeType::B;
}

bool has_begin(AttributeType type) { return type == AttributeType::S || type == AttributeType::B; }

bool is_type_name(std::string_view name) {
  for (int type = 0; type <= static_cast<int>(AttributeType::M); ++type) {
    if (name == type_name(static_cast<AttributeType>(type))) return true;
  }
  return false;
}

class ConditionBuilder {
 public:
  ConditionBuilder(const SyntaxTree& tree, std::string_view parameter,
                   PlaceholderScope& placeholders)
      : tree_(tree), parameter_(parameter), placeholders_(placeholders) {}

  Result<ConditionNode> build(NodeId id) {
    ConditionNode node;
    node.op = operator_of(tree_[id]);
    if (node.op > ConditionOperator::negation) return build_comparison(id, std::move(node));
    node.children.reserve(static_cast<std::size_t>(tree_.count_children(id)));
    for (NodeId child = tree_[id].first; child != no_node; child = tree_[child].next) {
      ASSIGN_OR_RETURN(ConditionNode condition, build(child));
      node.children.push_back(std::move(condition));
    }
    return node;
  }

 private:
  Result<ConditionNode> build_comparison(NodeId id, ConditionNode node) {
    mistakes_ = {};
    node.operands = operands_of(id);
    check_count(node, tree_[id]);
    if (mistakes_.first() == nullptr) {
      check_distinct(node);
      check_types(node);
    }
    if (const std::string* mistake = mistakes_.first()) {
      return invalid_expression(parameter_, *mistake);
    }
    return node;
  }

  std::vector<Operand> operands_of(NodeId id) {
    std::vector<Operand> operands;
    operands.reserve(static_cast<std::size_t>(tree_.count_children(id)));
    for (NodeId child = tree_[id].first; child != no_node; child = tree_[child].next) {
      operands.push_back(operand(child));
    }
    return operands;
  }

  Operand operand(NodeId id) {
    const SyntaxNode& node = tree_[id];
    if (node.kind == SyntaxKind::path) {
      return resolve_path(tree_, id, placeholders_, mistakes_, Rank::undefined);
    }
    if (node.kind == SyntaxKind::value) {
      return resolve_value(node, placeholders_, mistakes_, Rank::undefined);
    }
    return size_of(id);
  }

  Operand size_of(NodeId id) {
    const SyntaxNode& node = tree_[id];
    const std::vector<Operand> arguments = operands_of(id);
    if (arguments.size() != 1) {
      mistakes_.note(Rank::operand_count,
                     message::operand_count(node.text, static_cast<int>(arguments.size())));
    }
    if (const auto* path = std::get_if<Path>(&arguments[0])) return SizeOf{*path};
    const AttributeType type = *known_type(arguments[0]);
    if (type == AttributeType::N || type == AttributeType::BOOL || type == AttributeType::NULL_) {
      note_type(node.text, type);
      return SizeOf{AttributeValue()};
    }
    return SizeOf{std::get<AttributeValue>(arguments[0])};
  }

  void check_count(const ConditionNode& node, const SyntaxNode& syntax) {
    const int count = static_cast<int>(node.operands.size());
    if (syntax.kind == SyntaxKind::in && count - 1 > limits::in_operands_max) {
      mistakes_.note(Rank::operand_count, message::too_many_in_operands(count - 1));
    }
    if (syntax.kind != SyntaxKind::function) return;
    const bool takes_one = node.op == ConditionOperator::attribute_exists ||
                           node.op == ConditionOperator::attribute_not_exists;
    if (count != (takes_one ? 1 : 2)) {
      mistakes_.note(Rank::operand_count, message::operand_count(syntax.text, count));
    }
  }

  void check_distinct(const ConditionNode& node) {
    const auto* first = std::get_if<Path>(&node.operands[0]);
    if (first == nullptr) return;
    for (std::size_t i = 1; i < node.operands.size(); ++i) {
      const auto* other = std::get_if<Path>(&node.operands[i]);
      if (other == nullptr || *other != *first) continue;
      mistakes_.note(Rank::not_distinct,
                     message::operands_not_distinct(operator_name(node.op), *first));
    }
  }

  void check_types(const ConditionNode& node) {
    switch (node.op) {
      case ConditionOperator::lt:
      case ConditionOperator::le:
      case ConditionOperator::gt:
      case ConditionOperator::ge: return check_each_type(node, is_ordered);
      case ConditionOperator::begins_with: return check_each_type(node, has_begin);
      case ConditionOperator::between: check_each_type(node, is_ordered); return check_bounds(node);
      case ConditionOperator::attribute_type: return check_type_name(node);
      case ConditionOperator::attribute_exists:
      case ConditionOperator::attribute_not_exists:
        if (!std::holds_alternative<Path>(node.operands[0])) {
          mistakes_.note(Rank::operand_type, message::path_required(operator_name(node.op)));
        }
        return;
      default: return;
    }
  }

  void check_each_type(const ConditionNode& node, bool (*is_right)(AttributeType)) {
    for (const Operand& operand : node.operands) {
      const auto type = known_type(operand);
      if (type && !is_right(*type)) note_type(operator_name(node.op), *type);
    }
  }

  void check_bounds(const ConditionNode& node) {
    const auto* lower = std::get_if<AttributeValue>(&node.operands[1]);
    const auto* upper = std::get_if<AttributeValue>(&node.operands[2]);
    if (lower == nullptr || upper == nullptr) return;
    if (lower->type() != upper->type()) {
      mistakes_.note(Rank::operand_type, message::between_types_differ(*lower, *upper));
    } else if (compare(*lower, *upper) > 0) {
      mistakes_.note(Rank::operand_type, message::between_bounds_swapped(*lower, *upper));
    }
  }

  void check_type_name(const ConditionNode& node) {
    const auto type = known_type(node.operands[1]);
    if (!type) {
      mistakes_.note(Rank::operand_type, message::operand_type(operator_name(node.op), any_type));
    } else if (*type != AttributeType::S) {
      note_type(operator_name(node.op), *type);
    } else {
      const auto& name = *std::get<AttributeValue>(node.operands[1]).get_if<std::string>();
      if (!is_type_name(name)) {
        mistakes_.note(Rank::operand_type, message::unknown_attribute_type(name));
      }
    }
  }

  void note_type(std::string_view op, AttributeType type) {
    mistakes_.note(Rank::operand_type, message::operand_type(op, type_name(type)));
  }

  const SyntaxTree& tree_;
  std::string_view parameter_;
  PlaceholderScope& placeholders_;
  Mistakes mistakes_;
};

}  // namespace

Result<ConditionNode> parse_condition_node(std::string_view text, std::string_view parameter,
                                           PlaceholderScope& placeholders) {
  ASSIGN_OR_RETURN(const SyntaxTree tree, parse_condition_syntax(text, parameter));
  if (const auto mistake = find_mistake_in_whole(tree)) {
    return invalid_expression(parameter, *mistake);
  }
  return ConditionBuilder(tree, parameter, placeholders).build(tree.root);
}

Result<Condition> parse_condition(std::string_view text, std::string_view parameter,
                                  PlaceholderScope& placeholders) {
  ASSIGN_OR_RETURN(ConditionNode root, parse_condition_node(text, parameter, placeholders));
  return Condition(std::make_shared<const ConditionNode>(std::move(root)));
}

}  // namespace isotherm::expression
