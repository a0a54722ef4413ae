#include "partiql/decimal.h"

#include <gtest/gtest.h>

namespace isotherm::partiql {
namespace {

std::string read(std::string_view text) {
  const auto number = read_decimal(text);
  return number.ok() ? number->to_string() : number.error().message();
}

TEST(Decimal, ReadsWhatJavaReads) {
  EXPECT_EQ(read("1"), "1");
  EXPECT_EQ(read("-.5"), "-0.5");
  EXPECT_EQ(read("+12."), "12");
  EXPECT_EQ(read("1E+3"), "1000");
  EXPECT_EQ(read("100e-0000000000002"), "1");
}

TEST(Decimal, CannotConvertWhatNoBigDecimalIs) {
  const std::string cannot = "The parameter cannot be converted to a numeric value: ";
  for (const std::string text :
       {"abc", "1e", "1e+", ".", "-", "1.2.3", " 1", "0x10", "NaN", "1e99999999999",
        "-1e99999999999", "1e2147483648", "1e-2147483648", "1.5e-2147483647"}) {
    EXPECT_EQ(read(text), cannot + text);
    EXPECT_FALSE(is_decimal(text)) << text;
  }
}

TEST(Decimal, TurnsRoundBeyondThirtyTwoBits) {
  const std::string overflow =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";
  const std::string underflow =
      "Number underflow. Attempting to store a number with magnitude smaller than supported range";
  EXPECT_EQ(read("1e126"), overflow);
  EXPECT_EQ(read("1e2147483646"), overflow);
  EXPECT_EQ(read("1e2147483647"), underflow);
  EXPECT_EQ(read("1e-131"), underflow);
  EXPECT_EQ(read("1e-2147483647"), underflow);
  EXPECT_EQ(read("123456789012345678901234567890123456789"),
            "Attempting to store more than 38 significant digits in a Number");
}

}  // namespace
}  // namespace isotherm::partiql
