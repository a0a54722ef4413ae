// The grammar of conditions.
//
//   any_of     := all_of (OR all_of)*
//   all_of     := negation (AND negation)*
//   negation   := NOT negation | comparison
//   comparison := first comparator operand
//               | first BETWEEN operand AND operand
//               | first IN '(' operand (',' operand)* ')'
//               | function
//               | '(' any_of ')'
//   first      := operand
//
// After '(' a condition or an operand may follow: what stands inside decides, so that both are
// read by any_of, and a path or a value that turns out to stand for a condition is refused at the
// token after it.

#include "expression/operand_parser.h"
#include "expression/parser.h"

namespace isotherm::expression {
namespace {

class ConditionParser final : public OperandParser {
 public:
  explicit ConditionParser(std::string_view text) : OperandParser(text, Language::condition) {}

 private:
  NodeId start() override {
    const NodeId condition = any_of();
    if (failed() || !require_condition(condition)) return no_node;
    return condition;
  }

  NodeId any_of() {
    return chain(TokenKind::or_word, SyntaxKind::any_of, &ConditionParser::all_of);
  }
  NodeId all_of() {
    return chain(TokenKind::and_word, SyntaxKind::all_of, &ConditionParser::negation);
  }

  NodeId chain(TokenKind word, SyntaxKind kind, NodeId (ConditionParser::*part)()) {
    const NodeId first = (this->*part)();
    if (failed() || current().kind != word) return first;
    if (!require_condition(first)) return no_node;
    Children children{first, first};
    while (accept(word)) {
      ++tree().operators;
      const NodeId next = (this->*part)();
      if (failed() || !require_condition(next)) return no_node;
      append(children, next);
    }
    return add(kind, {}, children);
  }

  NodeId negation() {
    if (!accept(TokenKind::not_word)) return comparison();
    ++tree().operators;
    const Level level(*this);
    if (failed()) return no_node;
    const NodeId condition = negation();
    if (failed() || !require_condition(condition)) return no_node;
    return add(SyntaxKind::negation, {}, {condition, condition});
  }

  NodeId comparison() {
    const NodeId first = group_or_operand();
    if (failed() || !is_operand(first)) return first;
    Children operands{first, first};
    if (accept(TokenKind::comparator)) return compare(operands);
    if (accept(TokenKind::between_word)) return between(operands);
    if (accept(TokenKind::in_word)) return in(operands);
    return first;
  }

  NodeId group_or_operand() {
    if (!accept(TokenKind::open)) return atom();
    const Level level(*this);
    if (failed()) return no_node;
    return close_group(any_of());
  }

  NodeId compare(Children operands) {
    ++tree().operators;
    const std::string_view comparator = previous().text;
    const NodeId second = operand();
    if (failed()) return no_node;
    append(operands, second);
    return add(SyntaxKind::compare, comparator, operands);
  }

  NodeId between(Children operands) {
    ++tree().operators;
    const NodeId lower = operand();
    if (failed() || !expect(TokenKind::and_word)) return no_node;
    append(operands, lower);
    const NodeId upper = operand();
    if (failed()) return no_node;
    append(operands, upper);
    return add(SyntaxKind::between, {}, operands);
  }

  NodeId in(Children operands) {
    ++tree().operators;
    if (!expect(TokenKind::open) || !operands_until_close(operands)) return no_node;
    return add(SyntaxKind::in, {}, operands);
  }

  /// A function may be either.
  bool is_operand(NodeId id) {
    const SyntaxKind kind = tree()[id].kind;
    return kind == SyntaxKind::path || kind == SyntaxKind::value || kind == SyntaxKind::function;
  }
  bool require_condition(NodeId id) {
    if (!is_operand(id) || tree()[id].kind == SyntaxKind::function) return true;
    syntax_error();
    return false;
  }
};

}  // namespace

Result<SyntaxTree> parse_condition_syntax(std::string_view text, std::string_view parameter) {
  return ConditionParser(text).parse(parameter);
}

}  // namespace isotherm::expression
