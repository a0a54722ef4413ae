#include "partiql/select.h"

#include <algorithm>

#include "partiql/expression_text.h"
#include "partiql/messages.h"

namespace isotherm::partiql {
namespace {

/// A path is called by its last name, and the indexes behind that: a.b[0] is "b[0]".
std::string column_name(const expression::Path& path) {
  std::string name = path.attribute;
  for (const expression::PathStep& step : path.steps) {
    if (const auto* key = std::get_if<std::string>(&step)) {
      name = *key;
    } else {
      name += '[' + std::to_string(std::get<std::size_t>(step)) + ']';
    }
  }
  return name;
}

}  // namespace

std::vector<std::string> PreparedSelect::attributes() const {
  std::vector<std::string> names;
  for (const Column& column : columns) {
    if (std::ranges::find(names, column.path.attribute) == names.end()) {
      names.push_back(column.path.attribute);
    }
  }
  return names;
}

Item PreparedSelect::project(Item item) const {
  if (columns.empty()) return item;
  Item shown;
  for (const Column& column : columns) {
    const AttributeValue* value = expression::find(item, column.path);
    if (value != nullptr) shown.emplace(column.name, *value);
  }
  return shown;
}

Result<PreparedSelect> prepare_select(const Select& select, const Context& context) {
  PreparedSelect prepared;
  ASSIGN_OR_RETURN(prepared.from, table_name_of(select.from));
  for (const Expression& expression : select.columns) {
    auto found = path_of(expression, context);
    if (!found.ok() && expression.kind == ExpressionKind::call) {
      if (!prepared.problem) prepared.problem = found.error().message();
      continue;
    }
    if (!found.ok()) return std::move(found).error();
    expression::Path path = std::move(*found);
    std::string name = column_name(path);
    const bool is_known =
        std::ranges::find(prepared.columns, name, &Column::name) != prepared.columns.end();
    if (is_known) return Error::validation(message::duplicate_column(name));
    prepared.columns.push_back({std::move(path), std::move(name)});
  }
  if (select.where) {
    ASSIGN_OR_RETURN(prepared.where, condition_of(*select.where, context));
    TRY(check_condition(*prepared.where));
  }
  for (const OrderTerm& term : select.order) {
    if (term.key.kind != ExpressionKind::name) {
      return Error::validation(
          message::at("ORDER BY takes names of attributes", context.statement, term.key.source));
    }
    prepared.order.push_back({term.key.text, term.descending});
  }
  return prepared;
}

}  // namespace isotherm::partiql
