#include "partiql/expression_text.h"

#include "expression/condition.h"
#include "partiql/messages.h"

namespace isotherm::partiql {
namespace {

/// "a", …, "z", "ba", …: short, since an expression may not be long.
std::string letters(std::size_t number) {
  std::string text;
  do {
    text.insert(text.begin(), static_cast<char>('a' + number % 26));
    number /= 26;
  } while (number > 0);
  return text;
}

}  // namespace

std::string ExpressionText::name(const std::string& attribute) {
  if (const auto known = names_.find(attribute); known != names_.end()) return known->second;
  const std::string placeholder = "#" + letters(names_.size());
  names_.emplace(attribute, placeholder);
  if (!placeholders_.names) placeholders_.names.emplace();
  placeholders_.names->emplace(placeholder, attribute);
  return placeholder;
}

std::string ExpressionText::path(const expression::Path& path) {
  std::string text = name(path.attribute);
  for (const expression::PathStep& step : path.steps) {
    if (const auto* key = std::get_if<std::string>(&step)) {
      text += '.' + name(*key);
    } else {
      text += '[' + std::to_string(std::get<std::size_t>(step)) + ']';
    }
  }
  return text;
}

std::string ExpressionText::value(AttributeValue value) {
  std::string placeholder = ":" + letters(next_value_++);
  if (!placeholders_.values) placeholders_.values.emplace();
  placeholders_.values->emplace(placeholder, std::move(value));
  return placeholder;
}

std::string ExpressionText::operand(const expression::Operand& operand) {
  if (const auto* of = std::get_if<expression::Path>(&operand)) return path(*of);
  if (const auto* of = std::get_if<AttributeValue>(&operand)) return value(*of);
  const auto& of = std::get<expression::SizeOf>(operand).of;
  const auto* measured = std::get_if<expression::Path>(&of);
  return "size(" + (measured ? path(*measured) : value(std::get<AttributeValue>(of))) + ")";
}

std::string ExpressionText::list(const std::vector<ConditionNode>& nodes, std::string_view between,
                                 bool group_any_of) {
  std::string text;
  for (const ConditionNode& node : nodes) {
    if (!text.empty()) text += between;
    const bool group = group_any_of && node.op == ConditionOperator::any_of;
    text += group ? grouped(node) : condition(node);
  }
  return text;
}

std::string ExpressionText::grouped(const ConditionNode& node) {
  return "(" + condition(node) + ")";
}

std::string ExpressionText::condition(const ConditionNode& node) {
  const auto at = [&](std::size_t i) { return operand(node.operands[i]); };
  switch (node.op) {
    case ConditionOperator::all_of: return list(node.children, " AND ", true);
    case ConditionOperator::any_of: return list(node.children, " OR ", false);
    case ConditionOperator::negation: {
      const ConditionNode& child = node.children[0];
      const bool group =
          child.op == ConditionOperator::all_of || child.op == ConditionOperator::any_of;
      return "NOT " + (group ? grouped(child) : condition(child));
    }
    case ConditionOperator::between: {
      std::string text = at(0) + " BETWEEN ";
      text += at(1) + " AND ";
      return text += at(2);
    }
    case ConditionOperator::in: {
      std::string text = at(0) + " IN (";
      for (std::size_t i = 1; i < node.operands.size(); ++i) text += (i > 1 ? "," : "") + at(i);
      return text += ')';
    }
    case ConditionOperator::attribute_exists:
    case ConditionOperator::attribute_not_exists:
    case ConditionOperator::attribute_type:
    case ConditionOperator::begins_with:
    case ConditionOperator::contains: {
      std::string text(expression::operator_name(node.op));
      text += '(';
      for (std::size_t i = 0; i < node.operands.size(); ++i) text += (i > 0 ? "," : "") + at(i);
      return text += ')';
    }
    default: {
      std::string text = at(0);
      text += expression::operator_name(node.op);
      return text += at(1);
    }
  }
}

std::string ExpressionText::update_value(const expression::ValueExpression& value) {
  using Kind = expression::ValueExpression::Kind;
  const auto operand = [&](std::size_t i) { return update_value(value.operands[i]); };
  const auto pair = [&](std::string_view open, std::string_view between, std::string_view close) {
    std::string text(open);
    text += operand(0);
    text += between;
    text += operand(1);
    return text += close;
  };
  switch (value.kind) {
    case Kind::path: return path(value.path);
    case Kind::literal: return this->value(value.literal);
    case Kind::if_not_exists: {
      std::string text = "if_not_exists(" + path(value.path) + ",";
      return text += operand(0) + ")";
    }
    case Kind::list_append: return pair("list_append(", ",", ")");
    case Kind::plus: return pair("", "+", "");
    case Kind::minus: return pair("", "-", "");
  }
  return {};
}

std::string ExpressionText::update(const expression::UpdateActions& actions) {
  using Verb = expression::UpdateAction::Verb;
  struct Section {
    Verb verb;
    std::string_view word;
    std::string_view between;
  };
  static constexpr Section sections[] = {{Verb::set, "SET ", "="},
                                         {Verb::remove, "REMOVE ", ""},
                                         {Verb::add, "ADD ", " "},
                                         {Verb::delete_elements, "DELETE ", " "}};
  std::string text;
  for (const Section& section : sections) {
    bool first = true;
    for (const expression::UpdateAction& action : actions.actions) {
      if (action.verb != section.verb) continue;
      if (first && !text.empty()) text += ' ';
      text += first ? section.word : std::string_view(",");
      first = false;
      text += path(action.target);
      text += section.between;
      if (section.verb != Verb::remove) text += update_value(action.value);
    }
  }
  return text;
}

std::string ExpressionText::attributes(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& attribute : names) {
    if (!text.empty()) text += ',';
    text += name(attribute);
  }
  return text;
}

ExpressionPlaceholders ExpressionText::take_placeholders() { return std::move(placeholders_); }

Result<void> check_condition(const ConditionNode& node) {
  ExpressionText text;
  const std::string written = text.condition(node);
  expression::PlaceholderScope scope(text.placeholders());
  auto parsed = expression::parse_condition(written, "FilterExpression", scope);
  if (parsed.ok()) return {};
  return message::without_parameter(std::move(parsed).error());
}

}  // namespace isotherm::partiql
