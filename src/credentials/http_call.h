#pragma once

// One HTTP or HTTPS request with a time limit, on a connection of its own: what the chain needs to
// ask for credentials, some times an hour at the most. Boost.Beast and OpenSSL stand behind it.

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "base/result.h"
#include "signing/canonical_request.h"

namespace isotherm::credentials {

/// "http://[fd00:ec2::254]:80/path?query", taken apart.
struct Url {
  bool is_https = false;
  /// Without brackets.
  std::string host;
  std::string port;
  /// Begins with '/'.
  std::string target;

  /// As a Host header has it.
  std::string authority() const;
};

/// Or what is wrong with it.
Expected<Url, std::string> parse_url(std::string_view text);

struct HttpCall {
  std::string method = "GET";
  Url url;
  std::vector<signing::Header> headers = {};
  std::string body = {};
  /// A PEM file of the authorities to trust; empty: the machine's.
  std::string authorities_file = {};
  /// To connect, and then again for the rest.
  std::chrono::milliseconds step_time_max{5'000};
};

struct HttpAnswer {
  int status = 0;
  std::string body;
};

/// Any answer, whatever its status; or why there is none: "connect: timed out". Certificates are
/// checked: who signed them, their dates, and the host's name.
boost::asio::awaitable<Expected<HttpAnswer, std::string>> send(HttpCall call);

/// Characters that a query or a form cannot hold, as %XX.
std::string form_encoded(std::string_view text);

}  // namespace isotherm::credentials
