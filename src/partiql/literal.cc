#include "partiql/literal.h"

#include <algorithm>

#include "model/limits.h"
#include "partiql/decimal.h"
#include "partiql/messages.h"

namespace isotherm::partiql {
namespace {

using Kind = ExpressionKind;

constexpr std::string_view invalid = "One or more parameter values were invalid: ";

/// The number literal inside signs, and whether they turn it round.
struct Signed {
  const Expression* number = nullptr;
  bool negative = false;
};

Signed strip_signs(const Expression& expression) {
  Signed found{&expression, false};
  while (found.number->kind == Kind::negative || found.number->kind == Kind::positive) {
    if (found.number->kind == Kind::negative) found.negative = !found.negative;
    found.number = &found.number->children.front();
  }
  if (found.number->kind != Kind::number) found.number = nullptr;
  return found;
}

/// Makes values of literals, and knows where in them it is.
class LiteralReader {
 public:
  explicit LiteralReader(const Context& context) : context_(context) {}

  Result<AttributeValue> read(const Expression& expression);

 private:
  Result<AttributeValue> read_number(const Signed& literal);
  Result<AttributeValue> read_list(const Expression& expression);
  Result<AttributeValue> read_tuple(const Expression& expression);
  Result<AttributeValue> read_bag(const Expression& expression);
  Result<AttributeValue> read_string_bag(const Expression& expression);
  Result<AttributeValue> read_number_bag(const Expression& expression);

  Error under(std::string text) const { return Error::validation(text + " under " + path_); }
  Error too_deep() const { return under("Nesting Levels have exceeded supported limits"); }
  Error unsupported(const Expression& expression) const {
    return Error::validation(message::at(
        "Unsupported data type: " + std::string(kind_name(expression)) + " under key " + path_,
        context_.statement, expression.source));
  }

  /// Reads one element below, with that step added to the path.
  Result<AttributeValue> read_below(const std::string& step, const Expression& expression) {
    const std::size_t length = path_.size();
    path_ += step;
    ++depth_;
    auto value = read(expression);
    --depth_;
    path_.resize(length);
    return value;
  }

