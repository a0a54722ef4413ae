#include "partiql/condition.h"

#include <algorithm>
#include <array>

#include "model/limits.h"
#include "partiql/messages.h"

namespace isotherm::partiql {
namespace {

using Kind = ExpressionKind;
using expression::Operand;
using expression::Path;
using expression::SizeOf;

struct Predicate {
  std::string_view name;
  ConditionOperator op;
  std::size_t operands;
};
constexpr std::array predicates = std::to_array<Predicate>({
    {"attribute_exists", ConditionOperator::attribute_exists, 1},
    {"attribute_not_exists", ConditionOperator::attribute_not_exists, 1},
    {"attribute_type", ConditionOperator::attribute_type, 2},
    {"begins_with", ConditionOperator::begins_with, 2},
    {"contains", ConditionOperator::contains, 2},
});

const Predicate* find_predicate(const Expression& expression) {
  if (expression.kind != Kind::call) return nullptr;
  const auto found = std::ranges::find(predicates, expression.text, &Predicate::name);
  return found == predicates.end() ? nullptr : found;
}

// The types of IS, and what they are in DynamoDB. A bag is any set.
struct NamedType {
  std::string_view name;
  std::string_view types;
};
constexpr std::array named_types = std::to_array<NamedType>({
    {"null", "NULL"},  {"bool", "BOOL"},   {"boolean", "BOOL"}, {"string", "S"},
    {"char", "S"},     {"character", "S"}, {"varchar", "S"},    {"character_varying", "S"},
    {"int", "N"},      {"int4", "N"},      {"int8", "N"},       {"integer", "N"},
    {"smallint", "N"}, {"float", "N"},     {"real", "N"},       {"double_precision", "N"},
    {"dec", "N"},      {"decimal", "N"},   {"numeric", "N"},    {"blob", "B"},
    {"list", "L"},     {"struct", "M"},    {"tuple", "M"},      {"bag", "SS NS BS"},
});

constexpr std::array types =
    std::to_array<std::string_view>({"B", "BOOL", "BS", "L", "M", "N", "NS", "NULL", "S", "SS"});

/// Nodes that one condition may become: comparing conditions with attributes doubles them.
constexpr std::size_t nodes_max = 4 * limits::expression_operators_max;

std::size_t count_nodes(const ConditionNode& node) {
  std::size_t count = 1;
  for (const ConditionNode& child : node.children) count += count_nodes(child);
  return count;
}

ConditionNode make(ConditionOperator op, std::vector<ConditionNode> children,
                   std::vector<Operand> operands = {}) {
  return {op, std::move(children), std::move(operands)};
}

ConditionNode two(ConditionOperator op, ConditionNode first, ConditionNode second) {
  std::vector<ConditionNode> children;
  children.push_back(std::move(first));
  children.push_back(std::move(second));
  return make(op, std::move(children));
}

ConditionNode negated(ConditionNode node) {
  std::vector<ConditionNode> children;
  children.push_back(std::move(node));
  return make(ConditionOperator::negation, std::move(children));
}

/// A condition that no item fulfils, or that each does.
ConditionNode constant(bool value) {
  ConditionNode never =
      make(ConditionOperator::eq, {}, {AttributeValue(true), AttributeValue(false)});
  return value ? negated(std::move(never)) : never;
}

ConditionNode has_type(Path path, std::string_view type) {
  return make(ConditionOperator::attribute_type, {},
              {std::move(path), AttributeValue(std::string(type))});
}

ConditionOperator comparison(Kind kind) {
  switch (kind) {
    case Kind::eq: return ConditionOperator::eq;
    case Kind::ne: return ConditionOperator::ne;
    case Kind::lt: return ConditionOperator::lt;
    case Kind::le: return ConditionOperator::le;
    case Kind::gt: return ConditionOperator::gt;
    default: return ConditionOperator::ge;
  }
}

/// Whether the expression is true or false rather than a value.
bool is_condition(const Expression& expression) {
  switch (expression.kind) {
    case Kind::all_of:
    case Kind::any_of:
    case Kind::negation:
    case Kind::eq:
    case Kind::ne:
    case Kind::lt:
    case Kind::le:
    case Kind::gt:
    case Kind::ge:
    case Kind::between:
    case Kind::like:
    case Kind::in:
    case Kind::is_type: return true;
    default: return find_predicate(expression) != nullptr;
  }
}

class ConditionBuilder {
 public:
  explicit ConditionBuilder(const Context& context) : context_(context) {}

