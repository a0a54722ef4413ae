// From syntax to a checked update. The service looks for one kind of mistake after the other over
// the whole text; Rank has their order.

#include <optional>

#include "expression/messages.h"
#include "expression/operand.h"
#include "expression/parser.h"
#include "expression/update_actions.h"

namespace isotherm::expression {
namespace {

constexpr std::string_view parameter = "UpdateExpression";

enum Rank {
  reserved_word,
  wrong_function,
  repeated_section,
  undefined_name,
  undefined_value,
  overlap,
  conflict,
  section_operand,
  function_operand,
};

using Kind = ValueExpression::Kind;
using Verb = UpdateAction::Verb;

Verb verb_of(SyntaxKind kind) {
  switch (kind) {
    case SyntaxKind::remove: return Verb::remove;
    case SyntaxKind::add: return Verb::add;
    case SyntaxKind::delete_elements: return Verb::delete_elements;
    default: return Verb::set;
  }
}

Kind kind_of(const SyntaxNode& node) {
  if (node.kind == SyntaxKind::plus) return Kind::plus;
  if (node.kind == SyntaxKind::minus) return Kind::minus;
  return node.function == Function::if_not_exists ? Kind::if_not_exists : Kind::list_append;
}

bool is_set(AttributeType type) {
  return type == AttributeType::SS || type == AttributeType::NS || type == AttributeType::BS;
}

class UpdateBuilder {
 public:
  UpdateBuilder(const SyntaxTree& tree, PlaceholderScope& placeholders)
      : tree_(tree), placeholders_(placeholders) {}

  Result<UpdateActions> build() {
    check_whole();
    UpdateActions update;
    update.actions.reserve(static_cast<std::size_t>(tree_.count_children(tree_.root)));
    for (NodeId id = tree_[tree_.root].first; id != no_node; id = tree_[id].next) {
      update.actions.push_back(action(id));
    }
    check_targets(update.actions);
    for (const UpdateAction& action : update.actions) check_types(action);
    if (mistakes_.first() != nullptr) return invalid_expression(parameter, *mistakes_.first());
    return update;
  }

 private:
  void check_whole() {
    const std::string_view word = first_reserved_word(tree_);
    if (!word.empty()) mistakes_.note(Rank::reserved_word, message::reserved_keyword(word));
    for (const SyntaxNode& node : tree_.nodes) {
      if (node.kind != SyntaxKind::function) continue;
      if (node.function == Function::unknown) {
        mistakes_.note(Rank::wrong_function, message::unknown_function(node.text));
      } else if (node.function < Function::if_not_exists) {
        mistakes_.note(Rank::wrong_function, message::not_in_update(node.text));
      }
    }
    if (!tree_.repeated_section.empty()) {
      mistakes_.note(Rank::repeated_section, message::repeated_section(tree_.repeated_section));
    }
  }

  UpdateAction action(NodeId id) {
    const NodeId target = tree_[id].first;
    UpdateAction action;
    action.verb = verb_of(tree_[id].kind);
    action.target = path(target);
    if (action.verb != Verb::remove) action.value = value(tree_[target].next);
    return action;
  }

  Path path(NodeId id) {
    return resolve_path(tree_, id, placeholders_, mistakes_, Rank::undefined_name);
  }

  ValueExpression value(NodeId id) {
    const SyntaxNode& node = tree_[id];
    ValueExpression value;
    if (node.kind == SyntaxKind::path) {
      value.kind = Kind::path;
      value.path = path(id);
    } else if (node.kind == SyntaxKind::value) {
      value.literal = resolve_value(node, placeholders_, mistakes_, Rank::undefined_value);
    } else {
      value.kind = kind_of(node);
      for (NodeId child = node.first; child != no_node; child = tree_[child].next) {
        value.operands.push_back(this->value(child));
      }
      check_operands(value, node);
    }
    return value;
  }

  /// Counts a function's operands, and moves the path of if_not_exists to its place.
  void check_operands(ValueExpression& value, const SyntaxNode& node) {
    if (value.operands.size() != 2) {
      mistakes_.note(Rank::function_operand,
                     message::operand_count(node.text, static_cast<int>(value.operands.size())));
      return;
    }
    if (value.kind != Kind::if_not_exists) return;
    if (value.operands[0].kind != Kind::path) {
      mistakes_.note(Rank::function_operand, message::path_required(node.text));
      return;
    }
    value.path = std::move(value.operands[0].path);
    value.operands.erase(value.operands.begin());
  }

  void check_targets(const std::vector<UpdateAction>& actions) {
    for (std::size_t j = 1; j < actions.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i) {
        const Path& one = actions[i].target;
        const Path& two = actions[j].target;
        if (overlaps(one, two)) {
          mistakes_.note(Rank::overlap, message::overlapping_paths(one, two));
        } else if (conflicts(one, two)) {
          mistakes_.note(Rank::conflict, message::conflicting_paths(one, two));
        }
      }
    }
  }

  void check_types(const UpdateAction& action) {
    if (action.verb == Verb::set) return check_types(action.value);
    if (action.verb == Verb::remove) return;
    const AttributeType type = action.value.literal.type();
    const bool adds = action.verb == Verb::add;
    if (is_set(type) || (adds && type == AttributeType::N)) return;
    mistakes_.note(Rank::section_operand,
                   message::section_operand_type(adds ? "ADD" : "DELETE", type));
  }

  /// Literals that a function or an operator cannot take.
  void check_types(const ValueExpression& value) {
    for (const ValueExpression& operand : value.operands) check_types(operand);
    if (value.kind == Kind::list_append)
      return check_literals(value, "list_append", AttributeType::L);
    if (value.kind == Kind::plus) return check_literals(value, "+", AttributeType::N);
    if (value.kind == Kind::minus) return check_literals(value, "-", AttributeType::N);
  }

  void check_literals(const ValueExpression& value, std::string_view op, AttributeType right) {
    for (const ValueExpression& operand : value.operands) {
      if (operand.kind != Kind::literal || operand.literal.type() == right) continue;
      mistakes_.note(Rank::function_operand,
                     message::operand_type(op, type_name(operand.literal.type())));
    }
  }

  const SyntaxTree& tree_;
  PlaceholderScope& placeholders_;
  Mistakes mistakes_;
};

}  // namespace

Result<Update> parse_update(std::string_view text, PlaceholderScope& placeholders) {
  ASSIGN_OR_RETURN(const SyntaxTree tree, parse_update_syntax(text, parameter));
  ASSIGN_OR_RETURN(UpdateActions update, UpdateBuilder(tree, placeholders).build());
  return Update(std::make_shared<const UpdateActions>(std::move(update)));
}

}  // namespace isotherm::expression
