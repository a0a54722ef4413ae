#pragma once

// Where a server listens, as people write it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace isotherm::cli {

struct ListenAddress {
  std::string host = "127.0.0.1";
  std::uint16_t port = 8000;

  /// Whether only this machine can reach it.
  bool is_loopback() const;
};

/// Reads "127.0.0.1:8000", "[::1]:8000", "localhost:8000", ":8000", "8000".
std::optional<ListenAddress> parse_listen_address(std::string_view text);

}  // namespace isotherm::cli
