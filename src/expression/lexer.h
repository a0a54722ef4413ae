#pragma once

// Cuts an expression into tokens. All expression languages share one set of tokens.
//
//   word        := (letter | '_') (letter | digit | '_')*      a keyword or an attribute's name
//   name        := '#' (letter | digit | '_')+                 stands for an attribute's name
//   value       := ':' (letter | digit | '_')+                 stands for a value
//   number      := digit+                                      a list index
//   the rest    := '(' ')' '[' ']' ',' '.' '+' '-' '=' '<>' '<' '<=' '>' '>='
//
// Anything else is a token of its own that no grammar accepts. Keywords ignore case.

#include <cstdint>
#include <string_view>

namespace isotherm::expression {

enum class TokenKind : std::uint8_t {
  end,
  word,
  name,
  value,
  number,
  open,
  close,
  open_bracket,
  close_bracket,
  comma,
  dot,
  plus,
  minus,
  comparator,
  and_word,
  or_word,
  not_word,
  in_word,
  between_word,
  set_word,
  remove_word,
  add_word,
  delete_word,
  unknown,
};

/// A token; its text is a part of the expression. That of `end` is empty and lies at its end.
struct Token {
  TokenKind kind = TokenKind::end;
  std::string_view text;
};

/// Whether the byte may stand in a word, or in a placeholder after its first byte.
bool is_word_byte(char c);

/// Whether two words are the same but for the case of ASCII letters; `upper` is in upper case.
bool equals_upper(std::string_view word, std::string_view upper);

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  /// The next token; `end` again and again after the last.
  Token next();

 private:
  Token take(TokenKind kind, std::size_t bytes);
  Token placeholder(TokenKind kind);
  Token symbol();

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace isotherm::expression
