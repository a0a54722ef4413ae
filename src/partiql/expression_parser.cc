#include "partiql/expression_parser.h"

#include <algorithm>
#include <array>

#include "partiql/infix.h"
#include "partiql/keywords.h"
#include "partiql/statement_parser.h"

namespace isotherm::partiql {
namespace {

using Kind = ExpressionKind;

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

constexpr std::array type_names = std::to_array<std::string_view>(
    {"any",     "bag",     "blob",      "bool",  "boolean", "char",     "clob",    "date",
     "dec",     "decimal", "float",     "int",   "int4",    "int8",     "integer", "list",
     "missing", "null",    "numeric",   "real",  "sexp",    "smallint", "string",  "struct",
     "symbol",  "time",    "timestamp", "tuple", "varchar"});

// Counts the levels that a parser is in.
class Level {
 public:
  explicit Level(int& depth) : depth_(++depth) {}
  ~Level() { --depth_; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;
  bool is_too_deep() const { return depth_ > expression_depth_max; }

 private:
  int& depth_;
};

Expression leaf(Kind kind, const Token& token) {
  Expression expression;
  expression.kind = kind;
  expression.source = token.source;
  expression.text = token.text;
  expression.flag = token.kind == TokenKind::quoted_name;
  return expression;
}

}  // namespace

Result<Expression> ExpressionParser::make(Kind kind, std::string_view source,
                                          std::vector<Expression> children) {
  Expression expression;
  expression.kind = kind;
  expression.source = source;
  for (const Expression& child : children) {
    expression.depth = std::max(expression.depth, static_cast<std::uint16_t>(child.depth + 1));
  }
  expression.children = std::move(children);
  if (expression.depth > expression_depth_max) return message::malformed(message::too_deep);
  return expression;
}

Result<Expression> ExpressionParser::join(Kind kind, std::string_view source, Expression left,
                                          Expression right) {
  const bool chains = kind == Kind::all_of || kind == Kind::any_of;
  if (chains && left.kind == kind && right.depth < expression_depth_max) {
    left.depth = std::max(left.depth, static_cast<std::uint16_t>(right.depth + 1));
    left.children.push_back(std::move(right));
    return left;
  }
  std::vector<Expression> children;
  children.reserve(2);
  children.push_back(std::move(left));
  children.push_back(std::move(right));
  return make(kind, source, std::move(children));
}

Result<Expression> ExpressionParser::negated_if(bool negated, std::string_view source,
                                                Result<Expression> expression) {
  if (!negated || !expression.ok()) return expression;
  std::vector<Expression> children;
  children.push_back(std::move(expression).value());
  return make(Kind::negation, source, std::move(children));
}

Result<Expression> ExpressionParser::parse_above(int precedence) {
  const Level level(depth_);
  if (level.is_too_deep()) return message::malformed(message::too_deep);
  ASSIGN_OR_RETURN(Expression left, parse_unary());
  while (const Infix* infix = find_infix(tokens_.peek())) {
    if (infix->precedence <= precedence) break;
    const Token op = tokens_.peek();
    ASSIGN_OR_RETURN(left, parse_right(std::move(left), op));
  }
  return left;
}

Result<Expression> ExpressionParser::parse_right(Expression left, const Token& op) {
  const Infix& infix = *find_infix(op);
  switch (infix.kind) {
    case Kind::is_type: return parse_type(std::move(left), op);
    case Kind::in: return parse_in(std::move(left), op);
    case Kind::between: return parse_between(std::move(left), op);
    case Kind::like: return parse_like(std::move(left), op);
    default: break;
  }
  ASSIGN_OR_RETURN(Expression right, parse_operand(infix.precedence));
  return join(infix.kind, op.source, std::move(left), std::move(right));
}

Result<Expression> ExpressionParser::parse_operand(int precedence) {
  if (tokens_.rest() < 2) return message::malformed(message::missing_right_side);
  tokens_.take();
  return parse_above(precedence);
}

Result<Expression> ExpressionParser::parse_type(Expression left, const Token& op) {
  tokens_.take();
  const Token& token = tokens_.peek();
  std::string name = lower(token.source);
  const auto joined = [&](std::string_view first, std::string_view second) {
    if (name != first || !tokens_.is_word(second, 1)) return false;
    tokens_.take();
    name = std::string(first) + "_" + std::string(second);
    return true;
  };
  const bool is_word = token.kind == TokenKind::word || token.kind == TokenKind::keyword;
  const bool known =
      is_word && (joined("double", "precision") || joined("character", "varying") ||
                  name == "character" || std::ranges::find(type_names, name) != type_names.end());
  if (!known) return message::malformed(message::expected_type);
  tokens_.take();
  std::vector<Expression> children;
  children.push_back(std::move(left));
  auto test = make(Kind::is_type, op.source, std::move(children));
  if (test.ok()) test->text = std::move(name);
  return negated_if(is_negated(op), op.source, std::move(test));
}

Result<Expression> ExpressionParser::parse_in(Expression left, const Token& op) {
  Result<Expression> right = Expression();
  if (tokens_.peek(1).kind == TokenKind::open && !tokens_.is_keyword("select", 2) &&
      !tokens_.is_keyword("values", 2)) {
    tokens_.take();
    const Token open = tokens_.take();
    ASSIGN_OR_RETURN(std::vector<Expression> elements,
                     parse_until(TokenKind::close, "RIGHT_PAREN"));
    right = make(Kind::list, open.source, std::move(elements));
  } else {
    right = parse_operand(find_infix(op)->precedence);
  }
  if (!right.ok()) return right;
  return negated_if(is_negated(op), op.source,
                    join(Kind::in, op.source, std::move(left), std::move(right).value()));
}

Result<Expression> ExpressionParser::parse_between(Expression left, const Token& op) {
  const int precedence = find_infix(op)->precedence;
  ASSIGN_OR_RETURN(Expression lowest, parse_operand(precedence));
  if (tokens_.peek().word != "and") {
    return message::malformed(message::expected("AND after BETWEEN"));
  }
  tokens_.take();
  ASSIGN_OR_RETURN(Expression highest, parse_above(precedence));
  std::vector<Expression> children;
  children.push_back(std::move(left));
  children.push_back(std::move(lowest));
  children.push_back(std::move(highest));
  return negated_if(is_negated(op), op.source, make(Kind::between, op.source, std::move(children)));
}

Result<Expression> ExpressionParser::parse_like(Expression left, const Token& op) {
  const int precedence = find_infix(op)->precedence;
  ASSIGN_OR_RETURN(Expression pattern, parse_operand(precedence));
  std::vector<Expression> children;
  children.push_back(std::move(left));
  children.push_back(std::move(pattern));
  if (tokens_.accept_keyword("escape")) {
    ASSIGN_OR_RETURN(Expression escape, parse_above(precedence));
    children.push_back(std::move(escape));
  }
  return negated_if(is_negated(op), op.source, make(Kind::like, op.source, std::move(children)));
}

Result<Expression> ExpressionParser::parse_unary() {
  const Token& token = tokens_.peek();
  if (token.kind != TokenKind::op) return parse_path();
  const Level level(depth_);
  if (level.is_too_deep()) return message::malformed(message::too_deep);
  const std::string_view source = token.source;
  const Kind kind = token.word == "not" ? Kind::negation
                    : token.word == "-" ? Kind::negative
                                        : Kind::positive;
  if (kind == Kind::positive && token.word != "+") {
    return message::malformed(message::unexpected_operator);
  }
  tokens_.take();
  auto operand = kind == Kind::negation ? parse_above(not_precedence) : parse_unary();
  if (!operand.ok()) return operand;
  std::vector<Expression> children;
  children.push_back(std::move(operand).value());
  return make(kind, source, std::move(children));
}

Result<Expression> ExpressionParser::parse_simple_path() {
  const Token& token = tokens_.peek();
  if (token.kind != TokenKind::word && token.kind != TokenKind::quoted_name) {
    return message::malformed(message::expected_simple_path);
  }
  Expression root = leaf(Kind::name, token);
  tokens_.take();
  return parse_steps(std::move(root), true);
}

Result<Expression> ExpressionParser::parse_path() {
  ASSIGN_OR_RETURN(Expression root, parse_term());
  return parse_steps(std::move(root), false);
}

Result<Expression> ExpressionParser::parse_steps(Expression root, bool simple) {
  if (!tokens_.is(TokenKind::dot) && !tokens_.is(TokenKind::open_bracket)) return root;
  const std::string_view source = root.source;
  std::vector<Expression> children;
  children.push_back(std::move(root));
  while (tokens_.is(TokenKind::dot) || tokens_.is(TokenKind::open_bracket)) {
    ASSIGN_OR_RETURN(Expression step, parse_step(simple));
    children.push_back(std::move(step));
  }
  return make(Kind::path, source, std::move(children));
}

Result<Expression> ExpressionParser::parse_step(bool simple) {
  const bool is_dot = tokens_.take().kind == TokenKind::dot;
  const Token& token = tokens_.peek();
  const bool is_star = token.kind == TokenKind::op && token.word == "*";
  if (is_star && (!is_dot || !simple)) {
    Expression wildcard = leaf(Kind::wildcard, token);
    tokens_.take();
    if (!is_dot) TRY(tokens_.expect(TokenKind::close_bracket, "RIGHT_BRACKET"));
    return wildcard;
  }
  if (is_dot) {
    if (token.kind != TokenKind::word && token.kind != TokenKind::quoted_name) {
      return message::malformed(message::invalid_path_dot);
    }
    Expression name = leaf(Kind::name, token);
    tokens_.take();
    return name;
  }
  ASSIGN_OR_RETURN(Expression index, parse());
  TRY(tokens_.expect(TokenKind::close_bracket, "RIGHT_BRACKET"));
  return index;
}

Result<Expression> ExpressionParser::parse_term() {
  const Token token = tokens_.peek();
  switch (token.kind) {
    case TokenKind::op: return message::malformed(message::unexpected_operator);
    case TokenKind::keyword: return parse_keyword();
    case TokenKind::word:
    case TokenKind::quoted_name:
      if (tokens_.peek(1).kind == TokenKind::open) return parse_call();
      tokens_.take();
      return leaf(Kind::name, token);
    case TokenKind::string: tokens_.take(); return leaf(Kind::string, token);
    case TokenKind::number: {
      tokens_.take();
      Expression number = leaf(Kind::number, token);
      number.text = token.source;
      return number;
    }
    case TokenKind::parameter: {
      tokens_.take();
      Expression parameter = leaf(Kind::parameter, token);
      parameter.parameter = parameters_++;
      return parameter;
    }
    case TokenKind::open: return parse_group();
    case TokenKind::open_bracket: {
      tokens_.take();
      ASSIGN_OR_RETURN(auto elements, parse_until(TokenKind::close_bracket, "RIGHT_BRACKET"));
      return make(Kind::list, token.source, std::move(elements));
    }
    case TokenKind::open_bag: {
      tokens_.take();
      ASSIGN_OR_RETURN(auto elements,
                       parse_until(TokenKind::close_bag, "RIGHT_DOUBLE_ANGLE_BRACKET"));
      return make(Kind::bag, token.source, std::move(elements));
    }
    case TokenKind::open_brace: return parse_tuple();
    default: return message::malformed(message::unexpected_term);
  }
}

Result<Expression> ExpressionParser::parse_keyword() {
  const Token token = tokens_.peek();
  const std::string_view word = token.word;
  if (word == "true" || word == "false") {
    tokens_.take();
    Expression boolean = leaf(Kind::boolean, token);
    boolean.flag = word == "true";
    return boolean;
  }
  if (word == "null" || word == "missing") {
    tokens_.take();
    return leaf(word == "null" ? Kind::null : Kind::missing, token);
  }
  if (is_function_keyword(word) && tokens_.peek(1).kind == TokenKind::open) return parse_call();
  if (word == "select") {
    TRY(statements_.parse_select());
    return leaf(Kind::select, token);
  }
  if (word == "from") {
    TRY(statements_.parse_from_update());
  } else if (word == "update") {
    TRY(statements_.parse_update());
  } else if (word == "delete") {
    TRY(statements_.parse_delete());
  } else if (word == "insert") {
    TRY(statements_.parse_insert());
  } else {
    return message::malformed(message::unexpected_keyword);
  }
  return leaf(Kind::data_manipulation, token);
}

Result<Expression> ExpressionParser::parse_call() {
  const Token name = tokens_.take();
  tokens_.take();
  std::vector<Expression> arguments;
  const bool counts_all = name.word == "count" && tokens_.peek().word == "*" &&
                          tokens_.peek(1).kind == TokenKind::close;
  if (counts_all) {
    tokens_.take();
    tokens_.take();
  } else {
    ASSIGN_OR_RETURN(arguments, parse_until(TokenKind::close, "RIGHT_PAREN"));
  }
  auto call = make(Kind::call, name.source, std::move(arguments));
  if (call.ok()) {
    call->text =
        lower(name.kind == TokenKind::quoted_name ? std::string_view(name.text) : name.source);
  }
  return call;
}

Result<Expression> ExpressionParser::parse_group() {
  const Token open = tokens_.take();
  ASSIGN_OR_RETURN(auto elements, parse_until(TokenKind::close, "RIGHT_PAREN"));
  if (elements.empty()) return message::malformed(message::empty_group);
  if (elements.size() == 1) return std::move(elements.front());
  return make(Kind::list, open.source, std::move(elements));
}

Result<Expression> ExpressionParser::parse_tuple() {
  const Token open = tokens_.take();
  std::vector<Expression> children;
  if (!tokens_.accept(TokenKind::close_brace)) {
    do {
      ASSIGN_OR_RETURN(Expression key, parse());
      TRY(tokens_.expect(TokenKind::colon, "COLON"));
      ASSIGN_OR_RETURN(Expression value, parse());
      children.push_back(std::move(key));
      children.push_back(std::move(value));
    } while (tokens_.accept(TokenKind::comma));
    TRY(tokens_.expect(TokenKind::close_brace, "RIGHT_CURLY"));
  }
  return make(Kind::tuple, open.source, std::move(children));
}

Result<std::vector<Expression>> ExpressionParser::parse_until(TokenKind close,
                                                              std::string_view what) {
  std::vector<Expression> elements;
  if (tokens_.accept(close)) return elements;
  do {
    ASSIGN_OR_RETURN(Expression element, parse());
    elements.push_back(std::move(element));
  } while (tokens_.accept(TokenKind::comma));
  TRY(tokens_.expect(close, what));
  return elements;
}

}  // namespace isotherm::partiql
