#include "model/number.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace isotherm {
namespace {

std::string canonical(std::string_view text) {
  auto number = Number::parse(text);
  return number.ok() ? number->to_string() : "error: " + number.error().message();
}

TEST(Number, IsReturnedInPlainCanonicalForm) {
  EXPECT_EQ(canonical("00042"), "42");
  EXPECT_EQ(canonical("-0"), "0");
  EXPECT_EQ(canonical("0.000"), "0");
  EXPECT_EQ(canonical("1.5E2"), "150");
  EXPECT_EQ(canonical("1.0"), "1");
  EXPECT_EQ(canonical("+7"), "7");
  EXPECT_EQ(canonical(".5"), "0.5");
  EXPECT_EQ(canonical("-12.340"), "-12.34");
  EXPECT_EQ(canonical("1e-3"), "0.001");
  EXPECT_EQ(canonical("123456789012345678901234567890.12345678"),
            "123456789012345678901234567890.12345678");
  EXPECT_EQ(canonical("1234567895171680000000000000000000000000"),
            "1234567895171680000000000000000000000000");
  EXPECT_EQ(canonical("1E100"), "1" + std::string(100, '0'));
  EXPECT_EQ(canonical("1E-130"), "0." + std::string(129, '0') + "1");
}

TEST(Number, RefusesWhatTheServiceRefuses) {
  for (const char* text : {"", "-", ".", "1e", "1e+", "abc", "1.2.3", "0x10", "NaN", "Infinity",
                           "1 ", " 1", "1,0", "--1"}) {
    EXPECT_EQ(canonical(text),
              std::string("error: The parameter cannot be converted to a numeric value: ") + text);
  }
  EXPECT_EQ(canonical(std::string(39, '1')),
            "error: Attempting to store more than 38 significant digits in a Number");
  EXPECT_EQ(canonical("1" + std::string(37, '0') + "1"),
            "error: Attempting to store more than 38 significant digits in a Number");
  EXPECT_EQ(canonical("1E126"),
            "error: Number overflow. Attempting to store a number with magnitude larger than "
            "supported range");
  EXPECT_EQ(canonical("-1E-131"),
            "error: Number underflow. Attempting to store a number with magnitude smaller than "
            "supported range");
  for (const char* text : {"0E126", "-0E126", "0E999999999999", "1E9223372036854775807"}) {
    EXPECT_EQ(canonical(text),
              "error: Number overflow. Attempting to store a number with magnitude larger than "
              "supported range");
  }
  for (const char* text : {"0E-131", "0.0E-130", "1E-9223372036854775808"}) {
    EXPECT_EQ(canonical(text),
              "error: Number underflow. Attempting to store a number with magnitude smaller than "
              "supported range");
  }
  for (const std::string text :
       {"1E9223372036854775808", "0E99999999999999999999", "1E-9223372036854775809"}) {
    EXPECT_EQ(canonical(text),
              "error: The parameter cannot be converted to a numeric value: " + text);
  }
}

TEST(Number, AcceptsTheEndsOfItsRange) {
  EXPECT_TRUE(Number::parse("9.9999999999999999999999999999999999999E+125").ok());
  EXPECT_TRUE(Number::parse("-9.9999999999999999999999999999999999999E+125").ok());
  EXPECT_TRUE(Number::parse("1E-130").ok());
  EXPECT_TRUE(Number::parse(std::string(38, '9')).ok());
  EXPECT_EQ(canonical("0E125"), "0");
  EXPECT_EQ(canonical("0.0E126"), "0");
  EXPECT_EQ(canonical("0E-130"), "0");
}

std::string sum(const char* a, const char* b) {
  auto result = Number::add(*Number::parse(a), *Number::parse(b));
  return result.ok() ? result->to_string() : "error";
}

TEST(Number, AddsExactlyOrFails) {
  EXPECT_EQ(sum("0.1", "0.2"), "0.3");
  EXPECT_EQ(sum("1", "-1"), "0");
  EXPECT_EQ(sum("1E38", "-1"), std::string(38, '9'));
  EXPECT_EQ(sum("-1E38", "1"), "-" + std::string(38, '9'));
  EXPECT_EQ(sum("99999999999999999999999999999999999999", "1"), "1" + std::string(38, '0'));
  EXPECT_EQ(sum("1E50", "1"), "error");
  EXPECT_EQ(sum("9.9999999999999999999999999999999999999E+125", "1E88"), "error");
  EXPECT_EQ(sum("5E125", "5E125"), "error");
}

Number random_number(std::mt19937_64& random) {
  const int digits = static_cast<int>(random() % 38) + 1;
  std::string text = random() % 2 ? "-" : "";
  for (int i = 0; i < digits; ++i) text += static_cast<char>('0' + random() % 10);
  // Half of them close together, so that orders by digit and not by magnitude alone are met.
  const int exponent =
      random() % 2 ? static_cast<int>(random() % 5) - 2 : static_cast<int>(random() % 200) - 120;
  auto number = Number::parse(text + "e" + std::to_string(exponent));
  return number.ok() ? *number : Number();
}

/// An independent order: compares plain decimal texts after padding them to one width.
int compare_plain(const std::string& a, const std::string& b) {
  const auto pad = [](std::string text) {
    const bool negative = text[0] == '-';
    if (negative) text.erase(0, 1);
    const auto point = text.find('.');
    std::string whole = text.substr(0, point);
    std::string part = point == std::string::npos ? "" : text.substr(point + 1);
    whole.insert(0, 170 - whole.size(), '0');
    part.resize(170, '0');
    return std::pair(negative, whole + part);
  };
  const auto [a_negative, a_digits] = pad(a);
  const auto [b_negative, b_digits] = pad(b);
  if (a_negative != b_negative) return a_negative ? -1 : 1;
  const int order = a_digits.compare(b_digits);
  return (a_negative ? -1 : 1) * (order < 0 ? -1 : order > 0 ? 1 : 0);
}

TEST(NumberProperty, OrderAndCodesAgreeWithDecimalText) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 20000; ++round) {
    const Number a = random_number(random);
    const Number b = random_number(random);
    std::string a_code;
    std::string b_code;
    a.append_ordered(a_code);
    b.append_ordered(b_code);
    const int expected = compare_plain(a.to_string(), b.to_string());
    const auto order = a <=> b;
    ASSERT_EQ(order < 0   ? -1
              : order > 0 ? 1
                          : 0,
              expected)
        << a.to_string() << " " << b.to_string();
    const int by_code = a_code.compare(b_code);
    ASSERT_EQ(by_code < 0   ? -1
              : by_code > 0 ? 1
                            : 0,
              expected)
        << a.to_string() << " " << b.to_string();

    Number back;
    std::string_view rest = a_code;
    ASSERT_TRUE(Number::read_ordered(rest, back));
    ASSERT_TRUE(rest.empty());
    ASSERT_EQ(back, a);
    ASSERT_EQ(*Number::parse(a.to_string()), a);
  }
}

