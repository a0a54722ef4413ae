#include <gtest/gtest.h>

#include "codec/decode_response.h"
#include "codec/encode.h"
#include "codec/json.h"
#include "codec/random_values.h"
#include "model/error_detail.h"

namespace isotherm::codec {
namespace {

std::string encoded(const Error& error) {
  std::string out;
  encode_error(error, out);
  return out;
}

Error decoded(const Error& error) {
  return decode_error(http_status(error.code()), encoded(error));
}

std::vector<ErrorCode> all_codes() {
  std::vector<ErrorCode> codes;
  for (int code = 0; code <= static_cast<int>(ErrorCode::service_unavailable); ++code) {
    codes.push_back(static_cast<ErrorCode>(code));
  }
  return codes;
}

TEST(DecodeError, EveryExceptionComesBackTheSame) {
  for (const ErrorCode code : all_codes()) {
    const Error error(code, "what \"happened\"");
    EXPECT_EQ(decoded(error).code(), code) << exception_name(code);
    EXPECT_EQ(encoded(decoded(error)), encoded(error));
    EXPECT_EQ(encoded(decoded(Error(code, ""))), encoded(Error(code, "")));
  }
}

TEST(DecodeError, WhatExceptionsCarryComesBackTheSame) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomValues random(seed);
  for (int i = 0; i < round_trips; ++i) {
    Error error(all_codes()[random.below(all_codes().size())], random.text());
    ErrorDetail& detail = error.mutable_detail();
    detail.item = random.maybe_item();
    detail.cancellation_reasons = random.several([&] {
      return CancellationReason{random.name(), random.maybe_text(), random.maybe_item()};
    });
    detail.throttling_reasons =
        random.several([&] { return ThrottlingReason{random.name(), random.arn()}; });
    ASSERT_EQ(encoded(decoded(error)), encoded(error));
  }
}

TEST(DecodeError, FindsTheNameHoweverItIsWritten) {
  for (const char* type :
       {"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", "ResourceNotFoundException",
        "ResourceNotFoundException:http://internal.amazon.com/coral/",
        "aws#ResourceNotFoundException:http://a#b", " ResourceNotFoundException "}) {
    const std::string name = type;
    EXPECT_EQ(decode_error(400, R"({"__type":")" + name + R"(","message":"m"})").code(),
              ErrorCode::resource_not_found)
        << type;
    const Error by_header = decode_error(400, R"({"Message":"m"})", name);
    EXPECT_EQ(by_header.code(), ErrorCode::resource_not_found) << type;
    EXPECT_EQ(by_header.message(), "m");
  }
  EXPECT_EQ(decode_error(500, "", "InternalFailure").code(), ErrorCode::internal);
  EXPECT_EQ(decode_error(503, "", "ServiceUnavailableException").code(),
            ErrorCode::service_unavailable);
}

TEST(DecodeError, NamesWhatIsNotKnownAndKeepsItsText) {
  const auto expect = [](const Error& error, ErrorCode code, const std::string& message) {
    EXPECT_EQ(error.code(), code);
    EXPECT_EQ(error.message(), message);
  };
  expect(decode_error(400, R"({"__type":"a.b#OddException","message":"é"})"), ErrorCode::validation,
         "Isotherm: the upstream answered 400 OddException: é");
  expect(decode_error(500, R"({"__type":"OddException"})"), ErrorCode::internal,
         "Isotherm: the upstream answered 500 OddException");
  expect(decode_error(502, "<html>\n\xff</html>"), ErrorCode::internal,
         "Isotherm: the upstream answered 502: <html>?"
         "?</html>");
  expect(decode_error(503, ""), ErrorCode::service_unavailable,
         "Isotherm: the upstream answered 503");
  expect(decode_error(404, "Not Found"), ErrorCode::validation,
         "Isotherm: the upstream answered 404: Not Found");
  expect(decode_error(429, "{}"), ErrorCode::throttling, "Isotherm: the upstream answered 429");
  expect(decode_error(302, "[]", "\x01"), ErrorCode::internal,
         "Isotherm: the upstream answered 302 ?: []");
}

TEST(DecodeError, WhatCannotBeReadDoesNotHideTheError) {
  const Error failed = decode_error(
      400, R"({"Item":{"a":{"S":1}},"CancellationReasons":5,"__type":7,"message":"m"})",
      "ConditionalCheckFailedException");
  EXPECT_EQ(failed.code(), ErrorCode::conditional_check_failed);
  EXPECT_EQ(failed.message(), "m");
  EXPECT_FALSE(failed.detail().item.has_value());

  const Error cancelled = decode_error(
      400, R"({"__type":"TransactionCanceledException","CancellationReasons":)"
           R"([null,{"Code":"ConditionalCheckFailed","Message":null,"Item":{"a":{}}},{}]})");
  const auto& reasons = cancelled.detail().cancellation_reasons;
  ASSERT_EQ(reasons.size(), 3u);
  EXPECT_EQ(reasons[0].code, "None");
  EXPECT_EQ(reasons[1].code, "ConditionalCheckFailed");
  EXPECT_FALSE(reasons[1].message.has_value());
  EXPECT_FALSE(reasons[1].item.has_value());
  EXPECT_EQ(reasons[2].code, "None");
}

TEST(DecodeError, TheTextOfAnyBytesCanBeToldAsJson) {
  const std::string page = std::string(100'000, '\xc3') + "x";
  const Error error = decode_error(400, page, page);
  EXPECT_LT(error.message().size(), 3000u);
  EXPECT_TRUE(parse_json(encoded(error)).ok());
}

}  // namespace
}  // namespace isotherm::codec
