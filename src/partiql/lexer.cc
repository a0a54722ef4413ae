#include "partiql/lexer.h"

#include <array>

#include "partiql/decimal.h"
#include "partiql/keywords.h"

namespace isotherm::partiql {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_word_part(char c) { return is_word_start(c) || is_digit(c); }

struct Symbol {
  std::string_view text;
  TokenKind kind;
};
// Longer ones before those that begin them.
constexpr std::array symbols = std::to_array<Symbol>({
    {"<<", TokenKind::open_bag},
    {">>", TokenKind::close_bag},
    {"<=", TokenKind::op},
    {">=", TokenKind::op},
    {"<>", TokenKind::op},
    {"!=", TokenKind::op},
    {"||", TokenKind::op},
    {"=", TokenKind::op},
    {"<", TokenKind::op},
    {">", TokenKind::op},
    {"+", TokenKind::op},
    {"-", TokenKind::op},
    {"*", TokenKind::op},
    {"/", TokenKind::op},
    {"%", TokenKind::op},
    {"(", TokenKind::open},
    {")", TokenKind::close},
    {"[", TokenKind::open_bracket},
    {"]", TokenKind::close_bracket},
    {"{", TokenKind::open_brace},
    {"}", TokenKind::close_brace},
    {",", TokenKind::comma},
    {".", TokenKind::dot},
    {":", TokenKind::colon},
    {";", TokenKind::semicolon},
    {"?", TokenKind::parameter},
});

// Two words that are one token.
struct Pair {
  std::string_view first;
  std::string_view second;
  std::string_view joined;
};
constexpr std::array pairs = std::to_array<Pair>({
    {"not", "in", "not_in"},
    {"not", "between", "not_between"},
    {"not", "like", "not_like"},
    {"is", "not", "is_not"},
});

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::optional<std::vector<Token>> run() {
    while (true) {
      if (!skip_blanks()) return std::nullopt;
      if (position_ == text_.size()) break;
      if (!take_token()) return std::nullopt;
    }
    add(TokenKind::end, 0);
    return std::move(tokens_);
  }

 private:
  char at(std::size_t offset) const {
    return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
  }

  Token& add(TokenKind kind, std::size_t bytes) {
    tokens_.push_back({kind, text_.substr(position_, bytes), {}, {}});
    position_ += bytes;
    return tokens_.back();
  }

  /// White space and comments; false when a comment has no end.
  bool skip_blanks() {
    while (position_ < text_.size()) {
      if (is_space(text_[position_])) {
        ++position_;
      } else if (at(0) == '-' && at(1) == '-') {
        while (position_ < text_.size() && text_[position_] != '\n' && text_[position_] != '\r') {
          ++position_;
        }
      } else if (at(0) == '/' && at(1) == '*') {
        const std::size_t end = text_.find("*/", position_ + 2);
        if (end == std::string_view::npos) return false;
        position_ = end + 2;
      } else {
        break;
      }
    }
    return true;
  }

  bool take_token() {
    const char c = text_[position_];
    if (is_word_start(c)) return take_word(), true;
    if (is_digit(c) || (c == '.' && is_digit(at(1)))) return take_number();
    if (c == '\'' || c == '"') return take_quoted(c);
    for (const Symbol& symbol : symbols) {
      if (!text_.substr(position_).starts_with(symbol.text)) continue;
      Token& token = add(symbol.kind, symbol.text.size());
      if (symbol.kind == TokenKind::op) token.word = symbol.text == "!=" ? "<>" : symbol.text;
      return true;
    }
    return false;
  }

  void take_word() {
    std::size_t bytes = 1;
    while (is_word_part(at(bytes))) ++bytes;
    const std::string_view word = text_.substr(position_, bytes);
    const std::string_view keyword = find_keyword(word);
    if (keyword.empty()) {
      add(TokenKind::word, bytes).text = word;
      return;
    }
    if (!tokens_.empty() && join(tokens_.back(), keyword, bytes)) return;
    add(is_operator_keyword(keyword) ? TokenKind::op : TokenKind::keyword, bytes).word = keyword;
  }

  /// Makes one token of two words that belong together.
  bool join(Token& last, std::string_view keyword, std::size_t bytes) {
    for (const Pair& pair : pairs) {
      if (last.word != pair.first || keyword != pair.second) continue;
      position_ += bytes;
      const auto start = static_cast<std::size_t>(last.source.data() - text_.data());
      last.source = text_.substr(start, position_ - start);
      last.word = pair.joined;
      return true;
    }
    return false;
  }

  bool take_number() {
    std::size_t bytes = 0;
    while (is_digit(at(bytes))) ++bytes;
    if (at(bytes) == '.') ++bytes;
    while (is_digit(at(bytes))) ++bytes;
    if (at(bytes) == 'e' || at(bytes) == 'E') {
      ++bytes;
      if (at(bytes) == '+' || at(bytes) == '-') ++bytes;
      if (!is_digit(at(bytes))) return false;
      while (is_digit(at(bytes))) ++bytes;
    }
    if (is_word_start(at(bytes))) return false;
    if (!is_decimal(text_.substr(position_, bytes))) return false;
    add(TokenKind::number, bytes);
    return true;
  }

  bool take_quoted(char quote) {
    std::string text;
    std::size_t bytes = 1;
    while (true) {
      if (position_ + bytes >= text_.size()) return false;
      const char c = text_[position_ + bytes];
      ++bytes;
      if (c == quote) {
        if (at(bytes) != quote) break;
        ++bytes;
      }
      text += c;
    }
    Token& token = add(quote == '"' ? TokenKind::quoted_name : TokenKind::string, bytes);
    token.text = std::move(text);
    return true;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::optional<std::vector<Token>> tokenize(std::string_view statement) {
  return Lexer(statement).run();
}

}  // namespace isotherm::partiql
