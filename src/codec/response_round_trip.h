#pragma once

// What this room's tests of responses share: random responses are encoded as a server does, decoded
// as a client does, and encoded again.

#include <gtest/gtest.h>

#include <string>

#include "codec/decode_response.h"
#include "codec/encode.h"
#include "codec/random_values.h"

namespace isotherm::codec {

template <class Response>
std::string encoded_response(const Response& response,
                             ReturnConsumedCapacity capacity = ReturnConsumedCapacity::indexes) {
  std::string out;
  encode(response, Shown{capacity}, out);
  return out;
}

/// `make` makes a random response, `encode_it` encodes one; `Response` is what it is decoded as.
template <class Response, class Make, class Encode>
void expect_response_round_trips(Make make, Encode encode_it) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomValues random(seed);
  for (int i = 0; i < round_trips; ++i) {
    const std::string body = encode_it(make(random));
    const auto decoded = decode_response<Response>(body);
    ASSERT_TRUE(decoded.ok()) << body << "\n" << decoded.error().message();
    ASSERT_EQ(encode_it(*decoded), body);
  }
}

template <class Response, class Make>
void expect_response_round_trips(Make make) {
  expect_response_round_trips<Response>(
      make, [](const Response& response) { return encoded_response(response); });
}

template <class Response>
Response decoded_response(std::string_view body) {
  auto response = decode_response<Response>(body);
  EXPECT_TRUE(response.ok()) << body << ": " << response.error().message();
  return response.ok() ? std::move(response).value() : Response{};
}

/// The answer is refused as one that cannot be used, for a reason that says so much.
template <class Response>
void expect_unusable(std::string_view body, std::string_view reason) {
  const auto response = decode_response<Response>(body);
  ASSERT_FALSE(response.ok()) << body;
  EXPECT_EQ(response.error().code(), ErrorCode::internal);
  EXPECT_TRUE(response.error().message().starts_with("Isotherm: the upstream's answer ("))
      << response.error().message();
  EXPECT_NE(response.error().message().find(reason), std::string::npos)
      << response.error().message();
}

}  // namespace isotherm::codec
