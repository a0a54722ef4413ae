#pragma once

// Where a DynamoDB-compatible service is: an URL, understood.

#include <string>
#include <string_view>

#include "base/result.h"

namespace isotherm::remote {

struct Endpoint {
  bool tls = false;
  /// A name or an address; an IPv6 one without its brackets.
  std::string host;
  std::string port;

  /// As in the Host header: without the port when it is the scheme's own.
  std::string authority() const;
  std::string url() const;

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// Reads "https://dynamodb.eu-west-1.amazonaws.com", "http://127.0.0.1:8000", with or without a "/"
/// behind. Refuses, in a sentence, other schemes, user names, paths, queries, and bad ports.
Expected<Endpoint, std::string> parse_endpoint(std::string_view url);

/// The region in the name of an Amazon endpoint ("dynamodb.eu-west-1.amazonaws.com" and its dual
/// stack, FIPS and China forms); empty: the host is not one.
std::string region_in(std::string_view host);

/// Where the same service serves streams: Amazon has another host for them, others the same.
Endpoint streams_endpoint(const Endpoint& endpoint);

}  // namespace isotherm::remote
