#include "cli/mongo_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace isotherm::cli {
namespace {

using namespace placement;

struct Read {
  std::deque<std::string> store;
  nlohmann::ordered_json json;
  Placed<KeyPart> part;

  explicit Read(const char* text)
      : json(nlohmann::ordered_json::parse(text)), part(mongo_value(json, store)) {}
};

TEST(MongoValues, AreReadByTheirTypes) {
  const auto expect = [](const char* text, PartType type) {
    const Read read(text);
    ASSERT_TRUE(read.part.ok()) << text;
    EXPECT_EQ(read.part->type, type) << text;
  };
  expect("null", PartType::null);
  expect("true", PartType::boolean);
  expect("5", PartType::integer);
  expect("5.5", PartType::real);
  expect("\"five\"", PartType::text);
  expect(R"({"$minKey": 1})", PartType::min_key);
  expect(R"({"$maxKey": 1})", PartType::max_key);
  expect(R"({"$numberInt": "-5"})", PartType::integer);
  EXPECT_EQ(Read(R"({"$numberLong": "-9223372036854775808"})").part->integer,
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(Read(R"({"$numberDouble": "5.25"})").part->real, 5.25);
  EXPECT_TRUE(std::isnan(Read(R"({"$numberDouble": "NaN"})").part->real));
  EXPECT_TRUE(std::isinf(Read(R"({"$numberDouble": "-Infinity"})").part->real));
  EXPECT_EQ(Read(R"({"$date": {"$numberLong": "-5"}})").part->integer, -5);
  EXPECT_EQ(Read(R"({"$date": "2001-09-09T01:46:40Z"})").part->integer, 1'000'000'000'000);
  EXPECT_EQ(Read(R"({"$oid": "0102030405060708090A0b0c"})").part->bytes,
            "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c");
  EXPECT_EQ(Read(R"({"$binary": {"base64": "AAE=", "subType": "00"}})").part->bytes,
            std::string_view("\0\1", 2));
}

TEST(MongoValues, ThatAreNoneAreRefusedWithTheirText) {
  for (const auto* text :
       {"[1]", "{}", "18446744073709551615", R"({"a": 1})", R"({"$numberInt": "2147483648"})",
        R"({"$numberLong": "5x"})", R"({"$numberLong": 5})", R"({"$numberDouble": "five"})",
        R"({"$numberDecimal": "1"})", R"({"$oid": "01"})",
        R"({"$oid": "zz02030405060708090a0b0c"})", R"({"$date": "yesterday"})",
        R"({"$binary": {"base64": "A", "subType": "00"}})",
        R"({"$binary": {"base64": "AAE=", "subType": "04"}})", R"({"$binary": 5})",
        R"({"$minKey": 1, "$maxKey": 1})"}) {
    const Read read(text);
    EXPECT_FALSE(read.part.ok()) << text;
  }
  EXPECT_NE(Read(R"({"$numberDecimal": "1"})").part.error().message.find("numberDecimal"),
            std::string::npos);
}

}  // namespace
}  // namespace isotherm::cli