  const Context& context_;
  std::string path_ = "root";
  int depth_ = 0;
};

Result<AttributeValue> LiteralReader::read(const Expression& expression) {
  if (depth_ >= limits::nesting_max) return too_deep();
  switch (expression.kind) {
    case Kind::null: return AttributeValue(Null{});
    case Kind::boolean: return AttributeValue(expression.flag);
    case Kind::string: return AttributeValue(expression.text);
    case Kind::list: return read_list(expression);
    case Kind::tuple: return read_tuple(expression);
    case Kind::bag: return read_bag(expression);
    default: break;
  }
  if (const Signed literal = strip_signs(expression); literal.number) return read_number(literal);
  return unsupported(expression);
}

Result<AttributeValue> LiteralReader::read_number(const Signed& literal) {
  auto number = read_decimal(literal.number->text);
  if (!number.ok()) return under(number.error().message());
  return AttributeValue(literal.negative ? number->negated() : *number);
}

Result<AttributeValue> LiteralReader::read_list(const Expression& expression) {
  if (depth_ + 1 >= limits::nesting_max && expression.children.empty()) return too_deep();
  List list;
  list.reserve(expression.children.size());
  for (std::size_t i = 0; i < expression.children.size(); ++i) {
    ASSIGN_OR_RETURN(AttributeValue element,
                     read_below("[" + std::to_string(i) + "]", expression.children[i]));
    list.push_back(std::move(element));
  }
  return AttributeValue(std::move(list));
}

Result<AttributeValue> LiteralReader::read_tuple(const Expression& expression) {
  if (depth_ + 1 >= limits::nesting_max && expression.children.empty()) return too_deep();
  Map map;
  for (std::size_t i = 0; i + 1 < expression.children.size(); i += 2) {
    const Expression& key = expression.children[i];
    if (key.kind != Kind::string) return unsupported(key);
    if (key.text.empty()) return Error::validation(std::string(invalid) + "Empty attribute name");
    ASSIGN_OR_RETURN(AttributeValue value, read_below("." + key.text, expression.children[i + 1]));
    if (!map.emplace(key.text, std::move(value)).second) {
      return under("Duplicate key " + key.text);
    }
  }
  return AttributeValue(std::move(map));
}

Result<AttributeValue> LiteralReader::read_bag(const Expression& expression) {
  const std::vector<Expression>& members = expression.children;
  if (members.empty()) return Error::validation(std::string(message::empty_bag));
  if (std::ranges::all_of(members, [](const Expression& e) { return e.kind == Kind::string; })) {
    return read_string_bag(expression);
  }
  if (std::ranges::all_of(members, [](const Expression& e) { return strip_signs(e).number; })) {
    return read_number_bag(expression);
  }
  return Error::validation(std::string(message::mixed_bag));
}

std::string listed(const std::vector<std::string>& members) {
  std::string text;
  for (const std::string& member : members) {
    if (!text.empty()) text += ", ";
    text += member;
  }
  return text;
}

Result<AttributeValue> LiteralReader::read_string_bag(const Expression& expression) {
  StringSet set;
  for (const Expression& member : expression.children) set.elements.push_back(member.text);
  const std::vector<std::string> written = set.elements;
  if (normalize(set)) {
    return Error::validation(std::string(invalid) + "Input collection [" + listed(written) +
                             "] contains duplicates.");
  }
  return AttributeValue(std::move(set));
}

Result<AttributeValue> LiteralReader::read_number_bag(const Expression& expression) {
  NumberSet set;
  std::vector<std::string> written;
  for (const Expression& member : expression.children) {
    const Signed literal = strip_signs(member);
    ASSIGN_OR_RETURN(const AttributeValue value, read_number(literal));
    set.elements.push_back(*value.get_if<Number>());
    written.push_back((literal.negative ? "-" : "") + literal.number->text);
  }
  if (normalize(set)) {
    return under(std::string(invalid) + "Input collection [" + listed(written) +
                 "] contains duplicates!");
  }
  return AttributeValue(std::move(set));
}

}  // namespace

bool is_value(const Expression& expression) {
  switch (expression.kind) {
    case Kind::null:
    case Kind::boolean:
    case Kind::string:
    case Kind::parameter:
    case Kind::list:
    case Kind::tuple:
    case Kind::bag: return true;
    default: return strip_signs(expression).number != nullptr;
  }
}

Result<AttributeValue> value_of(const Expression& expression, const Context& context) {
  if (expression.kind == Kind::parameter) {
    if (expression.parameter >= context.parameters.size()) {
      return Error::validation(std::string(message::parameter_count));
    }
    return context.parameters[expression.parameter];
  }
  return LiteralReader(context).read(expression);
}

std::string_view kind_name(const Expression& expression) {
  switch (expression.kind) {
    case Kind::call:
    case Kind::name: return expression.text;
    case Kind::parameter: return "Parameter";
    case Kind::missing: return "Missing";
    case Kind::path: return "Path";
    case Kind::wildcard: return "Wildcard";
    case Kind::null:
    case Kind::boolean:
    case Kind::number:
    case Kind::string: return "Lit";
    case Kind::list: return "List";
    case Kind::bag: return "Bag";
    case Kind::tuple: return "Struct";
    case Kind::negation: return "Not";
    case Kind::positive: return "Pos";
    case Kind::negative: return "Neg";
    case Kind::plus: return "Plus";
    case Kind::minus: return "Minus";
    case Kind::times: return "Times";
    case Kind::divide: return "Divide";
    case Kind::modulo: return "Modulo";
    case Kind::concatenate: return "Concat";
    case Kind::all_of: return "And";
    case Kind::any_of: return "Or";
    case Kind::eq: return "Eq";
    case Kind::ne: return "Ne";
    case Kind::lt: return "Lt";
    case Kind::le: return "Lte";
    case Kind::gt: return "Gt";
    case Kind::ge: return "Gte";
    case Kind::between: return "Between";
    case Kind::like: return "Like";
    case Kind::in: return "InCollection";
    case Kind::is_type: return "IsType";
    case Kind::select: return "Select";
    case Kind::data_manipulation: return "DataManipulation";
  }
  return "Expression";
}

}  // namespace isotherm::partiql
