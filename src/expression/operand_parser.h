#pragma once

// What the parsers of all expression languages share: tokens, nodes, the first syntax error, and
// the grammar of operands.
//
//   operand  := '(' operand ')' | value | function | path
//             | '(' path ')' step+                       not in updates
//   function := word '(' operand (',' operand)* ')'
//   path     := (word | name) step*
//   step     := '.' (word | name) | '[' number ']'
//
// Recursive descent, one token ahead. Each function of the grammar returns a node, or none after
// it has noted an error.

#include <optional>
#include <string>

#include "expression/lexer.h"
#include "expression/syntax.h"
#include "model/error.h"

namespace isotherm::expression {

class OperandParser {
 public:
  enum class Language { condition, projection, update };

  OperandParser(std::string_view text, Language language);
  virtual ~OperandParser() = default;
  OperandParser(const OperandParser&) = delete;
  OperandParser& operator=(const OperandParser&) = delete;

  /// Parses the whole text; messages name it `parameter`.
  Result<SyntaxTree> parse(std::string_view parameter);

 protected:
  /// The children of a node in the making.
  struct Children {
    NodeId first;
    NodeId last;
  };
  /// One level of recursion. Fails when there are more than any right expression needs.
  class Level {
   public:
    explicit Level(OperandParser& parser);
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    OperandParser& parser_;
  };

  /// The grammar's start.
  virtual NodeId start() = 0;

  NodeId operand();
  /// An operand without parentheses.
  NodeId atom();
  NodeId path();
  /// One operand after another until the parenthesis closes.
  bool operands_until_close(Children& children);
  /// The end of a parenthesis around a node, with the steps that may follow it.
  NodeId close_group(NodeId inside);

  const Token& current() const { return current_; }
  const Token& previous() const { return previous_; }
  void advance();
  bool accept(TokenKind kind);
  bool expect(TokenKind kind);

  SyntaxTree& tree() { return tree_; }
  NodeId add(SyntaxKind kind, std::string_view text, Children children = {no_node, no_node});
  void append(Children& children, NodeId id);

  bool failed() const { return failure_.has_value(); }
  /// Notes that the current token cannot stand where it stands.
  NodeId syntax_error();

 private:
  bool at_word() const;
  bool at_name() const { return at_word() || current_.kind == TokenKind::name; }
  NodeId function(std::string_view name);
  NodeId steps(NodeId path);

  std::string_view text_;
  Lexer lexer_;
  Language language_;
  Token previous_;
  Token current_;
  SyntaxTree tree_;
  int depth_ = 0;
  std::optional<std::string> failure_;
};

}  // namespace isotherm::expression
