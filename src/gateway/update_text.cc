#include "gateway/update_text.h"

#include "expression/lexer.h"

namespace isotherm::gateway {
namespace {

/// The words that begin sections are reserved, so a token of that kind is never an attribute.
std::string with_action(std::string_view expression, expression::TokenKind section,
                        std::string_view keyword, std::string_view action) {
  std::string text(expression);
  expression::Lexer lexer(expression);
  for (auto token = lexer.next(); token.kind != expression::TokenKind::end; token = lexer.next()) {
    if (token.kind != section) continue;
    const auto behind =
        static_cast<std::size_t>(token.text.data() - expression.data()) + token.text.size();
    return text.insert(behind, " " + std::string(action) + ",");
  }
  if (!text.empty()) text += ' ';
  return text.append(keyword).append(" ").append(action);
}

}  // namespace

std::string with_set(std::string_view expression, std::string_view action) {
  return with_action(expression, expression::TokenKind::set_word, "SET", action);
}

std::string with_remove(std::string_view expression, std::string_view path) {
  return with_action(expression, expression::TokenKind::remove_word, "REMOVE", path);
}

std::string as_operand(std::string_view condition) {
  const std::size_t first = condition.find_first_not_of(" \t\r\n");
  const std::size_t last = condition.find_last_not_of(" \t\r\n");
  int depth = 0;
  for (std::size_t i = first; i < last && i < condition.size(); ++i) {
    depth += condition[i] == '(' ? 1 : condition[i] == ')' ? -1 : 0;
    if (depth == 0) return "(" + std::string(condition) + ")";
  }
  return std::string(condition);
}

}  // namespace isotherm::gateway
