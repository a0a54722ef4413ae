#include "model/number.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace isotherm {
namespace {

using Digits = unsigned __int128;

constexpr int digits_max = 38;
constexpr int magnitude_max = 125;
constexpr int magnitude_min = -130;
// Far outside any legal exponent, and far from overflow of an int.
constexpr int exponent_cap = 1'000'000;

Error not_a_number(std::string_view text) {
  return Error::validation("The parameter cannot be converted to a numeric value: " +
                           std::string(text));
}
Error too_precise() {
  return Error::validation("Attempting to store more than 38 significant digits in a Number");
}
Error overflow() {
  return Error::validation(
      "Number overflow. Attempting to store a number with magnitude larger than supported range");
}
Error underflow() {
  return Error::validation(
      "Number underflow. Attempting to store a number with magnitude smaller than supported range");
}

constexpr auto powers_of_ten = [] {
  std::array<Digits, digits_max + 1> powers{};
  powers[0] = 1;
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

int count_digits(Digits value) {
  return static_cast<int>(std::upper_bound(powers_of_ten.begin(), powers_of_ten.end(), value) -
                          powers_of_ten.begin());
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The digits of a literal before its exponent, without zeros at either end.
struct Mantissa {
  Digits coefficient = 0;
  int exponent = 0;
  bool any_digit = false;
  bool too_long = false;
};

Mantissa read_mantissa(std::string_view& text) {
  Mantissa m;
  int significant = 0;
  int pending_zeros = 0;
  bool after_point = false;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.' && !after_point) {
      after_point = true;
      continue;
    }
    if (!is_digit(c)) break;
    m.any_digit = true;
    if (after_point) --m.exponent;
    if (c == '0') {
      if (significant > 0) ++pending_zeros;
      continue;
    }
    significant += pending_zeros + 1;
    if (significant > digits_max) {
      m.too_long = true;
      continue;
    }
    m.coefficient = m.coefficient * powers_of_ten[static_cast<std::size_t>(pending_zeros) + 1] +
                    static_cast<unsigned>(c - '0');
    pending_zeros = 0;
  }
  if (significant > 0) m.exponent += pending_zeros;
  text.remove_prefix(i);
  return m;
}

/// Reads an optional exponent; false when it is malformed, or no 64-bit number.
bool read_exponent(std::string_view& text, int& exponent) {
  if (text.empty() || (text[0] != 'e' && text[0] != 'E')) return true;
  text.remove_prefix(1);
  bool negative = false;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text.empty() || !is_digit(text[0])) return false;
  constexpr auto exponent_max = static_cast<Digits>(std::numeric_limits<std::int64_t>::max());
  Digits value = 0;
  for (; !text.empty() && is_digit(text[0]); text.remove_prefix(1)) {
    value = value * 10 + static_cast<unsigned>(text[0] - '0');
    if (value > exponent_max + (negative ? 1 : 0)) return false;
  }
  exponent = static_cast<int>(std::min<Digits>(value, exponent_cap));
  if (negative) exponent = -exponent;
  return true;
}

/// Decimal digits, lowest first: arithmetic whose aligned operands do not fit 128 bits.
using DigitArray = std::vector<int>;

DigitArray shifted_digits(Digits coefficient, int shift) {
  DigitArray digits(static_cast<std::size_t>(shift), 0);
  for (; coefficient != 0; coefficient /= 10) digits.push_back(static_cast<int>(coefficient % 10));
  return digits;
}

/// a + sign * b, where |a| >= |b| as digit arrays.
DigitArray combine(DigitArray a, const DigitArray& b, int sign) {
  a.resize(std::max(a.size(), b.size()) + 1, 0);
  int carry = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int sum = a[i] + sign * (i < b.size() ? b[i] : 0) + carry;
    carry = sum < 0 ? -1 : sum / 10;
    a[i] = sum - carry * 10;
  }
  return a;
}

}  // namespace

Number::Number(std::int64_t value) {
  const bool negative = value < 0;
  const auto magnitude =
      negative ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  *this = *checked(negative, magnitude, 0);
}

Number::Number(bool negative, Digits coefficient, int exponent)
    : coefficient_(coefficient),
      exponent_(static_cast<std::int16_t>(exponent)),
      negative_(negative) {}

Result<Number> Number::checked(bool negative, Digits coefficient, int exponent) {
  if (coefficient == 0) return Number();
  while (coefficient % 10 == 0) {
    coefficient /= 10;
    ++exponent;
  }
  const int digits = count_digits(coefficient);
  const int magnitude = exponent + digits - 1;
  if (magnitude > magnitude_max) return overflow();
  if (magnitude < magnitude_min) return underflow();
  if (digits > digits_max) return too_precise();
  return Number(negative, coefficient, exponent);
}

