#pragma once

// One place where credentials can be. A provider that nobody set up is passed over; one that was
// set up and fails ends the search: to go on could mean to act as somebody else.

#include <optional>
#include <string>
#include <variant>

#include "base/clock.h"
#include "credentials/http_call.h"
#include "signing/signature.h"

namespace isotherm::credentials {

struct Found {
  signing::Credentials credentials;
  /// When they end; absent: never.
  std::optional<UnixMillis> expires = std::nullopt;
};

/// Nothing was set up: why it is passed over.
struct NotSetUp {
  std::string why;
};

/// It was set up, and failed.
struct Broken {
  std::string why;
};

using Outcome = std::variant<Found, NotSetUp, Broken>;

/// Found, when the JSON that the service's providers share is whole; the names of its members
/// differ.
struct JsonNames {
  const char* token;
};
Outcome read_json_credentials(const std::string& text, JsonNames names);

/// "2026-12-01T00:30:00Z", with a fraction or an offset perhaps.
std::optional<UnixMillis> parse_time(const std::string& text);

}  // namespace isotherm::credentials
