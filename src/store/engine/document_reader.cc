// DocumentReader: members of a stored document, with their types.

#include <charconv>

#include "store/engine/catalog_document.h"

namespace isotherm::engine {

template <class T>
const T* DocumentReader::member(std::string_view name) {
  const AttributeValue* value = find(map_, name);
  const T* typed = value == nullptr ? nullptr : value->get_if<T>();
  if (typed == nullptr) ok_ = false;
  return typed;
}

std::string DocumentReader::text(std::string_view name) {
  const auto* value = member<std::string>(name);
  return value == nullptr ? std::string() : *value;
}

std::int64_t DocumentReader::integer(std::string_view name) {
  const auto* value = member<Number>(name);
  if (value == nullptr) return 0;
  const std::string digits = value->to_string();
  std::int64_t result = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result);
  if (error != std::errc() || end != digits.data() + digits.size()) ok_ = false;
  return result;
}

bool DocumentReader::boolean(std::string_view name) {
  const auto* value = member<bool>(name);
  return value != nullptr && *value;
}

const List& DocumentReader::list(std::string_view name) {
  static const List empty;
  const auto* value = member<List>(name);
  return value == nullptr ? empty : *value;
}

const Map& DocumentReader::map(std::string_view name) {
  static const Map empty;
  const auto* value = member<Map>(name);
  return value == nullptr ? empty : *value;
}

std::string DocumentReader::bytes(std::string_view name) {
  const auto* value = member<Binary>(name);
  return value == nullptr ? std::string() : value->bytes;
}

}  // namespace isotherm::engine
