#include "partiql/update.h"

#include "partiql/condition.h"
#include "partiql/expression_text.h"
#include "partiql/messages.h"

namespace isotherm::partiql {
namespace {

using Kind = ExpressionKind;
using expression::Path;
using expression::UpdateAction;
using expression::ValueExpression;
using Verb = UpdateAction::Verb;

bool is_set(const AttributeValue& value) {
  const AttributeType type = value.type();
  return type == AttributeType::SS || type == AttributeType::NS || type == AttributeType::BS;
}

class ActionBuilder {
 public:
  explicit ActionBuilder(const Context& context) : context_(context) {}

  Result<UpdateAction> build(const UpdateClause& clause) {
    UpdateAction action;
    ASSIGN_OR_RETURN(action.target, path_of(clause.target, context_));
    if (!clause.value) {
      action.verb = Verb::remove;
      return action;
    }
    const Expression& value = *clause.value;
    if (value.kind == Kind::call && (value.text == "set_add" || value.text == "set_delete")) {
      action.verb = value.text == "set_add" ? Verb::add : Verb::delete_elements;
      ASSIGN_OR_RETURN(action.value.literal, elements(value, action.target));
      action.value.kind = ValueExpression::Kind::literal;
      return action;
    }
    ASSIGN_OR_RETURN(action.value, value_expression(value));
    return action;
  }

 private:
  Error refuse(const std::string& text, const Expression& at) const {
    return Error::validation(message::at(text, context_.statement, at.source));
  }

  /// The elements that set_add and set_delete are about.
  Result<AttributeValue> elements(const Expression& call, const Path& target) {
    const std::string name = call.text == "set_add" ? "SET_ADD" : "SET_DELETE";
    if (call.children.size() != 2) return refuse(name + " must have exactly two arguments", call);
    const Expression& set = call.children[0];
    const bool is_path = set.kind == Kind::name || set.kind == Kind::path;
    const auto path = is_path ? path_of(set, context_) : Result<Path>(Path{});
    if (!path.ok()) return path.error();
    if (!is_path || *path != target) {
      return refuse("The first argument to " + name + " must equal the assignment value", call);
    }
    const std::string wrong = "The second argument to " + name + " must be a value with type SET";
    if (!is_value(call.children[1])) return refuse(wrong, set);
    ASSIGN_OR_RETURN(AttributeValue value, value_of(call.children[1], context_));
    if (!is_set(value)) return refuse(wrong, set);
    return value;
  }

  Result<ValueExpression> value_expression(const Expression& expression) {
    if (expression.kind == Kind::plus || expression.kind == Kind::minus) {
      return with_operands(expression, expression.kind == Kind::plus
                                           ? ValueExpression::Kind::plus
                                           : ValueExpression::Kind::minus);
    }
    return operand(expression);
  }

  Result<ValueExpression> operand(const Expression& expression) {
    ValueExpression value;
    if (is_value(expression)) {
      value.kind = ValueExpression::Kind::literal;
      ASSIGN_OR_RETURN(value.literal, value_of(expression, context_));
      return value;
    }
    if (expression.kind == Kind::name || expression.kind == Kind::path) {
      value.kind = ValueExpression::Kind::path;
      ASSIGN_OR_RETURN(value.path, path_of(expression, context_));
      return value;
    }
    if (expression.kind != Kind::call) {
      return refuse(
          "Unsupported data type: " + std::string(kind_name(expression)) + " under key root",
          expression);
    }
    if (expression.text == "list_append") {
      return with_operands(expression, ValueExpression::Kind::list_append);
    }
    if (expression.text == "if_not_exists") return if_not_exists(expression);
    return refuse("Unrecognized function: " + expression.text, expression);
  }

  Result<ValueExpression> if_not_exists(const Expression& call) {
    ASSIGN_OR_RETURN(ValueExpression value,
                     with_operands(call, ValueExpression::Kind::if_not_exists));
    if (value.operands[0].kind != ValueExpression::Kind::path) {
      return Error::validation(
          "Operator or function requires a document path; operator or function: if_not_exists");
    }
    value.path = std::move(value.operands[0].path);
    value.operands.erase(value.operands.begin());
    return value;
  }

  /// Of a function or operator with two operands.
  Result<ValueExpression> with_operands(const Expression& expression, ValueExpression::Kind kind) {
    ValueExpression value;
    value.kind = kind;
    if (expression.children.size() != 2) {
      return Error::validation(message::operand_count(expression.text, expression.children.size()));
    }
    for (const Expression& child : expression.children) {
      ASSIGN_OR_RETURN(ValueExpression one, operand(child));
      value.operands.push_back(std::move(one));
    }
    return value;
  }

  const Context& context_;
};

}  // namespace

Result<expression::UpdateActions> update_actions(const Update& update, const Context& context) {
  expression::UpdateActions actions;
  ActionBuilder builder(context);
  for (const UpdateClause& clause : update.clauses) {
    ASSIGN_OR_RETURN(UpdateAction action, builder.build(clause));
    actions.actions.push_back(std::move(action));
  }
  ExpressionText text;
  const std::string written = text.update(actions);
  expression::PlaceholderScope scope(text.placeholders());
  auto parsed = expression::parse_update(written, scope);
  if (!parsed.ok()) return message::without_parameter(std::move(parsed).error());
  return actions;
}

}  // namespace isotherm::partiql
