#include "expression/operand_parser.h"

#include <array>

#include "expression/messages.h"
#include "model/limits.h"

namespace isotherm::expression {
namespace {

// No right expression nests deeper: each level has an operator of its own, of which there are at
// most 300, or parentheses that are redundant. Keeps the stack bounded.
constexpr int depth_max = limits::expression_operators_max + 20;

// Most expressions have fewer nodes.
constexpr std::size_t usual_nodes = 16;

Function function_named(std::string_view name) {
  struct Named {
    std::string_view name;
    Function function;
  };
  static constexpr std::array<Named, 8> functions = {{
      {"attribute_exists", Function::attribute_exists},
      {"attribute_not_exists", Function::attribute_not_exists},
      {"attribute_type", Function::attribute_type},
      {"begins_with", Function::begins_with},
      {"contains", Function::contains},
      {"size", Function::size},
      {"if_not_exists", Function::if_not_exists},
      {"list_append", Function::list_append},
  }};
  for (const Named& named : functions) {
    if (named.name == name) return named.function;
  }
  return Function::unknown;
}

std::string too_many_operators() {
  return message::too_many_operators(limits::expression_operators_max + 1);
}

}  // namespace

OperandParser::OperandParser(std::string_view text, Language language)
    : text_(text), lexer_(text), language_(language) {
  tree_.nodes.reserve(usual_nodes);
  tree_.nodes.emplace_back();
  advance();
}

Result<SyntaxTree> OperandParser::parse(std::string_view parameter) {
  if (current_.kind == TokenKind::end) {
    return invalid_expression(parameter, message::empty_expression);
  }
  if (text_.size() > limits::expression_bytes_max) {
    // Only of UpdateExpression does the service not say the size.
    const bool says_size = language_ != Language::update;
    return invalid_expression(
        parameter,
        message::expression_too_long(says_size ? std::optional(text_.size()) : std::nullopt));
  }
  tree_.root = start();
  if (!failed() && current_.kind != TokenKind::end) syntax_error();
  if (failed()) return invalid_expression(parameter, *failure_);
  if (tree_.operators > limits::expression_operators_max) {
    return invalid_expression(parameter, too_many_operators());
  }
  if (tree_.redundant_parentheses) {
    return invalid_expression(parameter, message::redundant_parentheses);
  }
  return std::move(tree_);
}

OperandParser::Level::Level(OperandParser& parser) : parser_(parser) {
  if (++parser_.depth_ <= depth_max || parser_.failed()) return;
  parser_.failure_ = parser_.tree_.operators > limits::expression_operators_max
                         ? too_many_operators()
                         : std::string(message::redundant_parentheses);
}

NodeId OperandParser::operand() {
  if (!accept(TokenKind::open)) return atom();
  const Level level(*this);
  if (failed()) return no_node;
  return close_group(operand());
}

NodeId OperandParser::atom() {
  if (accept(TokenKind::value)) return add(SyntaxKind::value, previous_.text);
  if (!at_word()) return path();
  advance();
  const std::string_view word = previous_.text;
  if (current_.kind == TokenKind::open) return function(word);
  return steps(add(SyntaxKind::path, word));
}

NodeId OperandParser::function(std::string_view name) {
  const Level level(*this);
  if (failed()) return no_node;
  ++tree_.operators;
  const NodeId id = add(SyntaxKind::function, name);
  tree_[id].function = function_named(name);
  advance();
  Children arguments{no_node, no_node};
  if (!operands_until_close(arguments)) return no_node;
  tree_[id].first = arguments.first;
  return id;
}

bool OperandParser::operands_until_close(Children& children) {
  do {
    const NodeId next = operand();
    if (failed()) return false;
    append(children, next);
  } while (accept(TokenKind::comma));
  return expect(TokenKind::close);
}

NodeId OperandParser::path() {
  if (!at_name()) return syntax_error();
  advance();
  return steps(add(SyntaxKind::path, previous_.text));
}

NodeId OperandParser::steps(NodeId path) {
  Children children{tree_[path].first, tree_[path].first};
  while (children.last != no_node && tree_[children.last].next != no_node) {
    children.last = tree_[children.last].next;
  }
  while (true) {
    if (accept(TokenKind::dot)) {
      if (!at_name()) return syntax_error();
      advance();
      append(children, add(SyntaxKind::name, previous_.text));
    } else if (accept(TokenKind::open_bracket)) {
      if (!expect(TokenKind::number)) return no_node;
      append(children, add(SyntaxKind::index, previous_.text));
      if (!expect(TokenKind::close_bracket)) return no_node;
    } else {
      tree_[path].first = children.first;
      return path;
    }
  }
}

NodeId OperandParser::close_group(NodeId inside) {
  if (failed() || !expect(TokenKind::close)) return no_node;
  SyntaxNode& node = tree_[inside];
  if (node.parenthesized) tree_.redundant_parentheses = true;
  node.parenthesized = true;
  const bool has_step = current_.kind == TokenKind::dot || current_.kind == TokenKind::open_bracket;
  if (node.kind != SyntaxKind::path || !has_step || language_ != Language::condition) return inside;
  node.parenthesized = false;
  return steps(inside);
}

void OperandParser::advance() {
  previous_ = current_;
  current_ = lexer_.next();
}

bool OperandParser::accept(TokenKind kind) {
  if (current_.kind != kind) return false;
  advance();
  return true;
}

bool OperandParser::expect(TokenKind kind) {
  if (accept(kind)) return true;
  syntax_error();
  return false;
}

/// A word that may be a name. REMOVE is a keyword of updates only, for it is not reserved.
bool OperandParser::at_word() const {
  return current_.kind == TokenKind::word ||
         (current_.kind == TokenKind::remove_word && language_ != Language::update);
}

NodeId OperandParser::add(SyntaxKind kind, std::string_view text, Children children) {
  const auto id = static_cast<NodeId>(tree_.nodes.size());
  SyntaxNode& node = tree_.nodes.emplace_back();
  node.kind = kind;
  node.text = text;
  node.first = children.first;
  return id;
}

void OperandParser::append(Children& children, NodeId id) {
  (children.last == no_node ? children.first : tree_[children.last].next) = id;
  children.last = id;
}

/// Shows the tokens before and after the wrong one, with what stands between them.
NodeId OperandParser::syntax_error() {
  if (failed()) return no_node;
  if (current_.kind == TokenKind::end) {
    failure_ = message::syntax_error("<EOF>", previous_.text);
    return no_node;
  }
  Lexer after = lexer_;
  const Token next = after.next();
  const Token& first = previous_.text.empty() ? current_ : previous_;
  const Token& last = next.kind == TokenKind::end ? current_ : next;
  const char* begin = first.text.data();
  const char* end = last.text.data() + last.text.size();
  failure_ = message::syntax_error(current_.text,
                                   std::string_view(begin, static_cast<std::size_t>(end - begin)));
  return no_node;
}

}  // namespace isotherm::expression
