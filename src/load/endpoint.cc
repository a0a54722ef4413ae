#include "load/endpoint.h"

#include <charconv>

namespace isotherm::load {
namespace {

constexpr std::string_view scheme = "http://";

Refusal refused(std::string_view url, std::string_view why) {
  return Refusal{"'" + std::string(url) + "' cannot be used as an endpoint: " + std::string(why) +
                 ". Expected something like http://127.0.0.1:8000"};
}

}  // namespace

std::string Endpoint::authority() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

std::string Endpoint::url() const { return std::string(scheme) + authority(); }

Expected<Endpoint, Refusal> parse_endpoint(std::string_view url) {
  if (url.starts_with("https://")) return refused(url, "TLS is not spoken here");
  if (!url.starts_with(scheme)) return refused(url, "it does not start with http://");
  auto rest = url.substr(scheme.size());
  if (rest.ends_with('/')) rest.remove_suffix(1);
  if (rest.find_first_of("/?#@") != std::string_view::npos)
    return refused(url, "only a host and a port may stand there");

  Endpoint endpoint;
  endpoint.port = 80;
  std::string_view port;
  if (rest.starts_with('[')) {
    const auto end = rest.find(']');
    if (end == std::string_view::npos) return refused(url, "a ']' is missing");
    endpoint.host = rest.substr(1, end - 1);
    port = rest.substr(end + 1);
  } else {
    const auto colon = rest.find(':');
    endpoint.host = rest.substr(0, colon);
    if (colon != std::string_view::npos) port = rest.substr(colon);
  }
  if (endpoint.host.empty()) return refused(url, "the host is missing");
  if (port.empty()) return endpoint;
  const auto digits = port.substr(1);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), endpoint.port);
  if (port[0] != ':' || error != std::errc() || end != digits.data() + digits.size() ||
      endpoint.port == 0)
    return refused(url, "the port is not a number from 1 to 65535");
  return endpoint;
}

}  // namespace isotherm::load
