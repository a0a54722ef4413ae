#include "expression/lexer.h"

#include <array>

namespace isotherm::expression {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'z';
}

constexpr std::array<bool, 256> word_bytes = [] {
  std::array<bool, 256> table{};
  for (std::size_t i = 0; i < table.size(); ++i) {
    const char c = static_cast<char>(i);
    table[i] = is_letter(c) || is_digit(c) || c == '_';
  }
  return table;
}();

struct Keyword {
  std::string_view text;
  TokenKind kind;
};
constexpr std::array<Keyword, 9> keywords = {{
    {"AND", TokenKind::and_word},
    {"OR", TokenKind::or_word},
    {"NOT", TokenKind::not_word},
    {"IN", TokenKind::in_word},
    {"BETWEEN", TokenKind::between_word},
    {"SET", TokenKind::set_word},
    {"REMOVE", TokenKind::remove_word},
    {"ADD", TokenKind::add_word},
    {"DELETE", TokenKind::delete_word},
}};
constexpr std::size_t keyword_bytes_max = 7;

TokenKind kind_of_word(std::string_view word) {
  if (word.size() <= keyword_bytes_max) {
    for (const Keyword& keyword : keywords) {
      if (equals_upper(word, keyword.text)) return keyword.kind;
    }
  }
  return TokenKind::word;
}

/// Bytes of the UTF-8 character that starts with this byte.
std::size_t character_bytes(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte >= 0xF0) return 4;
  if (byte >= 0xE0) return 3;
  if (byte >= 0xC0) return 2;
  return 1;
}

}  // namespace

bool is_word_byte(char c) { return word_bytes[static_cast<unsigned char>(c)]; }

bool equals_upper(std::string_view word, std::string_view upper) {
  if (word.size() != upper.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = is_letter(word[i]) ? static_cast<char>(word[i] & ~0x20) : word[i];
    if (c != upper[i]) return false;
  }
  return true;
}

Token Lexer::next() {
  while (position_ < text_.size()) {
    const char c = text_[position_];
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') break;
    ++position_;
  }
  if (position_ == text_.size()) return {TokenKind::end, text_.substr(position_)};

  const char first = text_[position_];
  if (first == '#') return placeholder(TokenKind::name);
  if (first == ':') return placeholder(TokenKind::value);
  if (!is_word_byte(first)) return symbol();

  std::size_t end = position_ + 1;
  if (is_digit(first)) {
    while (end < text_.size() && is_digit(text_[end])) ++end;
    return take(TokenKind::number, end - position_);
  }
  while (end < text_.size() && is_word_byte(text_[end])) ++end;
  return take(kind_of_word(text_.substr(position_, end - position_)), end - position_);
}

Token Lexer::take(TokenKind kind, std::size_t bytes) {
  const Token token{kind, text_.substr(position_, bytes)};
  position_ += token.text.size();
  return token;
}

Token Lexer::placeholder(TokenKind kind) {
  std::size_t end = position_ + 1;
  while (end < text_.size() && is_word_byte(text_[end])) ++end;
  if (end == position_ + 1) kind = TokenKind::unknown;
  return take(kind, end - position_);
}

Token Lexer::symbol() {
  const char first = text_[position_];
  const char second = position_ + 1 < text_.size() ? text_[position_ + 1] : '\0';
  switch (first) {
    case '(': return take(TokenKind::open, 1);
    case ')': return take(TokenKind::close, 1);
    case '[': return take(TokenKind::open_bracket, 1);
    case ']': return take(TokenKind::close_bracket, 1);
    case ',': return take(TokenKind::comma, 1);
    case '.': return take(TokenKind::dot, 1);
    case '+': return take(TokenKind::plus, 1);
    case '-': return take(TokenKind::minus, 1);
    case '=': return take(TokenKind::comparator, 1);
    case '<': return take(TokenKind::comparator, second == '=' || second == '>' ? 2 : 1);
    case '>': return take(TokenKind::comparator, second == '=' ? 2 : 1);
    default: return take(TokenKind::unknown, character_bytes(first));
  }
}

}  // namespace isotherm::expression
