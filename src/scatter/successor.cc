#include "scatter/successor.h"

#include "model/limits.h"

namespace isotherm::scatter {
namespace {

constexpr std::size_t bytes_max = limits::sort_key_bytes_max;

/// One alphabet: how the keys of a type are made of characters.
struct Utf8 {
  /// Bytes of the last character; a stray byte counts as one.
  static std::size_t last_length(std::string_view text) {
    std::size_t length = 1;
    while (length < text.size() && length < 4 &&
           (static_cast<unsigned char>(text[text.size() - length]) & 0xC0) == 0x80)
      ++length;
    return length;
  }

  static std::uint32_t decoded(std::string_view c) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(c[i]); };
    switch (c.size()) {
      case 2: return (byte(0) & 0x1FU) << 6 | (byte(1) & 0x3FU);
      case 3: return (byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
      case 4:
        return (byte(0) & 0x07U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 |
               (byte(3) & 0x3FU);
      default: return byte(0);
    }
  }

  static std::string encoded(std::uint32_t c) {
    const auto tail = [](std::uint32_t bits) { return static_cast<char>(0x80 | (bits & 0x3F)); };
    if (c < 0x80) return {static_cast<char>(c)};
    if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), tail(c)};
    if (c < 0x10000) return {static_cast<char>(0xE0 | c >> 12), tail(c >> 6), tail(c)};
    return {static_cast<char>(0xF0 | c >> 18), tail(c >> 12), tail(c >> 6), tail(c)};
  }

  /// The next character, or nothing after the last one. Surrogates are no characters.
  static std::optional<std::string> next(std::string_view c) {
    const std::uint32_t point = decoded(c);
    if (point >= 0x10FFFF) return std::nullopt;
    return encoded(point == 0xD7FF ? 0xE000 : point + 1);
  }
  static std::optional<std::string> previous(std::string_view c) {
    const std::uint32_t point = decoded(c);
    if (point == 0) return std::nullopt;
    return encoded(point == 0xE000 ? 0xD7FF : point - 1);
  }

  /// Appends the largest characters that fit.
  static void fill(std::string& text) {
    while (text.size() + 4 <= bytes_max) text += "\xF4\x8F\xBF\xBF";
    if (text.size() + 3 == bytes_max) text += "\xEF\xBF\xBF";
    if (text.size() + 2 == bytes_max) text += "\xDF\xBF";
    if (text.size() + 1 == bytes_max) text += '\x7F';
  }
};

struct Bytes {
  static std::size_t last_length(std::string_view) { return 1; }
  static std::optional<std::string> next(std::string_view c) {
    if (c[0] == '\xFF') return std::nullopt;
    return std::string(1, static_cast<char>(static_cast<unsigned char>(c[0]) + 1));
  }
  static std::optional<std::string> previous(std::string_view c) {
    if (c[0] == '\0') return std::nullopt;
    return std::string(1, static_cast<char>(static_cast<unsigned char>(c[0]) - 1));
  }
  static void fill(std::string& bytes) {
    if (bytes.size() < bytes_max) bytes.append(bytes_max - bytes.size(), '\xFF');
  }
};

template <class Alphabet>
std::optional<std::string> next_key(std::string key) {
  if (key.size() < bytes_max) return key + '\0';
  // Full: the shortest key above changes the last character that has a larger one of its room.
  while (!key.empty()) {
    const std::size_t length = Alphabet::last_length(key);
    const auto next = Alphabet::next(std::string_view(key).substr(key.size() - length));
    key.resize(key.size() - length);
    if (next && key.size() + next->size() <= bytes_max) return key + *next;
  }
  return std::nullopt;
}

template <class Alphabet>
std::optional<std::string> previous_key(std::string key) {
  if (key.empty()) return std::nullopt;
  const std::size_t length = Alphabet::last_length(key);
  const auto previous = Alphabet::previous(std::string_view(key).substr(key.size() - length));
  key.resize(key.size() - length);
  if (previous) {
    key += *previous;
    Alphabet::fill(key);
  }
  if (key.empty()) return std::nullopt;
  return key;
}

template <class T>
std::optional<AttributeValue> wrapped(std::optional<T> key) {
  if (!key) return std::nullopt;
  return AttributeValue(*std::move(key));
}

std::optional<Binary> binary(std::optional<std::string> bytes) {
  if (!bytes) return std::nullopt;
  return Binary{*std::move(bytes)};
}

/// Nothing at the end of the range, where Number answers the number itself.
std::optional<Number> other_than(const Number& number, const Number& neighbour) {
  if (number == neighbour) return std::nullopt;
  return neighbour;
}

}  // namespace

std::optional<AttributeValue> successor(const AttributeValue& key) {
  if (const auto* text = key.get_if<std::string>()) return wrapped(next_key<Utf8>(*text));
  if (const auto* raw = key.get_if<Binary>()) return wrapped(binary(next_key<Bytes>(raw->bytes)));
  if (const auto* number = key.get_if<Number>())
    return wrapped(other_than(*number, number->successor()));
  return std::nullopt;
}

std::optional<AttributeValue> predecessor(const AttributeValue& key) {
  if (const auto* text = key.get_if<std::string>()) return wrapped(previous_key<Utf8>(*text));
  if (const auto* raw = key.get_if<Binary>())
    return wrapped(binary(previous_key<Bytes>(raw->bytes)));
  if (const auto* number = key.get_if<Number>())
    return wrapped(other_than(*number, number->predecessor()));
  return std::nullopt;
}

AttributeValue last_with_prefix(const AttributeValue& prefix) {
  if (const auto* raw = prefix.get_if<Binary>()) {
    std::string bytes = raw->bytes;
    Bytes::fill(bytes);
    return Binary{std::move(bytes)};
  }
  const auto* text = prefix.get_if<std::string>();
  std::string filled = text == nullptr ? std::string() : *text;
  Utf8::fill(filled);
  return filled;
}

}  // namespace isotherm::scatter
