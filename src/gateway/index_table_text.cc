#include "gateway/index_table_text.h"

#include <algorithm>

namespace isotherm::gateway {
namespace {

constexpr char separator = '#';
constexpr char escape = '$';
constexpr int exponent_bias = 200;
constexpr int exponent_mirror = 999;

std::string text_of(std::string_view string) {
  std::string text;
  text.reserve(string.size());
  for (const char c : string) {
    if (static_cast<unsigned char>(c) > static_cast<unsigned char>(escape)) {
      text += c;
      continue;
    }
    text += escape;
    text += static_cast<char>(0x40 + c);
  }
  return text;
}

std::string text_of(const Binary& binary) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(binary.bytes.size() * 2);
  for (const char c : binary.bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += digits[byte >> 4];
    text += digits[byte & 0xF];
  }
  return text;
}

/// Digits without zeros at either end, and the power of ten of the first.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

Decimal decimal_of(std::string_view plain) {
  Decimal decimal;
  const std::size_t point = std::min(plain.find('.'), plain.size());
  int exponent = static_cast<int>(point) - 1;
  for (const char c : plain) {
    if (c == '.') continue;
    if (decimal.digits.empty() && c == '0') {
      --exponent;
      continue;
    }
    decimal.digits += c;
  }
  while (decimal.digits.ends_with('0')) decimal.digits.pop_back();
  decimal.exponent = exponent;
  return decimal;
}

std::string text_of(const Number& number) {
  if (number.is_zero()) return "n";
  std::string plain = number.to_string();
  const bool negative = plain.starts_with('-');
  if (negative) plain.erase(0, 1);
  Decimal decimal = decimal_of(plain);
  int exponent = decimal.exponent + exponent_bias;
  if (negative) {
    exponent = exponent_mirror - exponent;
    for (char& digit : decimal.digits) digit = static_cast<char>('0' + '9' - digit);
    decimal.digits += '~';
  }
  const std::string shown = std::to_string(exponent);
  return (negative ? "m" : "p") + std::string(3 - shown.size(), '0') + shown + decimal.digits;
}

}  // namespace

std::string index_text(const AttributeValue& value) {
  if (const auto* string = value.get_if<std::string>()) return text_of(*string);
  if (const auto* number = value.get_if<Number>()) return text_of(*number);
  if (const auto* binary = value.get_if<Binary>()) return text_of(*binary);
  return {};
}

std::string index_table_key(const Item& item, const std::optional<AttributeDefinition>& sort,
                            const KeySchema& table_key) {
  std::string text;
  if (sort) text = index_text(*find(item, sort->name)) + separator;
  text += index_text(*find(item, table_key.partition.name));
  if (table_key.sort) text += separator + index_text(*find(item, table_key.sort->name));
  return text;
}

}  // namespace isotherm::gateway
