#pragma once

// Shard keys as one writes them at first, with Debian's libmurmurhash: what ours is compared with.

#include <murmurhash.h>

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace isotherm::bench {

inline std::uint32_t library_murmur3(std::string_view bytes) {
  std::uint32_t hash = 0;
  lmmh_x86_32(bytes.data(), static_cast<unsigned>(bytes.size()), 0, &hash);
  return hash;
}

inline std::uint32_t plain_shard(std::string_view source, std::uint32_t shards) {
  const auto n = static_cast<std::int64_t>(shards);
  return static_cast<std::uint32_t>((static_cast<std::int32_t>(library_murmur3(source)) % n + n) %
                                    n);
}

inline std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

inline std::string hex_of(std::uint32_t number) {
  char digits[8];
  return {digits, std::to_chars(digits, digits + 8, number, 16).ptr};
}

/// Strings added up.
inline std::string naive_key(const std::string& base, const std::string& input,
                             std::uint32_t shards) {
  return base + "-" + hex_of(plain_shard(escaped(input), shards));
}

/// The best that one does with std::string: no copy of an input that needs no escape, one buffer
/// that is kept.
inline void reused_key(const std::string& base, const std::string& input, std::uint32_t shards,
                       std::string& out) {
  const bool is_plain = input.find_first_of(":\\") == std::string::npos;
  const std::uint32_t shard = plain_shard(is_plain ? input : escaped(input), shards);
  char digits[8];
  out.assign(base);
  out.push_back('-');
  out.append(digits, std::to_chars(digits, digits + 8, shard, 16).ptr);
}

/// The same into a new string of the right size.
inline std::string fresh_key(const std::string& base, const std::string& input,
                             std::uint32_t shards) {
  std::string key;
  key.reserve(base.size() + 9);
  reused_key(base, input, shards, key);
  return key;
}

}  // namespace isotherm::bench
