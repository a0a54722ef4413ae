#include "exports/ion_lexer.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace isotherm::exports {
namespace {

Error malformed(std::string_view what) {
  return Error::validation("the Ion text is malformed: " + std::string(what));
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

void append_utf8(std::uint32_t code, std::string& out) {
  const auto byte = [&](std::uint32_t b) { out.push_back(static_cast<char>(b)); };
  if (code < 0x80) return byte(code);
  if (code < 0x800) return byte(0xC0 | code >> 6), byte(0x80 | (code & 0x3F));
  if (code < 0x10000) {
    return byte(0xE0 | code >> 12), byte(0x80 | (code >> 6 & 0x3F)), byte(0x80 | (code & 0x3F));
  }
  byte(0xF0 | code >> 18);
  byte(0x80 | (code >> 12 & 0x3F));
  byte(0x80 | (code >> 6 & 0x3F));
  byte(0x80 | (code & 0x3F));
}

std::optional<std::uint32_t> hex_value(std::string_view digits) {
  std::uint32_t value = 0;
  for (const char c : digits) {
    if (is_digit(c)) {
      value = value << 4 | static_cast<std::uint32_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value = value << 4 | static_cast<std::uint32_t>(c - 'a' + 10);
    } else if (c >= 'A' && c <= 'F') {
      value = value << 4 | static_cast<std::uint32_t>(c - 'A' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

bool is_surrogate(std::uint32_t code, std::uint32_t base) { return (code & 0xFFFFFC00u) == base; }

}  // namespace

Result<const IonToken*> IonLexer::peek() {
  if (!has_token_) {
    ASSIGN_OR_RETURN(token_, read());
    has_token_ = true;
  }
  return &token_;
}

Result<IonToken> IonLexer::next() {
  TRY(peek());
  has_token_ = false;
  return std::move(token_);
}

Result<void> IonLexer::skip_space() {
  while (at_ < text_.size()) {
    if (is_space(text_[at_])) {
      ++at_;
    } else if (at("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (at("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) return malformed("a comment has no end");
      at_ = end + 2;
    } else {
      break;
    }
  }
  return {};
}

Result<void> IonLexer::escape(std::string& out) {
  if (at_ >= text_.size()) return malformed("a string has no end");
  const char c = text_[at_++];
  constexpr std::string_view from = "abtnfrv0\"'\\/?";
  constexpr std::string_view to("\a\b\t\n\f\r\v\0\"'\\/?", 13);
  if (const std::size_t i = from.find(c); i != std::string_view::npos)
    return out += to[i], Result<void>();
  if (c == '\n') return {};
  if (c == '\r') {
    if (at("\n")) ++at_;
    return {};
  }
  const auto code_of = [&](std::size_t digits) -> Result<std::uint32_t> {
    const auto code = hex_value(text_.substr(at_, digits));
    if (text_.size() - at_ < digits || !code) return malformed("an escape");
    at_ += digits;
    return *code;
  };
  if (c != 'x' && c != 'u' && c != 'U') return malformed("an escape");
  ASSIGN_OR_RETURN(std::uint32_t code, code_of(c == 'x' ? 2 : c == 'u' ? 4 : 8));
  if (is_surrogate(code, 0xD800) && at("\\u")) {
    at_ += 2;
    ASSIGN_OR_RETURN(const std::uint32_t low, code_of(4));
    if (!is_surrogate(low, 0xDC00)) return malformed("half a character");
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  if (is_surrogate(code, 0xD800) || is_surrogate(code, 0xDC00) || code > 0x10FFFF) {
    return malformed("half a character");
  }
  append_utf8(code, out);
  return {};
}

Result<std::string> IonLexer::quoted(char quote) {
  std::string out;
  ++at_;
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    if (c == quote) return out;
    if (c == '\n' || c == '\r') return malformed("a line ends in a string");
    if (c == '\\') {
      TRY(escape(out));
    } else {
      out.push_back(c);
    }
  }
  return malformed("a string has no end");
}

Result<std::string> IonLexer::long_string() {
  std::string out;
  while (at("'''")) {
    at_ += 3;
    while (!at("'''")) {
      if (at_ >= text_.size()) return malformed("a string has no end");
      const char c = text_[at_++];
      if (c == '\\') {
        TRY(escape(out));
      } else if (c == '\r') {
        // Every end of a line counts as one.
        if (at("\n")) ++at_;
        out.push_back('\n');
      } else {
        out.push_back(c);
      }
    }
    at_ += 3;
    TRY(skip_space());
  }
  return out;
}

Result<IonToken> IonLexer::read() {
  using Kind = IonToken::Kind;
  TRY(skip_space());
  if (at_ >= text_.size()) return IonToken{};
  const std::size_t start = at_;
  const char c = text_[at_];
  const auto taken = [&](Kind kind) {
    return IonToken{kind, std::string(text_.substr(start, at_ - start))};
  };
  if (at("'''")) {
    ASSIGN_OR_RETURN(std::string text, long_string());
    return IonToken{Kind::string, std::move(text)};
  }
  if (c == '"' || c == '\'') {
    ASSIGN_OR_RETURN(std::string text, quoted(c));
    return IonToken{c == '"' ? Kind::string : Kind::quoted, std::move(text)};
  }
  if (at("{{")) {
    const std::size_t end = text_.find("}}", at_);
    if (end == std::string_view::npos) return malformed("a blob has no end");
    at_ = end + 2;
    return IonToken{Kind::blob, std::string(text_.substr(start + 2, end - start - 2))};
  }
  if (at("::")) return at_ += 2, taken(Kind::annotation);
  if (std::string_view("{}[](),:").find(c) != std::string_view::npos) {
    return ++at_, taken(Kind::punctuation);
  }
  const bool number = is_digit(c) || c == '-' || c == '+';
  if (!number && !is_letter(c)) return malformed("a character that belongs to nothing");
  ++at_;
  while (at_ < text_.size()) {
    const char d = text_[at_];
    const bool sign = number && (d == '-' || d == '+');
    if (!is_digit(d) && !is_letter(d) && d != '.' && !sign) break;
    ++at_;
  }
  return taken(number ? Kind::number : Kind::word);
}

}  // namespace isotherm::exports
