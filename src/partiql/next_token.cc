#include "partiql/next_token.h"

#include <optional>

#include "base/hash.h"
#include "partiql/messages.h"

namespace isotherm::partiql {
namespace {

constexpr char version = 1;
constexpr std::size_t binding_bytes = 16;
constexpr std::size_t check_bytes = 8;
constexpr std::uint64_t check_seed = 0x697361'746F6B65;

void append_number(std::uint64_t value, int bytes, std::string& out) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    out += static_cast<char>(value >> shift & 0xFF);
  }
}

void append_text(std::string_view text, std::string& out) {
  append_number(text.size(), 4, out);
  out += text;
}

/// Reads from the front of bytes; after something was missing it is not ok.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  std::uint64_t number(std::size_t count) {
    std::uint64_t value = 0;
    for (const char byte : take(count)) value = value << 8 | static_cast<unsigned char>(byte);
    return value;
  }
  std::string_view text() { return take(static_cast<std::size_t>(number(4))); }
  std::string_view take(std::size_t count) {
    if (count > bytes_.size()) {
      ok_ = false;
      bytes_ = {};
      return {};
    }
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  bool at_end() const { return ok_ && bytes_.empty(); }
  bool ok() const { return ok_; }

 private:
  std::string_view bytes_;
  bool ok_ = true;
};

/// Any value as bytes that differ for different values.
void append_value(const AttributeValue& value, std::string& out) {
  out += static_cast<char>(value.type());
  const auto append_all = [&](const auto& elements, const auto& each) {
    append_number(elements.size(), 4, out);
    for (const auto& element : elements) each(element);
  };
  struct Visitor {
    std::string& out;
    const decltype(append_all)& all;
    void operator()(const std::string& s) const { append_text(s, out); }
    void operator()(const Number& n) const { append_text(n.to_string(), out); }
    void operator()(const Binary& b) const { append_text(b.bytes, out); }
    void operator()(bool b) const { out += b ? '\1' : '\0'; }
    void operator()(Null) const {}
    void operator()(const StringSet& set) const { all(set.elements, *this); }
    void operator()(const NumberSet& set) const { all(set.elements, *this); }
    void operator()(const BinarySet& set) const { all(set.elements, *this); }
    void operator()(const List& list) const {
      all(list, [&](const AttributeValue& element) { append_value(element, out); });
    }
    void operator()(const Map& map) const {
      all(map, [&](const auto& entry) {
        append_text(entry.first, out);
        append_value(entry.second, out);
      });
    }
  };
  std::visit(Visitor{out, append_all}, value.value);
}

void append_key(const Item& key, std::string& out) {
  append_number(key.size(), 1, out);
  for (const auto& [name, value] : key) {
    append_text(name, out);
    out += static_cast<char>(value.type());
    if (const auto* s = value.get_if<std::string>()) {
      append_text(*s, out);
    } else if (const auto* b = value.get_if<Binary>()) {
      append_text(b->bytes, out);
    } else {
      const auto* n = value.get_if<Number>();
      append_text(n ? n->to_string() : std::string(), out);
    }
  }
}

bool read_key(Bytes& bytes, Item& key) {
  const std::uint64_t count = bytes.number(1);
  for (std::uint64_t i = 0; i < count && bytes.ok(); ++i) {
    std::string name(bytes.text());
    const auto type = static_cast<AttributeType>(bytes.number(1));
    const std::string_view text = bytes.text();
    AttributeValue value;
    if (type == AttributeType::S) {
      value = std::string(text);
    } else if (type == AttributeType::B) {
      value = Binary{std::string(text)};
    } else {
      const auto number = Number::parse(text);
      if (type != AttributeType::N || !number.ok()) return false;
      value = *number;
    }
    key.emplace(std::move(name), std::move(value));
  }
  return bytes.ok();
}

std::string to_hex(std::string_view bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (const char byte : bytes) {
    for (const int shift : {4, 0}) {
      text += "0123456789abcdef"[static_cast<unsigned char>(byte) >> shift & 0xF];
    }
  }
  return text;
}

std::optional<std::string> from_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  int value = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_digit && !(c >= 'a' && c <= 'f')) return std::nullopt;
    value = value << 4 | (is_digit ? c - '0' : c - 'a' + 10);
    if (i % 2 == 1) bytes += static_cast<char>(value), value = 0;
  }
  return bytes;
}

}  // namespace

std::string token_binding(std::string_view statement,
                          const std::vector<AttributeValue>& parameters) {
  std::string bytes;
  append_text(statement, bytes);
  for (const AttributeValue& parameter : parameters) append_value(parameter, bytes);
  std::string binding;
  append_number(xxh64(bytes, 1), 8, binding);
  append_number(xxh64(bytes, 2), 8, binding);
  return binding;
}

std::string write_token(const PagePosition& position, std::string_view binding) {
  std::string bytes(1, version);
  bytes += binding;
  append_number(position.read, 2, bytes);
  append_key(position.start_key.value_or(Item()), bytes);
  append_number(xxh64(bytes, check_seed), check_bytes, bytes);
  return to_hex(bytes);
}

Result<PagePosition> read_token(std::string_view token, std::string_view binding) {
  const Error invalid = Error::validation(std::string(message::invalid_token));
  const auto bytes = from_hex(token);
  if (!bytes || bytes->size() < 1 + binding_bytes + check_bytes) return invalid;
  const std::size_t length = bytes->size() - check_bytes;
  const std::string_view body = std::string_view(*bytes).substr(0, length);
  if (Bytes(std::string_view(*bytes).substr(length)).number(check_bytes) !=
      xxh64(body, check_seed)) {
    return invalid;
  }
  Bytes rest(body);
  if (rest.number(1) != static_cast<unsigned char>(version)) return invalid;
  if (rest.take(binding_bytes) != binding) {
    return Error::validation(std::string(message::other_token));
  }
  PagePosition position;
  position.read = static_cast<std::size_t>(rest.number(2));
  Item key;
  if (!read_key(rest, key) || !rest.at_end()) return invalid;
  if (!key.empty()) position.start_key = std::move(key);
  return position;
}

}  // namespace isotherm::partiql
