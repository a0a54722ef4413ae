#include "codec/read_value.h"

#include <gtest/gtest.h>

#include <random>

#include "codec/decode.h"
#include "model/item_json.h"
#include "model/limits.h"

namespace isotherm::codec {
namespace {

constexpr char too_deep[] =
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit";

// The Item of a PutItem with one attribute "a" of the value, or the error.
Result<Item> put(const std::string& value) {
  auto request = decode<PutItemRequest>(R"({"TableName":"abc","Item":{"a":)" + value + "}}");
  if (!request.ok()) return request.error();
  return std::move(request->item);
}

AttributeValue value_of(const std::string& json) {
  const auto item = put(json);
  EXPECT_TRUE(item.ok()) << json << ": " << item.error().message();
  return item.ok() ? item->at("a") : AttributeValue();
}

void expect_error(const std::string& json, ErrorCode code, const std::string& message) {
  const auto item = put(json);
  ASSERT_FALSE(item.ok()) << json;
  EXPECT_EQ(item.error().code(), code) << json;
  EXPECT_EQ(item.error().message(), message) << json;
}

Number number(std::string_view text) { return *Number::parse(text); }

TEST(ReadValue, ReadsAllTenTypes) {
  EXPECT_EQ(value_of(R"({"S":"é\n"})"), AttributeValue("é\n"));
  EXPECT_EQ(value_of(R"({"S":""})"), AttributeValue(""));
  EXPECT_EQ(value_of(R"({"N":"12.50"})"), AttributeValue(number("12.5")));
  EXPECT_EQ(value_of(R"({"B":"AAEC"})"), AttributeValue(Binary{std::string("\0\1\2", 3)}));
  EXPECT_EQ(value_of(R"({"B":""})"), AttributeValue(Binary{}));
  EXPECT_EQ(value_of(R"({"BOOL":true})"), AttributeValue(true));
  EXPECT_EQ(value_of(R"({"BOOL":false})"), AttributeValue(false));
  EXPECT_EQ(value_of(R"({"NULL":true})"), AttributeValue(Null{}));
  EXPECT_EQ(value_of(R"({"SS":["b","a"]})"), AttributeValue(StringSet{{"a", "b"}}));
  EXPECT_EQ(value_of(R"({"NS":["3","1.0"]})"),
            AttributeValue(NumberSet{{number("1"), number("3")}}));
  EXPECT_EQ(value_of(R"({"BS":["AQ==","AA=="]})"),
            AttributeValue(BinarySet{{Binary{std::string(1, '\0')}, Binary{"\1"}}}));
  EXPECT_EQ(value_of(R"({"L":[{"S":"x"},{"L":[]}]})"), AttributeValue(List{"x", List{}}));
  Map map;
  map.emplace("k", number("1"));
  EXPECT_EQ(value_of(R"({"M":{"k":{"N":"1"}}})"), AttributeValue(map));
  EXPECT_EQ(value_of(R"({"M":{}})"), AttributeValue(Map{}));
}

TEST(ReadValue, TakesTextsForBooleansAsTheServiceDoes) {
  for (const char* yes : {"true", "TRUE", "1", "yes"}) {
    EXPECT_EQ(value_of(std::string(R"({"BOOL":")") + yes + "\"}"), AttributeValue(true));
  }
  for (const char* no : {"false", "0", "No"}) {
    EXPECT_EQ(value_of(std::string(R"({"BOOL":")") + no + "\"}"), AttributeValue(false));
  }
}

TEST(ReadValue, IgnoresNullsAndUnknownTypes) {
  EXPECT_EQ(value_of(R"({"S":null,"N":"1","X":5})"), AttributeValue(number("1")));
}

TEST(ReadValue, OrdersAttributesWhateverTheirOrderInTheText) {
  const auto request = decode<PutItemRequest>(
      R"({"TableName":"abc","Item":{"b":{"S":"1"},"a":{"S":"2"},"b":{"S":"3"},"c":{"S":"4"}}})");
  ASSERT_TRUE(request.ok());
  ASSERT_EQ(request->item.size(), 3U);
  EXPECT_EQ(request->item.begin()->first, "a");
  EXPECT_EQ(request->item.at("b"), AttributeValue("3")) << "the last of one name counts";
}

TEST(ReadValue, SaysWhatIsWrongWithAValueInTheServicesWords) {
  const std::string invalid = "One or more parameter values were invalid: ";
  const std::string empty =
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
  const std::string number_text = "The parameter cannot be converted to a numeric value";
  const std::pair<const char*, std::string> cases[] = {
      {R"({})", empty},
      {R"(null)", empty},
      {R"({"a":""})", empty},
      {R"({"M":{"a":{}}})", empty},
      {R"({"L":[{}]})", empty},
      {R"({"L":[{"a":{}}]})", empty},
      {R"({"L":[null]})", empty},
      {R"({"S":"a","N":"1"})",
       "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
       "supported datatypes"},
      {R"({"NULL":false})", invalid + "Null attribute value types must have the value of true"},
      {R"({"NULL":"no"})", invalid + "Null attribute value types must have the value of true"},
      {R"({"SS":[]})", invalid + "An string set  may not be empty"},
      {R"({"NS":[]})", invalid + "An number set  may not be empty"},
      {R"({"BS":[]})", invalid + "Binary sets should not be empty"},
      {R"({"M":{"x":{"L":[{"SS":[]}]}}})", invalid + "An string set  may not be empty"},
      {R"({"SS":["a","a"]})", invalid + "Input collection [a, a] contains duplicates."},
      {R"({"BS":["Yg==","Yg=="]})",
       invalid + "Input collection [Yg==, Yg==]of type BS contains duplicates."},
      {R"({"NS":["1","1.0"]})", "Input collection contains duplicates"},
      {R"({"N":""})", number_text},
      {R"({"N":"b"})", number_text + ": b"},
      {R"({"N":" 1"})", number_text + ":  1"},
      {R"({"N":"0x1"})", number_text + ": 0x1"},
      {R"({"N":"NaN"})", number_text + ": NaN"},
      {R"({"S":"a","N":"b"})", number_text + ": b"},
      {R"({"NS":["1","b"]})", number_text + ": b"},
      {R"({"NS":["1",""]})", number_text},
      {R"({"N":"123456789012345678901234567890123456789"})",
       "Attempting to store more than 38 significant digits in a Number"},
      {R"({"N":"1e126"})",
       "Number overflow. Attempting to store a number with magnitude larger than supported range"},
      {R"({"N":"-1e-131"})",
       "Number underflow. Attempting to store a number with magnitude smaller than supported "
       "range"},
  };
  for (const auto& [json, message] : cases) {
    expect_error(json, ErrorCode::validation, message);
  }
}

TEST(ReadValue, SaysWhichJsonTypeIsWrongInTheServicesWords) {
  const std::string structure = "Start of structure or map found where not expected";
  const std::string service = "com.amazonaws.dynamodb.v20120810.";
  const std::string string_class = "Unrecognized collection type class java.lang.String";
  const std::pair<const char*, std::string> cases[] = {
      {R"(5)", "Unexpected value type in payload"},
      {R"("x")", "Unexpected value type in payload"},
      {R"([])", "Unrecognized collection type class " + service + "AttributeValue"},
      {R"({"S":true})", "TRUE_VALUE cannot be converted to String"},
      {R"({"S":false})", "FALSE_VALUE cannot be converted to String"},
      {R"({"S":23})", "NUMBER_VALUE cannot be converted to String"},
      {R"({"S":34.56})", "DECIMAL_VALUE cannot be converted to String"},
      {R"({"S":[]})", string_class},
      {R"({"S":{}})", structure},
      {R"({"N":5})", "NUMBER_VALUE cannot be converted to String"},
      {R"({"B":5})", "only base-64-encoded strings are convertible to bytes"},
      {R"({"B":[]})", "Unrecognized collection type class java.nio.ByteBuffer"},
      {R"({"B":{}})", structure},
      {R"({"B":"23456"})", "Base64 encoded length is expected a multiple of 4 bytes but found: 5"},
      {R"({"B":"=+/="})", "Invalid last non-pad Base64 character dectected"},
      {R"({"B":"+/+="})", "Invalid last non-pad Base64 character dectected"},
      {R"({"BOOL":"23"})", "Unexpected token received from parser"},
      {R"({"BOOL":23})", "NUMBER_VALUE cannot be converted to Boolean"},
      {R"({"BOOL":[]})", "Unrecognized collection type class java.lang.Boolean"},
      {R"({"NULL":{}})", structure},
      {R"({"SS":"a"})", "Unexpected field type"},
      {R"({"SS":{}})", structure},
      {R"({"SS":[1]})", "NUMBER_VALUE cannot be converted to String"},
      {R"({"SS":[[]]})", string_class},
      {R"({"BS":["x"]})", "Base64 encoded length is expected a multiple of 4 bytes but found: 1"},
      {R"({"L":5})", "Unexpected field type"},
      {R"({"L":{}})", structure},
      {R"({"L":[5]})", "Unexpected value type in payload"},
      {R"({"L":[[]]})", "Unrecognized collection type class " + service + "AttributeValue"},
      {R"({"M":5})", "Unexpected field type"},
      {R"({"M":[]})", "Unrecognized collection type java.util.Map<java.lang.String, " + service +
                          "AttributeValue>"},
      {R"({"M":{"a":"x"}})", "Unexpected value type in payload"},
      {R"({"N":"b","S":5})", "NUMBER_VALUE cannot be converted to String"},
  };
  for (const auto& [json, message] : cases) {
    expect_error(json, ErrorCode::serialization, message);
  }
}

TEST(ReadValue, RefusesNamesThatAreEmptyOrTooLong) {
  const std::string empty = "One or more parameter values were invalid: Empty attribute name";
  expect_error(R"({"M":{"":{"S":"x"}}})", ErrorCode::validation, empty);
  expect_error(R"({"L":[{"M":{"a":{"M":{"":{"S":"x"}}}}}]})", ErrorCode::validation, empty);
  const auto item =
      decode<PutItemRequest>(R"({"TableName":"abc","Item":{"a":{"S":"x"},"":{"S":"x"}}})");
  ASSERT_FALSE(item.ok());
  EXPECT_EQ(item.error().message(), empty);
  const auto named = [](std::size_t length) {
    return R"({"M":{")" + std::string(length, 'n') + R"(":{"S":"x"}}})";
  };
  EXPECT_TRUE(put(named(limits::attribute_name_bytes_max)).ok());
  expect_error(named(limits::attribute_name_bytes_max + 1), ErrorCode::validation,
               "One or more parameter values were invalid: Attribute name is longer than 65535 "
               "bytes");
}

TEST(ReadValue, RefusesMoreThan32Levels) {
  const auto nested = [](int levels, const char* open, const char* close) {
    std::string json;
    for (int i = 0; i < levels; ++i) json += open;
    json += R"({"S":"x"})";
    for (int i = 0; i < levels; ++i) json += close;
    return json;
  };
  for (const auto& [open, close] :
       {std::pair{R"({"L":[)", "]}"}, std::pair{R"({"M":{"k":)", "}}"}}) {
    EXPECT_TRUE(put(nested(limits::nesting_max - 1, open, close)).ok());
    expect_error(nested(limits::nesting_max, open, close), ErrorCode::validation, too_deep);
  }
  expect_error(nested(400, R"({"M":{"k":)", "}}"), ErrorCode::validation, too_deep);
}

class RandomValues {
 public:
  explicit RandomValues(std::uint32_t seed) : random_(seed) {}

