#pragma once

// The tokens of a statement as a parser reads them, and what all parsers of this room share.

#include <algorithm>

#include "model/error.h"
#include "partiql/lexer.h"
#include "partiql/messages.h"

namespace isotherm::partiql {

class TokenStream {
 public:
  TokenStream(std::string_view statement, std::vector<Token> tokens)
      : statement_(statement), tokens_(std::move(tokens)) {}

  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
  }
  /// Takes the token; the last one stays.
  const Token& take() {
    const Token& token = peek();
    if (position_ + 1 < tokens_.size()) ++position_;
    return token;
  }
  /// Tokens after this one; the end is one.
  std::size_t rest() const { return tokens_.size() - 1 - position_; }

  bool is(TokenKind kind) const { return peek().kind == kind; }
  bool is_keyword(std::string_view word, std::size_t ahead = 0) const {
    return peek(ahead).kind == TokenKind::keyword && peek(ahead).word == word;
  }
  /// A word that is a keyword only where it stands: VALUE's like.
  bool is_word(std::string_view lower, std::size_t ahead = 0) const;

  bool accept(TokenKind kind) { return is(kind) && (take(), true); }
  bool accept_keyword(std::string_view word) { return is_keyword(word) && (take(), true); }

  /// Takes the token or fails; `what` is what messages call it.
  Result<void> expect(TokenKind kind, std::string_view what) {
    if (accept(kind)) return {};
    return message::malformed(message::expected(what));
  }

  std::string_view statement() const { return statement_; }

 private:
  std::string_view statement_;
  std::vector<Token> tokens_;
  std::size_t position_ = 0;
};

}  // namespace isotherm::partiql
