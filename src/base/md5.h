#pragma once

// MD5 [RFC 1321], for what is defined by it: ketama, Vitess's binary_md5, MongoDB's hashed keys,
// the checksums of exports, PartiQL's page order. No security is made of it. Allocates nothing.
//
// The only one in the house, and our own rather than OpenSSL's: libisotherm.so.1 is for programs
// that bring a TLS library of their own, or none, and must not load a second one beside it; and
// OpenSSL refuses MD5 where it is set to FIPS.

#include <array>
#include <cstdint>
#include <string_view>

namespace isotherm {

using Md5Digest = std::array<unsigned char, 16>;

class Md5 {
 public:
  void add(std::string_view bytes);
  /// Little-endian.
  void add_u32(std::uint32_t value);
  void add_u64(std::uint64_t value);
  /// The digest; nothing can be added after it.
  Md5Digest finish();

 private:
  void block(const unsigned char* bytes);

  std::array<std::uint32_t, 4> state_{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  std::array<unsigned char, 64> rest_{};
  std::uint64_t size_ = 0;
};

Md5Digest md5(std::string_view bytes);

/// Four or eight digest bytes as a little-endian number.
std::uint32_t digest_u32(const Md5Digest& digest, std::size_t at);
std::uint64_t digest_u64(const Md5Digest& digest, std::size_t at);

}  // namespace isotherm
