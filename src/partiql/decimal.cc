#include "partiql/decimal.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace isotherm::partiql {
namespace {

constexpr std::int64_t int_max = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t int_min = std::numeric_limits<std::int32_t>::min();
// Digits of a 32-bit integer; leading zeros do not count.
constexpr std::size_t exponent_digits_max = 10;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_int(std::int64_t value) { return value >= int_min && value <= int_max; }

/// What a decimal literal is made of.
struct Decimal {
  /// Digits from the first that is not zero.
  std::int64_t precision = 0;
  /// Digits after the point less the exponent.
  std::int64_t scale = 0;
};

std::optional<std::int64_t> read_exponent(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  while (text.size() > 1 && text[0] == '0') text.remove_prefix(1);
  if (text.size() > exponent_digits_max) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return negative ? -value : value;
}

std::optional<Decimal> take_apart(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  Decimal decimal;
  bool any_digit = false;
  bool after_point = false;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    if (text[i] == '.' && !after_point) {
      after_point = true;
      continue;
    }
    if (!is_digit(text[i])) break;
    any_digit = true;
    if (after_point) ++decimal.scale;
    if (text[i] != '0' || decimal.precision > 0) ++decimal.precision;
  }
  if (!any_digit) return std::nullopt;
  if (decimal.precision == 0) decimal.precision = 1;
  if (i < text.size()) {
    if (text[i] != 'e' && text[i] != 'E') return std::nullopt;
    const auto exponent = read_exponent(text.substr(i + 1));
    if (!exponent || !is_int(*exponent)) return std::nullopt;
    decimal.scale -= *exponent;
  }
  if (!is_int(decimal.scale)) return std::nullopt;
  return decimal;
}

}  // namespace

bool is_decimal(std::string_view text) { return take_apart(text).has_value(); }

Result<Number> read_decimal(std::string_view text) {
  const auto decimal = take_apart(text);
  if (!decimal) {
    return Error::validation("The parameter cannot be converted to a numeric value: " +
                             std::string(text));
  }
  // Beyond 32 bits the sign of the magnitude turns round.
  const std::int64_t magnitude = decimal->precision - decimal->scale;
  if (magnitude > int_max) return Number::parse("1e-999");
  if (magnitude < int_min) return Number::parse("1e999");
  return Number::parse(text);
}

}  // namespace isotherm::partiql
