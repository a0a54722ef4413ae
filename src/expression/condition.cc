#include "expression/condition.h"

#include <algorithm>

#include "expression/condition_node.h"

namespace isotherm::expression {
namespace {

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

/// The service counts a string in UTF-16 code units.
std::size_t utf16_units(std::string_view utf8) {
  std::size_t units = 0;
  for (const char byte : utf8) {
    if (!is_continuation(byte)) units += static_cast<unsigned char>(byte) >= 0xF0 ? 2 : 1;
  }
  return units;
}

/// What size() is of a value; none of numbers, booleans and nulls.
struct Size {
  using Answer = std::optional<std::size_t>;
  Answer operator()(const std::string& s) const { return utf16_units(s); }
  Answer operator()(const Binary& b) const { return b.bytes.size(); }
  Answer operator()(const StringSet& set) const { return set.elements.size(); }
  Answer operator()(const NumberSet& set) const { return set.elements.size(); }
  Answer operator()(const BinarySet& set) const { return set.elements.size(); }
  Answer operator()(const List& list) const { return list.size(); }
  Answer operator()(const Map& map) const { return map.size(); }
  Answer operator()(const Number&) const { return {}; }
  Answer operator()(bool) const { return {}; }
  Answer operator()(Null) const { return {}; }
};

/// An operand's value for one item: a part of the item or of the condition, or made for it.
class Evaluated {
 public:
  Evaluated(const Operand& operand, const Item& item) {
    if (const auto* path = std::get_if<Path>(&operand)) {
      value_ = find(item, *path);
    } else if (const auto* value = std::get_if<AttributeValue>(&operand)) {
      value_ = value;
    } else {
      const auto& of = std::get<SizeOf>(operand).of;
      const auto* measured_path = std::get_if<Path>(&of);
      measure(measured_path ? find(item, *measured_path) : std::get_if<AttributeValue>(&of));
    }
  }
  Evaluated(const Evaluated&) = delete;
  Evaluated& operator=(const Evaluated&) = delete;

  /// nullptr: there is none.
  const AttributeValue* get() const { return value_; }

 private:
  void measure(const AttributeValue* measured) {
    if (measured == nullptr) return;
    const auto size = std::visit(Size{}, measured->value);
    if (!size) return;
    made_ = AttributeValue(Number(static_cast<std::int64_t>(*size)));
    value_ = &made_;
  }

