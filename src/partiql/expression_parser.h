#pragma once

// The grammar of expressions: a Pratt parser over the tokens.

#include "partiql/syntax.h"
#include "partiql/token_stream.h"

namespace isotherm::partiql {

class StatementParser;

class ExpressionParser {
 public:
  /// Subselects are read by `statements`.
  ExpressionParser(TokenStream& tokens, StatementParser& statements)
      : tokens_(tokens), statements_(statements) {}

  Result<Expression> parse() { return parse_above(0); }
  /// Names and steps only: what a statement changes.
  Result<Expression> parse_simple_path();

  /// Parameters met so far.
  std::uint32_t parameters() const { return parameters_; }

 private:
  /// An expression of operators that bind more tightly than that.
  Result<Expression> parse_above(int precedence);
  Result<Expression> parse_unary();
  Result<Expression> parse_path();
  Result<Expression> parse_steps(Expression root, bool simple);
  Result<Expression> parse_step(bool simple);
  Result<Expression> parse_term();
  Result<Expression> parse_keyword();
  Result<Expression> parse_call();
  Result<Expression> parse_group();
  Result<Expression> parse_tuple();
  /// `open expression, … close`, the opening one taken already.
  Result<std::vector<Expression>> parse_until(TokenKind close, std::string_view what);

  /// What stands right of an operator, and both made one.
  Result<Expression> parse_right(Expression left, const Token& op);
  Result<Expression> parse_operand(int precedence);
  Result<Expression> parse_type(Expression left, const Token& op);
  Result<Expression> parse_in(Expression left, const Token& op);
  Result<Expression> parse_between(Expression left, const Token& op);
  Result<Expression> parse_like(Expression left, const Token& op);

  /// An expression at the token, of those below it.
  static Result<Expression> make(ExpressionKind kind, std::string_view source,
                                 std::vector<Expression> children);
  static Result<Expression> join(ExpressionKind kind, std::string_view source, Expression left,
                                 Expression right);
  static Result<Expression> negated_if(bool negated, std::string_view source,
                                       Result<Expression> expression);

  TokenStream& tokens_;
  StatementParser& statements_;
  std::uint32_t parameters_ = 0;
  int depth_ = 0;
};

}  // namespace isotherm::partiql