  Result<ConditionNode> condition(const Expression& expression);

 private:
  Result<std::vector<ConditionNode>> conditions(const std::vector<Expression>& expressions);
  Result<Operand> operand(const Expression& expression);
  Result<std::vector<Operand>> operands(const std::vector<Expression>& expressions);
  Result<ConditionNode> comparison_of(const Expression& expression);
  Result<ConditionNode> equality(const Expression& left, const Expression& right);
  Result<ConditionNode> equals(ConditionNode condition, const Expression& other);
  Result<ConditionNode> membership(const Expression& expression);
  Result<ConditionNode> type_test(const Expression& expression);
  Result<ConditionNode> call(const Expression& expression);
  Result<void> check_type_name(const Operand& name) const;

  Error unrecognized(const Expression& call) const {
    return Error::validation(
        message::at("Unrecognized function: " + call.text, context_.statement, call.source));
  }
  Error unsupported(const Expression& expression) const {
    return Error::validation(
        message::at(message::unsupported_operation(kind_name(expression)) + " in WHERE clause",
                    context_.statement, expression.source));
  }

  const Context& context_;
};

Result<ConditionNode> ConditionBuilder::condition(const Expression& expression) {
  switch (expression.kind) {
    case Kind::all_of:
    case Kind::any_of: {
      ASSIGN_OR_RETURN(auto children, conditions(expression.children));
      return make(
          expression.kind == Kind::all_of ? ConditionOperator::all_of : ConditionOperator::any_of,
          std::move(children));
    }
    case Kind::negation: {
      ASSIGN_OR_RETURN(ConditionNode child, condition(expression.children[0]));
      return negated(std::move(child));
    }
    case Kind::eq:
    case Kind::ne:
    case Kind::lt:
    case Kind::le:
    case Kind::gt:
    case Kind::ge: return comparison_of(expression);
    case Kind::between: {
      for (const Expression& child : expression.children) {
        if (is_condition(child)) {
          return Error::validation(message::operand_type("BETWEEN", "BOOL"));
        }
      }
      ASSIGN_OR_RETURN(auto all, operands(expression.children));
      return make(ConditionOperator::between, {}, std::move(all));
    }
    case Kind::in: return membership(expression);
    case Kind::is_type: return type_test(expression);
    case Kind::call: return call(expression);
    default: return unsupported(expression);
  }
}

Result<std::vector<ConditionNode>> ConditionBuilder::conditions(
    const std::vector<Expression>& expressions) {
  std::vector<ConditionNode> nodes;
  nodes.reserve(expressions.size());
  for (const Expression& expression : expressions) {
    ASSIGN_OR_RETURN(ConditionNode node, condition(expression));
    nodes.push_back(std::move(node));
  }
  return nodes;
}

Result<Operand> ConditionBuilder::operand(const Expression& expression) {
  if (is_value(expression)) {
    ASSIGN_OR_RETURN(AttributeValue value, value_of(expression, context_));
    return Operand(std::move(value));
  }
  if (expression.kind == Kind::name || expression.kind == Kind::path) {
    ASSIGN_OR_RETURN(Path path, path_of(expression, context_));
    return Operand(std::move(path));
  }
  if (expression.kind == Kind::missing) {
    return Error::validation("MISSING can only be tested with IS");
  }
  if (expression.kind != Kind::call || find_predicate(expression)) return unsupported(expression);
  if (expression.text != "size") return unrecognized(expression);
  if (expression.children.size() != 1) {
    return Error::validation(message::operand_count("size", expression.children.size()));
  }
  ASSIGN_OR_RETURN(Operand of, operand(expression.children[0]));
  if (auto* path = std::get_if<Path>(&of)) return Operand(SizeOf{std::move(*path)});
  if (auto* value = std::get_if<AttributeValue>(&of)) return Operand(SizeOf{std::move(*value)});
  return unsupported(expression.children[0]);
}

Result<std::vector<Operand>> ConditionBuilder::operands(
    const std::vector<Expression>& expressions) {
  std::vector<Operand> all;
  all.reserve(expressions.size());
  for (const Expression& expression : expressions) {
    ASSIGN_OR_RETURN(Operand one, operand(expression));
    all.push_back(std::move(one));
  }
  return all;
}

Result<ConditionNode> ConditionBuilder::comparison_of(const Expression& expression) {
  const Expression& left = expression.children[0];
  const Expression& right = expression.children[1];
  const ConditionOperator op = comparison(expression.kind);
  if (is_condition(left) || is_condition(right)) {
    if (op != ConditionOperator::eq && op != ConditionOperator::ne) {
      return Error::validation(message::operand_type(expression::operator_name(op), "BOOL"));
    }
    ASSIGN_OR_RETURN(ConditionNode node, equality(left, right));
    return op == ConditionOperator::eq ? std::move(node) : negated(std::move(node));
  }
  ASSIGN_OR_RETURN(auto both, operands(expression.children));
  return make(op, {}, std::move(both));
}

Result<ConditionNode> ConditionBuilder::equality(const Expression& left, const Expression& right) {
  const bool left_is_condition = is_condition(left);
  ASSIGN_OR_RETURN(ConditionNode node, condition(left_is_condition ? left : right));
  return equals(std::move(node), left_is_condition ? right : left);
}

/// That a condition is what the other side is: DynamoDB's conditions cannot be compared.
Result<ConditionNode> ConditionBuilder::equals(ConditionNode node, const Expression& other) {
  ConditionNode same;
  if (is_condition(other)) {
    ASSIGN_OR_RETURN(same, condition(other));
  } else {
    ASSIGN_OR_RETURN(Operand value, operand(other));
    if (const auto* literal = std::get_if<AttributeValue>(&value)) {
      const bool* wanted = literal->get_if<bool>();
      if (wanted == nullptr) return constant(false);
      return *wanted ? std::move(node) : negated(std::move(node));
    }
    if (std::holds_alternative<SizeOf>(value)) return constant(false);
    ConditionNode is_false =
        make(ConditionOperator::eq, {}, {value, Operand(AttributeValue(false))});
    same = make(ConditionOperator::eq, {}, {value, Operand(AttributeValue(true))});
    if (2 * count_nodes(node) > nodes_max) return unsupported(other);
    ConditionNode both = two(ConditionOperator::all_of, node, std::move(same));
    return two(ConditionOperator::any_of, std::move(both),
               two(ConditionOperator::all_of, negated(std::move(node)), std::move(is_false)));
  }
  if (2 * (count_nodes(node) + count_nodes(same)) > nodes_max) return unsupported(other);
  ConditionNode both = two(ConditionOperator::all_of, node, same);
  return two(ConditionOperator::any_of, std::move(both),
             two(ConditionOperator::all_of, negated(std::move(node)), negated(std::move(same))));
}

Result<ConditionNode> ConditionBuilder::membership(const Expression& expression) {
  const Expression& left = expression.children[0];
  const Expression& right = expression.children[1];
  const bool is_list = right.kind == Kind::list || right.kind == Kind::bag;
  if (!is_list || right.children.empty()) return unsupported(expression);
  if (right.children.size() > static_cast<std::size_t>(limits::in_operands_max)) {
    return Error::validation(message::too_many_in_operands(right.children.size()));
  }
  if (is_condition(left)) {
    ASSIGN_OR_RETURN(const ConditionNode node, condition(left));
    if (right.children.size() * count_nodes(node) > nodes_max) return unsupported(expression);
    std::vector<ConditionNode> any;
    for (const Expression& candidate : right.children) {
      ASSIGN_OR_RETURN(ConditionNode one, equals(node, candidate));
      any.push_back(std::move(one));
    }
    if (any.size() == 1) return std::move(any.front());
    return make(ConditionOperator::any_of, std::move(any));
  }
  std::vector<Operand> all;
  ASSIGN_OR_RETURN(Operand first, operand(left));
  all.push_back(std::move(first));
  for (const Expression& candidate : right.children) {
    ASSIGN_OR_RETURN(Operand one, operand(candidate));
    all.push_back(std::move(one));
  }
  return make(ConditionOperator::in, {}, std::move(all));
}

Result<ConditionNode> ConditionBuilder::type_test(const Expression& expression) {
  const Expression& tested = expression.children[0];
  const std::string& name = expression.text;
  if (tested.kind == Kind::missing) return constant(name == "missing");
  ASSIGN_OR_RETURN(Operand of, operand(tested));
  const auto* path = std::get_if<Path>(&of);
  if (name == "missing") {
    if (path == nullptr) return constant(false);
    return make(ConditionOperator::attribute_not_exists, {}, {std::move(of)});
  }
  const auto type = std::ranges::find(named_types, name, &NamedType::name);
  if (type == named_types.end()) return unsupported(expression);
  const bool is_bag = name == "bag";
  if (path == nullptr) {
    const auto* value = std::get_if<AttributeValue>(&of);
    const std::string_view found = value ? type_name(value->type()) : "N";
    return constant(is_bag ? found.size() == 2 && found[1] == 'S' : found == type->types);
  }
  if (!is_bag) return has_type(*path, type->types);
  std::vector<ConditionNode> any;
  for (const std::string_view set : {"SS", "NS", "BS"}) any.push_back(has_type(*path, set));
  return make(ConditionOperator::any_of, std::move(any));
}

Result<ConditionNode> ConditionBuilder::call(const Expression& expression) {
  const Predicate* predicate = find_predicate(expression);
  if (predicate == nullptr) {
    if (expression.text == "size") return unsupported(expression);
    return unrecognized(expression);
  }
  if (expression.children.size() != predicate->operands) {
    return Error::validation(message::operand_count(predicate->name, expression.children.size()));
  }
  ASSIGN_OR_RETURN(auto all, operands(expression.children));
  if (predicate->op == ConditionOperator::attribute_type) TRY(check_type_name(all[1]));
  return make(predicate->op, {}, std::move(all));
}

Result<void> ConditionBuilder::check_type_name(const Operand& name) const {
  const auto* value = std::get_if<AttributeValue>(&name);
  const auto* text = value ? value->get_if<std::string>() : nullptr;
  if (text == nullptr || std::ranges::binary_search(types, *text)) return {};
  return Error::validation(message::unknown_attribute_type(*text));
}

}  // namespace

Result<ConditionNode> condition_of(const Expression& expression, const Context& context) {
  return ConditionBuilder(context).condition(expression);
}

std::vector<ConditionNode> conjuncts(ConditionNode condition) {
  std::vector<ConditionNode> all;
  if (condition.op != ConditionOperator::all_of) {
    all.push_back(std::move(condition));
    return all;
  }
  for (ConditionNode& child : condition.children) {
    for (ConditionNode& part : conjuncts(std::move(child))) all.push_back(std::move(part));
  }
  return all;
}

std::optional<ConditionNode> all_of(std::vector<ConditionNode> conditions) {
  if (conditions.empty()) return std::nullopt;
  if (conditions.size() == 1) return std::move(conditions.front());
  return ConditionNode{ConditionOperator::all_of, std::move(conditions), {}};
}

}  // namespace isotherm::partiql
