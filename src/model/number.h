#pragma once

// A DynamoDB number: an exact decimal of at most 38 significant digits, magnitude 1E-130 to
// 9.99…E+125 [Developer Guide, "Constraints"].
//
//   value = (negative ? -1 : 1) * coefficient * 10^exponent
//
// Invariants: the coefficient has no trailing zeros and at most 38 digits; zero is coefficient 0,
// exponent 0, not negative. So two equal numbers have equal fields: 1, 1.0 and 1e0 are one key.

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/error.h"

namespace isotherm {

class Number {
 public:
  /// Zero.
  Number() = default;
  explicit Number(std::int64_t value);

  /// Reads a decimal literal: optional sign, digits with an optional point, optional exponent.
  /// Fails with the service's ValidationException texts for what is no number, has more than 38
  /// significant digits, overflows or underflows.
  static Result<Number> parse(std::string_view text);

  /// The plain decimal form that the service returns: no exponent, no trailing zeros after a
  /// point, no leading zeros, never "-0". At most 168 characters.
  std::string to_string() const;
  void append_to(std::string& out) const;
  /// The same into a buffer of at least text_bytes_max; returns its length.
  std::size_t write_to(char* out) const;
  static constexpr std::size_t text_bytes_max = 176;

  /// Exact sum and difference; ValidationException when the answer cannot be held.
  static Result<Number> add(const Number& a, const Number& b);
  static Result<Number> subtract(const Number& a, const Number& b);
  Number negated() const;

  /// The next larger / next smaller number that a DynamoDB number can be: no number lies between.
  /// At the ends of the range they return the number itself.
  Number successor() const;
  Number predecessor() const;

  bool is_zero() const { return coefficient_ == 0; }
  bool is_negative() const { return negative_; }

  /// Appends bytes whose unsigned order is the numeric order; no code is a prefix of another.
  ///
  ///   code := 0x80                                   zero
  ///         | 0xC0 exponent:u16be digit-pair* 0x00   positive; pairs are 1 + two decimal digits
  ///         | the one's complement of the above      negative
  void append_ordered(std::string& out) const;
  /// Reads a code from the front of `bytes` and drops it from there; false when it is malformed.
  static bool read_ordered(std::string_view& bytes, Number& number);

  /// Bytes that count towards the item's size [facts sheet §4, after dynalite]: zero 1; otherwise
  /// 1 + ceil(digits / 2), one more for a misaligned pair, one more for a minus sign.
  std::size_t stored_bytes() const;

  friend bool operator==(const Number&, const Number&) = default;
  friend std::strong_ordering operator<=>(const Number& a, const Number& b);

 private:
  using Digits = unsigned __int128;
  Number(bool negative, Digits coefficient, int exponent);

  /// Trims trailing zeros and checks the range.
  static Result<Number> checked(bool negative, Digits coefficient, int exponent);
  /// The power of ten of the first digit: 12.3 has 1.
  int magnitude() const;
  int digit_count() const;

  Digits coefficient_ = 0;
  std::int16_t exponent_ = 0;
  bool negative_ = false;
};

}  // namespace isotherm