  AttributeValue value(int depth) {
    switch (random_() % (depth > 0 ? 10 : 8)) {
      case 0: return text();
      case 1: return number();
      case 2: return Binary{bytes()};
      case 3: return random_() % 2 == 0;
      case 4: return Null{};
      case 5: return set(StringSet{}, [&] { return text(); });
      case 6: return set(NumberSet{}, [&] { return number(); });
      case 7: return set(BinarySet{}, [&] { return Binary{bytes()}; });
      case 8: {
        List list(random_() % 4);
        for (AttributeValue& element : list) element = value(depth - 1);
        return list;
      }
      default: return item(depth - 1);
    }
  }

  Item item(int depth) {
    Item result;
    for (std::size_t i = random_() % 6; i > 0; --i)
      result.insert_or_assign("n" + text(), value(depth));
    return result;
  }

 private:
  std::string bytes() {
    std::string result(random_() % 12, '\0');
    for (char& c : result) c = static_cast<char>(random_());
    return result;
  }
  std::string text() {
    constexpr std::string_view pieces[] = {"a", "B", "\"", "\\", "\n", "\x01", "é", "€", "😀", "#"};
    std::string result;
    for (std::size_t i = random_() % 10; i > 0; --i) result += pieces[random_() % 10];
    return result;
  }
  Number number() {
    std::string digits;
    for (std::size_t i = 1 + random_() % 38; i > 0; --i) {
      digits += static_cast<char>('0' + random_() % 10);
    }
    const int exponent = static_cast<int>(random_() % 200) - 120;
    const auto parsed =
        Number::parse((random_() % 2 ? "-" : "") + digits + "e" + std::to_string(exponent - 40));
    return parsed.ok() ? *parsed : Number(7);
  }
  template <class Set, class Make>
  Set set(Set result, Make make) {
    for (std::size_t i = 1 + random_() % 4; i > 0; --i) {
      const auto element = make();
      const auto& all = result.elements;
      if (std::find(all.begin(), all.end(), element) == all.end()) {
        result.elements.push_back(element);
      }
    }
    normalize(result);
    return result;
  }

  std::mt19937 random_;
};

TEST(ReadValue, ReadsBackWhatWasWritten) {
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomValues random(seed);
  for (int i = 0; i < 2000; ++i) {
    const Item item = random.item(4);
    std::string json = R"({"TableName":"abc","Item":)";
    append_item(item, json);
    json += '}';
    const auto request = decode<PutItemRequest>(json);
    ASSERT_TRUE(request.ok()) << json << request.error().message();
    ASSERT_EQ(request->item, item) << json;
  }
}

}  // namespace
}  // namespace isotherm::codec
