#include "base/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace isotherm {
namespace {

constexpr bool must_escape(unsigned char c) { return (c < 0x20) | (c == '"') | (c == '\\'); }

// Whether any of so many bytes must be escaped. Without branches, so that the compiler makes
// vectors of it.
template <std::size_t count>
bool any_must_escape(const char* bytes) {
  bool any = false;
  for (std::size_t i = 0; i < count; ++i) any |= must_escape(static_cast<unsigned char>(bytes[i]));
  return any;
}

// Whether a text of at least `step` bytes is plain. The last step looks at some bytes again, so
// that none are left over.
template <std::size_t step>
bool is_plain(std::string_view text) {
  for (std::size_t at = 0; at + step <= text.size(); at += step) {
    if (any_must_escape<step>(text.data() + at)) return false;
  }
  return !any_must_escape<step>(text.data() + text.size() - step);
}

// Length of the front of `text` that needs no escapes.
std::size_t plain_length(std::string_view text) {
  if (text.size() >= 32) {
    if (is_plain<32>(text)) return text.size();
  } else if (text.size() >= 8 && is_plain<8>(text)) {
    return text.size();
  }
  std::size_t at = 0;
  while (at + 8 <= text.size() && !any_must_escape<8>(text.data() + at)) at += 8;
  while (at < text.size() && !must_escape(static_cast<unsigned char>(text[at]))) ++at;
  return at;
}

void append_escaped(char c, std::string& out) {
  constexpr std::string_view hex = "0123456789abcdef";
  switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
  }
  out += "\\u00";
  out += hex[static_cast<unsigned char>(c) >> 4];
  out += hex[static_cast<unsigned char>(c) & 15];
}

}  // namespace

void append_json_string(std::string_view text, std::string& out) {
  out += '"';
  while (!text.empty()) {
    const std::size_t plain = plain_length(text);
    out.append(text.substr(0, plain));
    if (plain == text.size()) break;
    append_escaped(text[plain], out);
    text.remove_prefix(plain + 1);
  }
  out += '"';
}

JsonWriter& JsonWriter::key(std::string_view name) {
  value_next();
  out_ += '"';
  out_ += name;
  out_ += "\":";
  return *this;
}

JsonWriter& JsonWriter::client_key(std::string_view name) {
  value_next();
  append_json_string(name, out_);
  out_ += ':';
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
  value_next();
  append_json_string(text, out_);
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::integer(std::int64_t value) {
  value_next();
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  out_.append(digits.data(), end);
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::boolean(bool value) {
  value_next();
  out_ += value ? "true" : "false";
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::units(double value) {
  value_next();
  // The longest double in fixed form is one of the smallest.
  std::array<char, 352> digits;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed)
          .ptr;
  out_.append(digits.data(), end);
  if (value == std::trunc(value)) out_ += ".0";
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::seconds(std::int64_t unix_ms) {
  // A time before 1970 and less than a second from it has a sign that its whole seconds lack.
  if (unix_ms < 0 && unix_ms > -1000) {
    value_next();
    out_ += '-';
  }
  integer(unix_ms / 1000);
  const auto fraction = std::abs(static_cast<int>(unix_ms % 1000));
  out_ += '.';
  out_ += static_cast<char>('0' + fraction / 100);
  out_ += static_cast<char>('0' + fraction / 10 % 10);
  out_ += static_cast<char>('0' + fraction % 10);
  return *this;
}

}  // namespace isotherm