Result<Number> Number::parse(std::string_view text) {
  std::string_view rest = text;
  bool negative = false;
  if (!rest.empty() && (rest[0] == '-' || rest[0] == '+')) {
    negative = rest[0] == '-';
    rest.remove_prefix(1);
  }
  const Mantissa m = read_mantissa(rest);
  int exponent = 0;
  if (!m.any_digit || !read_exponent(rest, exponent) || !rest.empty()) return not_a_number(text);
  if (m.too_long) return too_precise();
  const int last_digit = m.exponent + exponent;
  if (m.coefficient == 0) {
    // The range holds for zeros as they are written.
    if (last_digit > magnitude_max) return overflow();
    if (last_digit < magnitude_min) return underflow();
  }
  return checked(negative, m.coefficient, last_digit);
}

int Number::digit_count() const { return count_digits(coefficient_); }

int Number::magnitude() const { return exponent_ + digit_count() - 1; }

std::string Number::to_string() const {
  std::string out;
  append_to(out);
  return out;
}

void Number::append_to(std::string& out) const {
  std::array<char, text_bytes_max> text;
  out.append(text.data(), write_to(text.data()));
}

std::size_t Number::write_to(char* const out) const {
  std::array<char, digits_max + 2> buffer{};
  char* const end = buffer.data() + buffer.size();
  char* begin = end;
  Digits rest = coefficient_;
  for (; rest > std::numeric_limits<std::uint64_t>::max(); rest /= 10)
    *--begin = static_cast<char>('0' + static_cast<int>(rest % 10));
  auto low = static_cast<std::uint64_t>(rest);  // division by ten is quick here
  do {
    *--begin = static_cast<char>('0' + static_cast<int>(low % 10));
    low /= 10;
  } while (low != 0);
  const int digits = static_cast<int>(end - begin);
  char* at = out;
  if (negative_) *at++ = '-';
  if (exponent_ >= 0) {
    at = std::fill_n(std::copy(begin, end, at), exponent_, '0');
  } else if (-exponent_ < digits) {
    at = std::copy(begin, end + exponent_, at);
    *at++ = '.';
    at = std::copy(end + exponent_, end, at);
  } else {
    *at++ = '0';
    *at++ = '.';
    at = std::copy(begin, end, std::fill_n(at, -exponent_ - digits, '0'));
  }
  return static_cast<std::size_t>(at - out);
}

Number Number::negated() const {
  return is_zero() ? *this : Number(!negative_, coefficient_, exponent_);
}

Result<Number> Number::add(const Number& a, const Number& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  const Number& high = a.exponent_ >= b.exponent_ ? a : b;
  const Number& low = a.exponent_ >= b.exponent_ ? b : a;
  const int shift = high.exponent_ - low.exponent_;
  if (high.digit_count() + shift <= digits_max) {
    const Digits x = high.coefficient_ * powers_of_ten[static_cast<std::size_t>(shift)];
    const Digits y = low.coefficient_;
    if (high.negative_ == low.negative_) return checked(high.negative_, x + y, low.exponent_);
    return x >= y ? checked(high.negative_, x - y, low.exponent_)
                  : checked(low.negative_, y - x, low.exponent_);
  }
  // The higher operand reaches beyond 38 digits above the last digit of the lower one, so it is
  // the larger of the two.
  const DigitArray sum =
      combine(shifted_digits(high.coefficient_, shift), shifted_digits(low.coefficient_, 0),
              high.negative_ == low.negative_ ? 1 : -1);
  std::size_t top = sum.size();
  while (top > 0 && sum[top - 1] == 0) --top;
  std::size_t bottom = 0;
  while (bottom < top && sum[bottom] == 0) ++bottom;
  if (low.exponent_ + static_cast<int>(top) - 1 > magnitude_max) return overflow();
  if (top - bottom > digits_max) return too_precise();
  Digits coefficient = 0;
  for (std::size_t i = top; i > bottom; --i) {
    coefficient = coefficient * 10 + static_cast<unsigned>(sum[i - 1]);
  }
  return checked(high.negative_, coefficient, low.exponent_ + static_cast<int>(bottom));
}

Result<Number> Number::subtract(const Number& a, const Number& b) { return add(a, b.negated()); }

Number Number::successor() const {
  if (negative_) return negated().predecessor().negated();
  if (is_zero()) return Number(false, 1, magnitude_min);
  const int spare = digits_max - digit_count();
  const Digits next = coefficient_ * powers_of_ten[static_cast<std::size_t>(spare)] + 1;
  auto result = checked(false, next, exponent_ - spare);
  return result.ok() ? *result : *this;
}

