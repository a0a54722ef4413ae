// The grammars of updates and of projections.
//
//   update     := section+
//   section    := SET setting (',' setting)*
//               | REMOVE path (',' path)*
//               | ADD path value (',' path value)*
//               | DELETE path value (',' path value)*
//   setting    := path '=' assigned
//   assigned   := '(' assigned ')' | operand (('+' | '-') operand)?
//
//   projection := path (',' path)*

#include <array>

#include "expression/operand_parser.h"
#include "expression/parser.h"

namespace isotherm::expression {
namespace {

class UpdateParser final : public OperandParser {
 public:
  explicit UpdateParser(std::string_view text) : OperandParser(text, Language::update) {}

 private:
  struct Section {
    TokenKind word;
    SyntaxKind action;
    std::string_view name;
  };
  static constexpr std::array<Section, 4> sections = {{
      {TokenKind::set_word, SyntaxKind::set, "SET"},
      {TokenKind::remove_word, SyntaxKind::remove, "REMOVE"},
      {TokenKind::add_word, SyntaxKind::add, "ADD"},
      {TokenKind::delete_word, SyntaxKind::delete_elements, "DELETE"},
  }};

  NodeId start() override {
    Children actions{no_node, no_node};
    do {
      if (!section(actions)) return no_node;
    } while (current().kind != TokenKind::end);
    return add(SyntaxKind::list, {}, actions);
  }

  bool section(Children& actions) {
    for (std::size_t i = 0; i < sections.size(); ++i) {
      if (!accept(sections[i].word)) continue;
      if (seen_[i] && tree().repeated_section.empty()) tree().repeated_section = sections[i].name;
      seen_[i] = true;
      do {
        const NodeId next = action(sections[i].action);
        if (failed()) return false;
        append(actions, next);
      } while (accept(TokenKind::comma));
      return true;
    }
    syntax_error();
    return false;
  }

  NodeId action(SyntaxKind kind) {
    const NodeId target = path();
    if (failed()) return no_node;
    Children parts{target, target};
    if (kind == SyntaxKind::set) {
      if (current().text != "=") return syntax_error();
      advance();
      const NodeId value = assigned();
      if (failed()) return no_node;
      append(parts, value);
    } else if (kind != SyntaxKind::remove) {
      if (!expect(TokenKind::value)) return no_node;
      append(parts, add(SyntaxKind::value, previous().text));
    }
    return add(kind, {}, parts);
  }

  NodeId assigned() {
    const Level level(*this);
    if (failed()) return no_node;
    const NodeId left = accept(TokenKind::open) ? close_group(assigned()) : atom();
    if (failed()) return no_node;
    const SyntaxKind kind = tree()[left].kind;
    if (kind == SyntaxKind::plus || kind == SyntaxKind::minus) return left;
    if (!accept(TokenKind::plus) && !accept(TokenKind::minus)) return left;
    ++tree().operators;
    const Token op = previous();
    const NodeId right = operand();
    if (failed()) return no_node;
    Children operands{left, left};
    append(operands, right);
    return add(op.kind == TokenKind::plus ? SyntaxKind::plus : SyntaxKind::minus, op.text,
               operands);
  }

  std::array<bool, sections.size()> seen_{};
};

class ProjectionParser final : public OperandParser {
 public:
  explicit ProjectionParser(std::string_view text) : OperandParser(text, Language::projection) {}

 private:
  NodeId start() override {
    Children paths{no_node, no_node};
    do {
      const NodeId next = path();
      if (failed()) return no_node;
      append(paths, next);
    } while (accept(TokenKind::comma));
    return add(SyntaxKind::list, {}, paths);
  }
};

}  // namespace

Result<SyntaxTree> parse_projection_syntax(std::string_view text, std::string_view parameter) {
  return ProjectionParser(text).parse(parameter);
}

Result<SyntaxTree> parse_update_syntax(std::string_view text, std::string_view parameter) {
  return UpdateParser(text).parse(parameter);
}

}  // namespace isotherm::expression
