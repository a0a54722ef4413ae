#include "model/attribute_value.h"

#include <algorithm>
#include <array>

namespace isotherm {
namespace {

// Bytes of a list or map beyond its elements, and of each element [Developer Guide].
constexpr std::size_t container_overhead = 3;
constexpr std::size_t element_overhead = 1;

template <class T>
bool sort_and_find_duplicate(std::vector<T>& elements) {
  std::sort(elements.begin(), elements.end());
  return std::adjacent_find(elements.begin(), elements.end()) != elements.end();
}

struct SizeOf {
  std::size_t operator()(const std::string& s) const { return s.size(); }
  std::size_t operator()(const Number& n) const { return n.stored_bytes(); }
  std::size_t operator()(const Binary& b) const { return b.bytes.size(); }
  std::size_t operator()(bool) const { return 1; }
  std::size_t operator()(Null) const { return 1; }
  std::size_t operator()(const StringSet& set) const { return sum(set.elements); }
  std::size_t operator()(const NumberSet& set) const { return sum(set.elements); }
  std::size_t operator()(const BinarySet& set) const { return sum(set.elements); }
  std::size_t operator()(const List& list) const {
    std::size_t bytes = container_overhead;
    for (const AttributeValue& element : list) bytes += size_bytes(element) + element_overhead;
    return bytes;
  }
  std::size_t operator()(const Map& map) const {
    return container_overhead + size_bytes(map) + map.size() * element_overhead;
  }

 private:
  template <class T>
  std::size_t sum(const std::vector<T>& elements) const {
    std::size_t bytes = 0;
    for (const T& element : elements) bytes += (*this)(element);
    return bytes;
  }
};

}  // namespace

std::string_view type_name(AttributeType type) {
  static constexpr std::array<std::string_view, 10> names = {"S",  "N",  "B",  "BOOL", "NULL",
                                                             "SS", "NS", "BS", "L",    "M"};
  return names[static_cast<std::size_t>(type)];
}

bool operator==(const AttributeValue& a, const AttributeValue& b) { return a.value == b.value; }

std::partial_ordering compare(const AttributeValue& a, const AttributeValue& b) {
  if (a.type() != b.type()) return std::partial_ordering::unordered;
  if (const auto* s = a.get_if<std::string>()) {
    return s->compare(*b.get_if<std::string>()) <=> 0;
  }
  if (const auto* n = a.get_if<Number>()) return *n <=> *b.get_if<Number>();
  if (const auto* bytes = a.get_if<Binary>()) {
    return bytes->bytes.compare(b.get_if<Binary>()->bytes) <=> 0;
  }
  return std::partial_ordering::unordered;
}

const AttributeValue* find(const Map& map, std::string_view name) {
  const auto it = map.find(name);
  return it == map.end() ? nullptr : &it->second;
}

std::size_t size_bytes(const AttributeValue& value) { return std::visit(SizeOf{}, value.value); }

std::size_t size_bytes(const Item& item) {
  std::size_t bytes = 0;
  for (const auto& [name, value] : item) bytes += name.size() + size_bytes(value);
  return bytes;
}

int nesting_depth(const AttributeValue& value) {
  int deepest = 0;
  if (const auto* list = value.get_if<List>()) {
    for (const AttributeValue& element : *list) deepest = std::max(deepest, nesting_depth(element));
    return deepest + 1;
  }
  if (const auto* map = value.get_if<Map>()) {
    for (const auto& [name, element] : *map) deepest = std::max(deepest, nesting_depth(element));
    return deepest + 1;
  }
  return 0;
}

bool normalize(StringSet& set) { return sort_and_find_duplicate(set.elements); }
bool normalize(NumberSet& set) { return sort_and_find_duplicate(set.elements); }
bool normalize(BinarySet& set) { return sort_and_find_duplicate(set.elements); }

}  // namespace isotherm
