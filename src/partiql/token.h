#pragma once

// The tokens of PartiQL statements.
//
//   word       := (letter | '_' | '$') (letter | digit | '_' | '$')*   a keyword or a name
//   name       := '"' (any but '"' | '""')* '"'                        a name, whatever it is
//   string     := ''' (any but ''' | '''')* '''
//   number     := (digit+ ['.' digit*] | '.' digit+) [('e' | 'E') ['+' | '-'] digit+]
//   parameter  := '?'
//   operators  := = <> != < <= > >= + - * / % || and or not in is between like, with their
//   negations the rest   := ( ) [ ] { } << >> , . : ;
//
// Between them white space and comments: -- to the end of the line, /* to */. Keywords ignore case.

#include <cstdint>
#include <string>
#include <string_view>

namespace isotherm::partiql {

enum class TokenKind : std::uint8_t {
  end,
  word,
  quoted_name,
  keyword,
  op,
  string,
  number,
  parameter,
  open,
  close,
  open_bracket,
  close_bracket,
  open_brace,
  close_brace,
  open_bag,
  close_bag,
  comma,
  dot,
  colon,
  semicolon,
};

struct Token {
  TokenKind kind = TokenKind::end;
  /// As it stands in the statement, quotes and all.
  std::string_view source;
  /// Of keywords and operators: in lower case, words of several joined by '_' ("is_not").
  std::string_view word;
  /// Of names and strings: what is between the quotes.
  std::string text;
};

}  // namespace isotherm::partiql
