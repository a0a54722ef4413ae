#include "expression/placeholders.h"

#include <algorithm>

#include "expression/lexer.h"
#include "expression/messages.h"
#include "model/limits.h"

namespace isotherm::expression {
namespace {

constexpr std::string_view names_parameter = "ExpressionAttributeNames";
constexpr std::string_view values_parameter = "ExpressionAttributeValues";

template <class Placeholders>
Result<void> check_keys(const Placeholders& given, std::string_view parameter, char first) {
  if (given.empty()) return Error::validation(message::empty_placeholders(parameter));
  for (const auto& [key, stands_for] : given) {
    const bool well_formed = key.size() > 1 && key.front() == first &&
                             std::all_of(key.begin() + 1, key.end(), is_word_byte);
    if (!well_formed) return Error::validation(message::malformed_placeholder(parameter, key));
    if (key.size() > limits::placeholder_bytes_max) {
      return Error::validation(message::placeholder_too_long(parameter, key));
    }
  }
  return {};
}

Result<void> check_size(const ExpressionPlaceholders& given) {
  std::size_t names = 0;
  std::size_t values = 0;
  if (given.names) {
    for (const auto& [key, name] : *given.names) names += key.size() + name.size();
  }
  if (given.values) {
    for (const auto& [key, value] : *given.values) values += key.size() + size_bytes(value);
  }
  if (names + values > limits::substitution_bytes_max) {
    return Error::validation(std::string(message::placeholders_too_large));
  }
  return {};
}

template <class Placeholders, class Value>
Result<void> check_used(const Placeholders& given, std::vector<const Value*> used,
                        std::string_view parameter) {
  std::sort(used.begin(), used.end());
  std::string unused;
  for (const auto& [key, stands_for] : given) {
    if (std::binary_search(used.begin(), used.end(), &stands_for)) continue;
    if (!unused.empty()) unused += ", ";
    unused += key;
  }
  if (unused.empty()) return {};
  return Error::validation(message::unused_placeholders(parameter, unused));
}

}  // namespace

const std::string* PlaceholderScope::name(std::string_view placeholder) {
  if (!given_.names) return nullptr;
  const auto it = given_.names->find(placeholder);
  if (it == given_.names->end()) return nullptr;
  used_names_.push_back(&it->second);
  return &it->second;
}

const AttributeValue* PlaceholderScope::value(std::string_view placeholder) {
  if (!given_.values) return nullptr;
  const auto it = given_.values->find(placeholder);
  if (it == given_.values->end()) return nullptr;
  used_values_.push_back(&it->second);
  return &it->second;
}

Result<void> PlaceholderScope::check_given(bool has_expression) const {
  if (given_.names && !has_expression) {
    return Error::validation(std::string(message::names_without_expression));
  }
  if (given_.values && !has_expression) {
    return Error::validation(std::string(message::values_without_expression));
  }
  if (given_.names) {
    TRY(check_keys(*given_.names, names_parameter, '#'));
    for (const auto& [key, name] : *given_.names) {
      if (name.empty()) return Error::validation(message::empty_attribute_name(key));
    }
  }
  if (given_.values) TRY(check_keys(*given_.values, values_parameter, ':'));
  return check_size(given_);
}

Result<void> PlaceholderScope::check_all_used() const {
  if (given_.names) TRY(check_used(*given_.names, used_names_, names_parameter));
  if (given_.values) TRY(check_used(*given_.values, used_values_, values_parameter));
  return {};
}

}  // namespace isotherm::expression