Number Number::predecessor() const {
  if (negative_) return negated().successor().negated();
  if (is_zero()) return Number(true, 1, magnitude_min);
  if (coefficient_ == 1) {
    if (exponent_ == magnitude_min) return Number();
    return Number(false, powers_of_ten[digits_max] - 1, exponent_ - digits_max);
  }
  const int spare = digits_max - digit_count();
  const Digits next = coefficient_ * powers_of_ten[static_cast<std::size_t>(spare)] - 1;
  auto result = checked(false, next, exponent_ - spare);
  return result.ok() ? *result : *this;
}

std::strong_ordering operator<=>(const Number& a, const Number& b) {
  if (a.negative_ != b.negative_) {
    return a.negative_ ? std::strong_ordering::less : std::strong_ordering::greater;
  }
  const auto by_size = [](const Number& x, const Number& y) -> std::strong_ordering {
    if (x.is_zero() || y.is_zero()) return x.coefficient_ <=> y.coefficient_;
    if (const auto order = x.magnitude() <=> y.magnitude(); order != 0) return order;
    const int shift = x.exponent_ - y.exponent_;
    const auto scale = [](Digits value, int by) {
      return value * powers_of_ten[static_cast<std::size_t>(by)];
    };
    if (shift >= 0) return scale(x.coefficient_, shift) <=> y.coefficient_;
    return x.coefficient_ <=> scale(y.coefficient_, -shift);
  };
  return a.negative_ ? by_size(b, a) : by_size(a, b);
}

namespace {

constexpr unsigned char code_zero = 0x80;
constexpr unsigned char code_positive = 0xC0;
constexpr unsigned char code_negative = 0x3F;  // the complement of code_positive
constexpr int magnitude_bias = 0x4000;

}  // namespace

void Number::append_ordered(std::string& out) const {
  if (is_zero()) {
    out += static_cast<char>(code_zero);
    return;
  }
  const int digits = digit_count();
  const auto flip = static_cast<unsigned char>(negative_ ? 0xFF : 0x00);
  const auto put = [&](int byte) { out += static_cast<char>(byte ^ flip); };
  const int biased = magnitude() + magnitude_bias;
  put(code_positive);
  put(biased >> 8);
  put(biased & 0xFF);
  std::array<int, (digits_max + 1) / 2> pairs{};
  const int count = (digits + 1) / 2;
  Digits rest = digits % 2 == 0 ? coefficient_ : coefficient_ * 10;
  for (int i = count; i > 0; --i) {
    pairs[static_cast<std::size_t>(i) - 1] = static_cast<int>(rest % 100);
    rest /= 100;
  }
  for (int i = 0; i < count; ++i) put(pairs[static_cast<std::size_t>(i)] + 1);
  put(0);
}

bool Number::read_ordered(std::string_view& bytes, Number& number) {
  if (bytes.empty()) return false;
  const auto first = static_cast<unsigned char>(bytes[0]);
  if (first == code_zero) {
    bytes.remove_prefix(1);
    number = Number();
    return true;
  }
  if (first != code_positive && first != code_negative) return false;
  const bool negative = first == code_negative;
  const auto at = [&](std::size_t i) {
    return static_cast<unsigned char>(bytes[i]) ^ (negative ? 0xFF : 0x00);
  };
  if (bytes.size() < 5) return false;
  const int magnitude = (at(1) << 8 | at(2)) - magnitude_bias;
  Digits coefficient = 0;
  std::size_t i = 3;
  for (; i < bytes.size() && at(i) != 0; ++i) {
    if (at(i) > 100 || i >= 3 + (digits_max + 1) / 2) return false;
    coefficient = coefficient * 100 + static_cast<unsigned>(at(i) - 1);
  }
  if (i == bytes.size() || i == 3) return false;
  const int digits = static_cast<int>(i - 3) * 2;
  // The leading digit is not zero, so the pairs tell where the last digit stands.
  auto result = checked(negative, coefficient, magnitude - digits + 1);
  if (!result.ok() || result->magnitude() != magnitude) return false;
  number = *result;
  bytes.remove_prefix(i + 1);
  return true;
}

std::size_t Number::stored_bytes() const {
  if (is_zero()) return 1;
  const int digits = digit_count();
  int bytes = 1 + (digits + 1) / 2;
  if (digits % 2 == 0 && magnitude() % 2 == 0) ++bytes;
  if (negative_) ++bytes;
  return static_cast<std::size_t>(bytes);
}

}  // namespace isotherm
