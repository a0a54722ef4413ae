#include "partiql/document_path.h"

#include <algorithm>

#include "partiql/messages.h"

namespace isotherm::partiql {

using Kind = ExpressionKind;
using expression::Path;

Result<Path> path_of(const Expression& expression, const Context& context) {
  Path path;
  if (expression.kind == Kind::name) {
    path.attribute = expression.text;
    return path;
  }
  const auto unexpected = [&](const Expression& at) {
    return Error::validation(
        message::at("Unexpected path component", context.statement, at.source));
  };
  if (expression.kind != Kind::path || expression.children[0].kind != Kind::name) {
    return unexpected(expression);
  }
  path.attribute = expression.children[0].text;
  for (std::size_t i = 1; i < expression.children.size(); ++i) {
    const Expression* step = &expression.children[i];
    if (step->kind == Kind::name || step->kind == Kind::string) {
      path.steps.emplace_back(step->text);
      continue;
    }
    bool negative = false;
    for (; step->kind == Kind::negative || step->kind == Kind::positive;
         step = &step->children[0]) {
      if (step->kind == Kind::negative) negative = !negative;
    }
    if (step->kind != Kind::number) return unexpected(*step);
    constexpr std::size_t digits_max = 10;
    const bool is_whole =
        step->text.size() <= digits_max &&
        std::ranges::all_of(step->text, [](char c) { return c >= '0' && c <= '9'; });
    const std::size_t index = is_whole ? std::stoull(step->text) : 0;
    if (!is_whole || index > 0x7FFFFFFF || (negative && index > 0)) {
      const std::string shown = (negative ? "-" : "") + step->text;
      return Error::validation(
          message::at("List index is not within the allowable range; index: [" + shown + "]",
                      context.statement, step->source));
    }
    path.steps.emplace_back(index);
  }
  return path;
}

}  // namespace isotherm::partiql
