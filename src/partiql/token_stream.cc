#include "partiql/token_stream.h"

#include <algorithm>

namespace isotherm::partiql {

bool TokenStream::is_word(std::string_view lower, std::size_t ahead) const {
  const Token& token = peek(ahead);
  if (token.kind == TokenKind::keyword) return token.word == lower;
  if (token.kind != TokenKind::word) return false;
  return std::ranges::equal(token.source, lower, {}, [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
}

}  // namespace isotherm::partiql
