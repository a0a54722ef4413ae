#pragma once

// MD5 [RFC 1321], for the schemes that are defined by it (ketama, Vitess's binary_md5, MongoDB's
// hashed keys). No security is made of it. Allocates nothing.

#include <array>
#include <cstdint>
#include <string_view>

namespace isotherm::placement {

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

}  // namespace isotherm::placement