  AttributeValue made_;
  const AttributeValue* value_ = nullptr;
};

bool compares(ConditionOperator op, const AttributeValue& a, const AttributeValue& b) {
  const std::partial_ordering order = compare(a, b);
  switch (op) {
    case ConditionOperator::lt: return order < 0;
    case ConditionOperator::le: return order <= 0;
    case ConditionOperator::gt: return order > 0;
    default: return order >= 0;
  }
}

template <class T>
bool has_element(const std::vector<T>& elements, const T& element) {
  return std::binary_search(elements.begin(), elements.end(), element);
}

bool contains(const AttributeValue& container, const AttributeValue& element) {
  if (const auto* list = container.get_if<List>()) {
    return std::find(list->begin(), list->end(), element) != list->end();
  }
  if (const auto* s = element.get_if<std::string>()) {
    if (const auto* text = container.get_if<std::string>()) return text->find(*s) != text->npos;
    const auto* set = container.get_if<StringSet>();
    return set != nullptr && has_element(set->elements, *s);
  }
  if (const auto* n = element.get_if<Number>()) {
    const auto* set = container.get_if<NumberSet>();
    return set != nullptr && has_element(set->elements, *n);
  }
  if (const auto* b = element.get_if<Binary>()) {
    if (const auto* whole = container.get_if<Binary>()) {
      return whole->bytes.find(b->bytes) != std::string::npos;
    }
    const auto* set = container.get_if<BinarySet>();
    return set != nullptr && has_element(set->elements, *b);
  }
  return false;
}

bool begins_with(const AttributeValue& value, const AttributeValue& prefix) {
  if (const auto* s = prefix.get_if<std::string>()) {
    const auto* text = value.get_if<std::string>();
    return text != nullptr && text->starts_with(*s);
  }
  const auto* b = prefix.get_if<Binary>();
  const auto* whole = value.get_if<Binary>();
  return b != nullptr && whole != nullptr && whole->bytes.starts_with(b->bytes);
}

bool has_type_named(const AttributeValue& value, const AttributeValue& name) {
  const auto* text = name.get_if<std::string>();
  return text != nullptr && *text == type_name(value.type());
}

bool is_one_of(const std::vector<Operand>& operands, const AttributeValue& value,
               const Item& item) {
  return std::any_of(operands.begin() + 1, operands.end(), [&](const Operand& operand) {
    const Evaluated candidate(operand, item);
    return candidate.get() != nullptr && *candidate.get() == value;
  });
}

bool holds(const ConditionNode& node, const Item& item);

/// Of the operators with operands. Where an operand has no value the answer is no, except of <>
/// and attribute_not_exists.
bool operands_hold(const ConditionNode& node, const Item& item) {
  const Evaluated first(node.operands[0], item);
  if (node.op == ConditionOperator::attribute_exists) return first.get() != nullptr;
  if (node.op == ConditionOperator::attribute_not_exists) return first.get() == nullptr;
  if (node.op == ConditionOperator::in) {
    return first.get() != nullptr && is_one_of(node.operands, *first.get(), item);
  }
  const Evaluated second(node.operands[1], item);
  if (first.get() == nullptr || second.get() == nullptr) return node.op == ConditionOperator::ne;
  const AttributeValue& a = *first.get();
  const AttributeValue& b = *second.get();
  switch (node.op) {
    case ConditionOperator::eq: return a == b;
    case ConditionOperator::ne: return !(a == b);
    case ConditionOperator::attribute_type: return has_type_named(a, b);
    case ConditionOperator::begins_with: return begins_with(a, b);
    case ConditionOperator::contains: return contains(a, b);
    case ConditionOperator::between: {
      const Evaluated upper(node.operands[2], item);
      return upper.get() != nullptr && compares(ConditionOperator::ge, a, b) &&
             compares(ConditionOperator::le, a, *upper.get());
    }
    default: return compares(node.op, a, b);
  }
}

bool holds(const ConditionNode& node, const Item& item) {
  const auto child_holds = [&](const ConditionNode& child) { return holds(child, item); };
  switch (node.op) {
    case ConditionOperator::all_of:
      return std::all_of(node.children.begin(), node.children.end(), child_holds);
    case ConditionOperator::any_of:
      return std::any_of(node.children.begin(), node.children.end(), child_holds);
    case ConditionOperator::negation: return !holds(node.children[0], item);
    default: return operands_hold(node, item);
  }
}

void collect_paths(const ConditionNode& node, std::vector<Path>& paths) {
  for (const Operand& operand : node.operands) {
    if (const auto* path = std::get_if<Path>(&operand)) {
      paths.push_back(*path);
    } else if (const auto* size = std::get_if<SizeOf>(&operand)) {
      if (const auto* measured = std::get_if<Path>(&size->of)) paths.push_back(*measured);
    }
  }
  for (const ConditionNode& child : node.children) collect_paths(child, paths);
}

}  // namespace

bool Condition::holds(const Item& item) const { return expression::holds(*root_, item); }

std::vector<Path> Condition::paths() const {
  std::vector<Path> paths;
  collect_paths(*root_, paths);
  return paths;
}

std::string_view operator_name(ConditionOperator op) {
  switch (op) {
    case ConditionOperator::all_of: return "AND";
    case ConditionOperator::any_of: return "OR";
    case ConditionOperator::negation: return "NOT";
    case ConditionOperator::eq: return "=";
    case ConditionOperator::ne: return "<>";
    case ConditionOperator::lt: return "<";
    case ConditionOperator::le: return "<=";
    case ConditionOperator::gt: return ">";
    case ConditionOperator::ge: return ">=";
    case ConditionOperator::between: return "BETWEEN";
    case ConditionOperator::in: return "IN";
    case ConditionOperator::attribute_exists: return "attribute_exists";
    case ConditionOperator::attribute_not_exists: return "attribute_not_exists";
    case ConditionOperator::attribute_type: return "attribute_type";
    case ConditionOperator::begins_with: return "begins_with";
    case ConditionOperator::contains: return "contains";
  }
  return "";
}

}  // namespace isotherm::expression
