#include "base/json_writer.h"

#include <gtest/gtest.h>

#include <random>

#include "codec/json.h"

namespace isotherm::codec {
namespace {

std::string as_json(std::string_view text) {
  std::string out;
  append_json_string(text, out);
  return out;
}

TEST(JsonWriter, SetsCommasAndBrackets) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.key("a").integer(-1).key("b").begin_array().end_array();
  json.key("c").begin_array().string("x").boolean(true).begin_object().end_object().end_array();
  json.client_key("d\"").boolean(false);
  json.end_object();
  EXPECT_EQ(out, R"({"a":-1,"b":[],"c":["x",true,{}],"d\"":false})");
}

TEST(JsonWriter, WritesUnitsAsJavaDoes) {
  const auto units = [](double value) {
    std::string out;
    JsonWriter(out).units(value);
    return out;
  };
  EXPECT_EQ(units(0), "0.0");
  EXPECT_EQ(units(0.5), "0.5");
  EXPECT_EQ(units(1), "1.0");
  EXPECT_EQ(units(12.5), "12.5");
  EXPECT_EQ(units(123456789), "123456789.0");
}

TEST(JsonWriter, WritesTimesInSeconds) {
  std::string out;
  JsonWriter(out).seconds(1'363'729'002'058);
  EXPECT_EQ(out, "1363729002.058");
}

TEST(JsonWriter, WritesTimesBefore1970) {
  const auto seconds = [](std::int64_t unix_ms) {
    std::string out;
    JsonWriter(out).begin_array().integer(1).seconds(unix_ms).end_array();
    return out;
  };
  EXPECT_EQ(seconds(-1500), "[1,-1.500]");
  EXPECT_EQ(seconds(-1000), "[1,-1.000]");
  EXPECT_EQ(seconds(-7), "[1,-0.007]");
  EXPECT_EQ(seconds(0), "[1,0.000]");
}

TEST(JsonWriter, WritesTheLargestAndTheSmallestUnits) {
  for (const double units : {1.7976931348623157e308, 2.2250738585072011e-308, 5e-324, 0.0}) {
    std::string out;
    JsonWriter(out).units(units);
    const auto json = parse_json(out);
    ASSERT_TRUE(json.ok()) << out;
    EXPECT_EQ(json->get_double().value_unsafe(), units) << out;
  }
}

TEST(JsonWriter, EscapesWhatJsonForbidsAndNothingElse) {
  EXPECT_EQ(as_json(""), R"("")");
  EXPECT_EQ(as_json("plain text of more than eight bytes"),
            R"("plain text of more than eight bytes")");
  EXPECT_EQ(as_json("a\"b\\c\b\f\n\r\t\x01\x1f/"), R"("a\"b\\c\b\f\n\r\t\u0001\u001f/")");
  EXPECT_EQ(as_json("äöü€😀\x7f"), "\"äöü€😀\x7f\"");
  EXPECT_EQ(as_json(std::string("\0", 1)), R"("\u0000")");
}

TEST(JsonWriter, WritesTextThatReadsBackTheSame) {
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::string_view pieces[] = {"a",  "\"", "\\", "\n", "\x1f", " ", "\x7f", "é", "€",
                                     "😀", "!",  "#",  "[",  "]",    "0", "\x80" /* cut off */};
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    const std::size_t length = random() % 40;
    for (std::size_t j = 0; j < length; ++j) text += pieces[random() % 15];
    const auto json = parse_json(as_json(text));
    ASSERT_TRUE(json.ok()) << as_json(text);
    ASSERT_EQ(text_of(*json), text);
  }
}

}  // namespace
}  // namespace isotherm::codec
