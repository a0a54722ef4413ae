#include "codec/json.h"

#include <gtest/gtest.h>

#include <string>

namespace isotherm::codec {
namespace {

TEST(Json, TakesOneValueAndNothingBehindIt) {
  EXPECT_TRUE(parse_json("{}").ok());
  EXPECT_TRUE(parse_json(" {\"a\": [1, 2]}\r\n").ok());
  for (const char* text :
       {"", " ", "{", "{}{}", "{} x", "{\"a\":1,}", "{'a':1}", "hi", "[1 2]", "{\"a\":\"\xff\"}",
        "{\"a\":\"\x01\"}", "nul", "{\"a\":01}", "\"\\ud800\"", "{\"a\"}", "{\"a\":1}}"}) {
    EXPECT_FALSE(parse_json(text).ok()) << text;
  }
}

TEST(Json, RefusesWhatIsTooDeep) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(parse_json(nested(500)).ok());
  EXPECT_FALSE(parse_json(nested(100'000)).ok());
}

TEST(Json, ParsesALargeDocumentAndASmallOneAfterIt) {
  const std::string large = "[\"" + std::string(3'000'000, 'x') + "\"]";
  const auto json = parse_json(large);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(text_of(json->get_array().value_unsafe().at(0).value_unsafe()).size(), 3'000'000U);
  EXPECT_TRUE(parse_json("{}").ok());
}

}  // namespace
}  // namespace isotherm::codec
