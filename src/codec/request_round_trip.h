#pragma once

// What this room's tests of requests share: random requests are encoded as a client does, decoded
// as a server does, and encoded again. The members that were seen must be all that the API has.

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "codec/decode.h"
#include "codec/encode_request.h"
#include "codec/json.h"
#include "codec/random_values.h"

namespace isotherm::codec {

inline void collect_names(const Json& json, std::set<std::string>& names) {
  if (json.type() == JsonType::ARRAY) {
    for (const Json element : json.get_array().value_unsafe()) collect_names(element, names);
  }
  if (json.type() != JsonType::OBJECT) return;
  for (const auto& [name, value] : json.get_object().value_unsafe()) {
    if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z') names.emplace(name);
    collect_names(value, names);
  }
}

inline std::set<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()};
}

template <class Request>
std::string encoded_request(const Request& request) {
  std::string out;
  encode_request(request, out);
  return out;
}

/// The names of members in some random requests; `make` makes one.
template <class Request, class Make>
std::set<std::string> names_after_round_trips(Make make) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomValues random(seed);
  std::set<std::string> names;
  for (int i = 0; i < round_trips && !testing::Test::HasFailure(); ++i) {
    const Request request = make(random);
    const std::string body = encoded_request(request);
    const auto decoded = decode<Request>(body);
    EXPECT_TRUE(decoded.ok()) << body << "\n" << decoded.error().message();
    if (decoded.ok()) EXPECT_EQ(encoded_request(*decoded), body);
    const auto json = parse_json(body);
    EXPECT_TRUE(json.ok()) << body;
    if (json.ok()) collect_names(*json, names);
  }
  for (const char* type : {"S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"}) {
    names.erase(type);
  }
  return names;
}

/// `members`: the names of all that the request can have, also below.
template <class Request, class Make>
void expect_round_trips(const std::string& members, Make make) {
  EXPECT_EQ(names_after_round_trips<Request>(make), words(members));
}

}  // namespace isotherm::codec
