#pragma once

// What this room's tests of decoders share: decode a body, or expect the service's words.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "codec/decode.h"

namespace isotherm::codec {

template <class Request>
Request decoded(std::string_view body) {
  auto request = decode<Request>(body);
  EXPECT_TRUE(request.ok()) << body << ": " << request.error().message();
  return request.ok() ? std::move(request).value() : Request{};
}

template <class Request>
void expect_error(std::string_view body, ErrorCode code, const std::string& message) {
  const auto request = decode<Request>(body);
  ASSERT_FALSE(request.ok()) << body;
  EXPECT_EQ(request.error().code(), code) << body;
  EXPECT_EQ(request.error().message(), message) << body;
}

template <class Request>
void expect_invalid(std::string_view body, const std::string& message) {
  expect_error<Request>(body, ErrorCode::validation, message);
}

// The violations as the service joins them.
inline std::string violations(const std::vector<std::string>& texts) {
  std::string message = std::to_string(texts.size()) + " validation error" +
                        (texts.size() > 1 ? "s" : "") + " detected: ";
  for (std::size_t i = 0; i < texts.size(); ++i) message += (i > 0 ? "; " : "") + texts[i];
  return message;
}

inline std::string violation(const std::string& value, const std::string& at,
                             const std::string& constraint) {
  return "Value " + value + " at '" + at + "' failed to satisfy constraint: " + constraint;
}

inline std::string null_at(const std::string& at) {
  return violation("null", at, "Member must not be null");
}

inline const std::string name_pattern =
    "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+";
inline const std::string capacity_set =
    "Member must satisfy enum value set: [INDEXES, TOTAL, NONE]";

}  // namespace isotherm::codec
