#include "cli/listen_address.h"

#include <charconv>

namespace isotherm::cli {

bool ListenAddress::is_loopback() const {
  return host.starts_with("127.") || host == "::1" || host == "localhost";
}

std::optional<ListenAddress> parse_listen_address(std::string_view text) {
  ListenAddress address;
  const auto colon = text.rfind(':');
  auto host = colon == std::string_view::npos ? std::string_view() : text.substr(0, colon);
  const auto port = colon == std::string_view::npos ? text : text.substr(colon + 1);
  if (host.starts_with('[') && host.ends_with(']'))
    host = host.substr(1, host.size() - 2);
  else if (host.find_first_of(":[]") != std::string_view::npos)
    return std::nullopt;
  if (!host.empty()) address.host = host;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), address.port);
  if (error != std::errc() || end != port.data() + port.size()) return std::nullopt;
  return address;
}

}  // namespace isotherm::cli
