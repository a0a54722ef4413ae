#pragma once

// Where requests go: http://host:port.

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace isotherm::load {

/// Why something that a person typed cannot be used, and what could.
struct Refusal {
  std::string message;
};

struct Endpoint {
  std::string host = "127.0.0.1";
  std::uint16_t port = 8000;

  /// "127.0.0.1:8000", for the Host header.
  std::string authority() const;
  std::string url() const;
};

/// Reads http://host[:port][/], also with [::1]. Port 80 when none is named.
Expected<Endpoint, Refusal> parse_endpoint(std::string_view url);

}  // namespace isotherm::load
