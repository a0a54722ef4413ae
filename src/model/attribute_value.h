#pragma once

// AttributeValue: one of DynamoDB's ten types; Item: a map of them.
//
// Sets are kept sorted and without duplicates, so that equal sets have equal fields. Numbers are
// canonical (number.h). Strings are UTF-8; binaries are raw bytes, never base64.

#include <boost/container/flat_map.hpp>
#include <compare>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/number.h"

namespace isotherm {

struct AttributeValue;

struct Null {
  friend bool operator==(Null, Null) = default;
};
struct Binary {
  std::string bytes;
  friend bool operator==(const Binary&, const Binary&) = default;
  friend auto operator<=>(const Binary&, const Binary&) = default;
};
struct StringSet {
  std::vector<std::string> elements;
  friend bool operator==(const StringSet&, const StringSet&) = default;
};
struct NumberSet {
  std::vector<Number> elements;
  friend bool operator==(const NumberSet&, const NumberSet&) = default;
};
struct BinarySet {
  std::vector<Binary> elements;
  friend bool operator==(const BinarySet&, const BinarySet&) = default;
};
using List = std::vector<AttributeValue>;
/// Attribute names to values, ordered by name (bytes).
using Map = boost::container::flat_map<std::string, AttributeValue, std::less<>>;
using Item = Map;

/// The types by DynamoDB's own letters. The order is that of AttributeValue's alternatives.
enum class AttributeType { S, N, B, BOOL, NULL_, SS, NS, BS, L, M };

/// "S", "N", …, "NULL", …: how the type is written in requests and messages.
std::string_view type_name(AttributeType type);

struct AttributeValue {
  using Value = std::variant<std::string, Number, Binary, bool, Null, StringSet, NumberSet,
                             BinarySet, List, Map>;
  Value value;

  AttributeValue() : value(Null{}) {}
  AttributeValue(std::string s) : value(std::move(s)) {}
  AttributeValue(const char* s) : value(std::string(s)) {}
  AttributeValue(Number n) : value(n) {}
  AttributeValue(Binary b) : value(std::move(b)) {}
  AttributeValue(bool b) : value(b) {}
  AttributeValue(Null n) : value(n) {}
  AttributeValue(StringSet s) : value(std::move(s)) {}
  AttributeValue(NumberSet s) : value(std::move(s)) {}
  AttributeValue(BinarySet s) : value(std::move(s)) {}
  AttributeValue(List l) : value(std::move(l)) {}
  AttributeValue(Map m) : value(std::move(m)) {}

  AttributeType type() const { return static_cast<AttributeType>(value.index()); }
  template <class T>
  const T* get_if() const {
    return std::get_if<T>(&value);
  }
  template <class T>
  T* get_if() {
    return std::get_if<T>(&value);
  }

  /// Deep equality; values of different types differ.
  friend bool operator==(const AttributeValue& a, const AttributeValue& b);
};

/// Order of two values of one scalar key type (S by UTF-8 bytes, N by value, B by unsigned bytes);
/// `unordered` for other types or for values of different types.
std::partial_ordering compare(const AttributeValue& a, const AttributeValue& b);

/// The attribute, or nullptr.
const AttributeValue* find(const Map& map, std::string_view name);

/// Bytes of a value as they count towards an item's size [Developer Guide,
/// "DynamoDB item sizes and formats"; facts sheet §4].
std::size_t size_bytes(const AttributeValue& value);
/// Bytes of an item: names and values of its top-level attributes.
std::size_t size_bytes(const Item& item);

/// Levels of lists and maps below (a scalar has 0).
int nesting_depth(const AttributeValue& value);

/// Makes a set: sorts, and reports whether two elements were equal.
bool normalize(StringSet& set);
bool normalize(NumberSet& set);
bool normalize(BinarySet& set);

}  // namespace isotherm
