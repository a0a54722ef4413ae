#include "cli/key_terms.h"

#include <algorithm>
#include <array>

#include "cli/typed_value.h"

namespace isotherm::cli {
namespace {

// Longer ones first: "<" is the beginning of "<=".
constexpr std::array<std::string_view, 6> comparisons{"^=", "<=", ">=", "=", "<", ">"};

struct Operator {
  std::size_t at = std::string_view::npos;
  std::string_view text;
};

Operator find_operator(std::string_view text) {
  const auto at = text.find_first_of("=<>^");
  if (at == std::string_view::npos) return {};
  for (const auto comparison : comparisons)
    if (text.substr(at).starts_with(comparison)) return {at, comparison};
  return {};
}

const KeyTerm* find(const std::vector<KeyTerm>& tests, const std::string& attribute,
                    std::string_view comparison) {
  const auto found = std::find_if(tests.begin(), tests.end(), [&](const KeyTerm& test) {
    return test.attribute == attribute && test.comparison == comparison;
  });
  return found == tests.end() ? nullptr : &*found;
}

}  // namespace

Expected<KeyTerm, UsageError> parse_key_term(std::string_view text) {
  const auto found = find_operator(text);
  if (found.at == std::string_view::npos || found.at == 0)
    return UsageError{"'" + std::string(text) + "' is no condition on a key",
                      "Write NAME=VALUE, NAME>=VALUE, NAME^=PREFIX, or NAME:N=5 for a number."};
  auto name = text.substr(0, found.at);
  std::string_view type = "S";
  if (const auto colon = name.rfind(':'); colon != std::string_view::npos) {
    type = name.substr(colon + 1);
    name = name.substr(0, colon);
  }
  ASSIGN_OR_RETURN(auto value, parse_typed(type, text.substr(found.at + found.text.size())));
  return KeyTerm{std::string(name), found.text, std::move(value)};
}

void set_key_condition(const std::vector<KeyTerm>& tests, QueryRequest& request) {
  std::string expression;
  ExpressionNames names;
  ExpressionValues values;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const auto& test = tests[i];
    const auto number = std::to_string(i);
    const auto* upper = find(tests, test.attribute, "<=");
    const auto* lower = find(tests, test.attribute, ">=");
    const bool is_between = upper != nullptr && lower != nullptr;
    if (is_between && &test == upper) continue;
    if (!expression.empty()) expression += " AND ";
    names["#k" + number] = test.attribute;
    values[":v" + number] = test.value;
    if (is_between) {
      values[":w" + number] = upper->value;
      expression += "#k" + number + " BETWEEN :v" + number + " AND :w" + number;
    } else if (test.comparison == "^=") {
      expression += "begins_with(#k" + number + ", :v" + number + ")";
    } else {
      expression += "#k" + number + " " + std::string(test.comparison) + " :v" + number;
    }
  }
  request.key_condition_expression = std::move(expression);
  request.placeholders.names = std::move(names);
  request.placeholders.values = std::move(values);
}

}  // namespace isotherm::cli
