#include "wire/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>

namespace isotherm::wire {
namespace {

constexpr std::size_t block_bytes = 32;

constexpr bool must_escape(unsigned char c) { return (c < 0x20) | (c == '"') | (c == '\\'); }

// Whether any of eight bytes must be escaped: the borrow of a subtraction, byte by byte. May say
// yes wrongly for bytes above 0x7F; never no wrongly.
bool may_need_escape(std::uint64_t bytes) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t tops = 0x8080808080808080;
  const std::uint64_t control = bytes - ones * 0x20;
  const std::uint64_t quote = (bytes ^ ones * '"') - ones;
  const std::uint64_t backslash = (bytes ^ ones * '\\') - ones;
  return ((control | quote | backslash) & ~bytes & tops) != 0;
}

// Whether any of 32 bytes must be escaped. Without branches, so that the compiler makes vectors of
// it.
bool block_needs_escape(const char* bytes) {
  bool any = false;
  for (std::size_t i = 0; i < block_bytes; ++i) {
    any |= must_escape(static_cast<unsigned char>(bytes[i]));
  }
  return any;
}

// Length of the front of `text` that needs no escapes.
std::size_t plain_length(std::string_view text) {
  std::size_t at = 0;
  while (at + block_bytes <= text.size() && !block_needs_escape(text.data() + at)) {
    at += block_bytes;
  }
  while (at + 8 <= text.size()) {
    std::uint64_t bytes;
    std::memcpy(&bytes, text.data() + at, 8);
    if (may_need_escape(bytes)) break;
    at += 8;
  }
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
  std::array<char, 32> digits;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed)
          .ptr;
  out_.append(digits.data(), end);
  if (value == std::trunc(value)) out_ += ".0";
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::seconds(std::int64_t unix_ms) {
  integer(unix_ms / 1000);
  const auto fraction = static_cast<int>(unix_ms % 1000);
  out_ += '.';
  out_ += static_cast<char>('0' + fraction / 100);
  out_ += static_cast<char>('0' + fraction / 10 % 10);
  out_ += static_cast<char>('0' + fraction % 10);
  return *this;
}

}  // namespace isotherm::wire