TEST(NumberProperty, NothingLiesBetweenNeighbours) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 5000; ++round) {
    const Number a = random_number(random);
    ASSERT_LT(a, a.successor()) << a.to_string();
    ASSERT_EQ(a.successor().predecessor(), a) << a.to_string();
    ASSERT_LT(a.predecessor(), a) << a.to_string();
    ASSERT_EQ(a.predecessor().successor(), a) << a.to_string();
  }
  const Number largest = *Number::parse("9.9999999999999999999999999999999999999E+125");
  EXPECT_EQ(largest.successor(), largest);
  EXPECT_EQ(Number().successor(), *Number::parse("1E-130"));
  EXPECT_EQ(Number::parse("1E-130")->predecessor(), Number());
}

TEST(NumberProperty, MalformedCodesAreRefused) {
  const auto seed = std::random_device{}();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 5000; ++round) {
    std::string bytes(random() % 12, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    if (!bytes.empty() && random() % 2) bytes[0] = static_cast<char>(random() % 2 ? 0xC0 : 0x3F);
    std::string_view rest = bytes;
    Number number;
    if (!Number::read_ordered(rest, number)) continue;
    std::string again;
    number.append_ordered(again);
    EXPECT_EQ(again.size(), bytes.size() - rest.size());
  }
}

// Sizes that the facts sheet gives for the service's rule.
TEST(Number, CountsStoredBytesAsTheServiceDoes) {
  const auto bytes = [](const char* text) { return Number::parse(text)->stored_bytes(); };
  EXPECT_EQ(bytes("0"), 1U);
  EXPECT_EQ(bytes("12"), 2U);
  EXPECT_EQ(bytes("1.2"), 3U);
  EXPECT_EQ(bytes("-12"), 3U);
  EXPECT_EQ(bytes("1"), 2U);
  EXPECT_EQ(bytes("100"), 2U);
}

TEST(Number, HoldsEveryInt64) {
  EXPECT_EQ(Number(INT64_MIN).to_string(), "-9223372036854775808");
  EXPECT_EQ(Number(INT64_MAX).to_string(), "9223372036854775807");
}

}  // namespace
}  // namespace isotherm
