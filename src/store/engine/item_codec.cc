#include "store/engine/item_codec.h"

#include <utility>

namespace isotherm::engine {
namespace {

constexpr char version = 1;
constexpr char tag_false = 10;
// Deeper than the service allows a document to be: a bound for reading damaged bytes.
constexpr int depth_max = 64;

void append_varint(std::uint64_t value, std::string& out) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

void append_text(std::string_view text, std::string& out) {
  append_varint(text.size(), out);
  out.append(text);
}

void append_value(const AttributeValue& value, std::string& out);

void append_map(const Map& map, std::string& out) {
  append_varint(map.size(), out);
  for (const auto& [name, value] : map) {
    append_text(name, out);
    append_value(value, out);
  }
}

struct AppendPayload {
  std::string& out;

  void operator()(const std::string& s) const { append_text(s, out); }
  void operator()(const Number& n) const { n.append_ordered(out); }
  void operator()(const Binary& b) const { append_text(b.bytes, out); }
  void operator()(bool) const {}
  void operator()(Null) const {}
  void operator()(const StringSet& set) const {
    append_varint(set.elements.size(), out);
    for (const std::string& element : set.elements) append_text(element, out);
  }
  void operator()(const NumberSet& set) const {
    append_varint(set.elements.size(), out);
    for (const Number& element : set.elements) element.append_ordered(out);
  }
  void operator()(const BinarySet& set) const {
    append_varint(set.elements.size(), out);
    for (const Binary& element : set.elements) append_text(element.bytes, out);
  }
  void operator()(const List& list) const {
    append_varint(list.size(), out);
    for (const AttributeValue& element : list) append_value(element, out);
  }
  void operator()(const Map& map) const { append_map(map, out); }
};

void append_value(const AttributeValue& value, std::string& out) {
  const bool* boolean = value.get_if<bool>();
  out.push_back(boolean != nullptr && !*boolean ? tag_false : static_cast<char>(value.type()));
  std::visit(AppendPayload{out}, value.value);
}

/// Reads from the front of some bytes; after the first failure everything fails.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }

  std::uint8_t byte() {
    if (rest_.empty()) return fail(), 0;
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return static_cast<std::uint8_t>(c);
  }

  std::uint64_t varint() {
    const bool is_one_byte = !rest_.empty() && (rest_.front() & 0x80) == 0;
    return is_one_byte ? byte() : long_varint();
  }

  std::uint64_t long_varint() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t b = byte();
      value |= static_cast<std::uint64_t>(b & 0x7F) << shift;
      if (b < 0x80) return value;
    }
    return fail(), 0;
  }

  /// A count of elements that each take at least one byte.
  std::size_t count() {
    const std::uint64_t n = varint();
    if (n > rest_.size()) return fail(), 0;
    return n;
  }

  std::string_view text() {
    const std::size_t length = count();
    const std::string_view result = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return result;
  }

  Number number() {
    Number result;
    if (!Number::read_ordered(rest_, result)) fail();
    return result;
  }

  /// Into a value that is still NULL.
  void value(int depth, AttributeValue& out) {
    if (depth > depth_max) return fail();
    const std::uint8_t tag = byte();
    if (tag == tag_false) {
      out.value.emplace<bool>(false);
      return;
    }
    switch (static_cast<AttributeType>(tag)) {
      case AttributeType::S: out.value.emplace<std::string>(text()); return;
      case AttributeType::N: out.value.emplace<Number>(number()); return;
      case AttributeType::B: out.value.emplace<Binary>().bytes.assign(text()); return;
      case AttributeType::BOOL: out.value.emplace<bool>(true); return;
      case AttributeType::NULL_: return;
      case AttributeType::SS:
        return elements<StringSet>(out, [this] { return std::string(text()); });
      case AttributeType::NS: return elements<NumberSet>(out, [this] { return number(); });
      case AttributeType::BS:
        return elements<BinarySet>(out, [this] { return Binary{std::string(text())}; });
      case AttributeType::L: return list(depth, out.value.emplace<List>());
      case AttributeType::M: return map(depth, out.value.emplace<Map>());
    }
    fail();
  }

  void map(int depth, Map& out) {
    const std::size_t n = count();
    Map::sequence_type attributes;
    attributes.reserve(n);
    for (std::size_t i = 0; i < n && ok_; ++i) {
      const std::string_view name = text();
      if (i > 0 && !(attributes.back().first < name)) return fail();
      auto& attribute = attributes.emplace_back();
      attribute.first.assign(name);
      value(depth + 1, attribute.second);
    }
    out.adopt_sequence(boost::container::ordered_unique_range, std::move(attributes));
  }

 private:
  void fail() {
    ok_ = false;
    rest_ = {};
  }

  template <class Set, class Read>
  void elements(AttributeValue& out, Read read) {
    const std::size_t n = count();
    auto& elements = out.value.emplace<Set>().elements;
    elements.reserve(n);
    for (std::size_t i = 0; i < n && ok_; ++i) elements.push_back(read());
  }

  void list(int depth, List& out) {
    const std::size_t n = count();
    out.reserve(n);
    for (std::size_t i = 0; i < n && ok_; ++i) value(depth + 1, out.emplace_back());
  }

  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace

void encode_item(const Item& item, std::size_t size, std::string& out) {
  out.reserve(out.size() + size + 3 * item.size() + 16);
  out.push_back(version);
  append_varint(size, out);
  append_map(item, out);
}

std::optional<Item> decode_item(std::string_view bytes) {
  Reader reader(bytes);
  if (reader.byte() != version) return std::nullopt;
  reader.varint();
  Item item;
  reader.map(0, item);
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return item;
}

std::optional<std::size_t> encoded_item_size(std::string_view bytes) {
  Reader reader(bytes);
  if (reader.byte() != version) return std::nullopt;
  const std::size_t size = reader.varint();
  if (!reader.ok()) return std::nullopt;
  return size;
}

}  // namespace isotherm::engine
