#pragma once

// SHA-256 and HMAC-SHA-256, by OpenSSL behind its fence.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace isotherm::signing {

using Sha256 = std::array<std::uint8_t, 32>;

/// FIPS 180-4.
Sha256 sha256(std::string_view bytes);

/// RFC 2104 with SHA-256.
Sha256 hmac_sha256(std::string_view key, std::string_view message);

/// 64 lower-case hexadecimal digits.
std::string to_hex(const Sha256& digest);

/// The digest's bytes, as a key or message of the next step.
std::string_view as_bytes(const Sha256& digest);

/// Compares in a time that tells nothing of where two texts differ.
bool equal_in_constant_time(std::string_view a, std::string_view b);

}  // namespace isotherm::signing
