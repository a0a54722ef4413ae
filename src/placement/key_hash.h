#pragma once

// How the schemes of our own (ring, jump, rendezvous, maglev, modulo, bounded load) make a number
// of a key. The number is part of a placement's meaning: it never changes (docs/formats.md).

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "placement/key.h"

namespace isotherm::placement {

enum class HashKind : std::uint8_t {
  xxh3,      // XXH3_64bits, seed 0, of the canonical bytes
  xxh64,     // XXH64, seed 0, of the canonical bytes
  identity,  // the key is a whole number of 64 bits already
};

/// "xxh3", "xxh64", "identity".
std::string_view hash_name(HashKind kind);

/// How a key becomes a hash.
struct KeyHash {
  HashKind kind = HashKind::xxh3;
  /// How many parts of a key are hashed, from the first on, so that keys that share them lie
  /// together; 0: all.
  std::size_t parts = 0;

  friend bool operator==(const KeyHash&, const KeyHash&) = default;
};

std::uint64_t hash_bytes(HashKind kind, std::string_view bytes);

/// Hashes of many texts.
void hash_texts(HashKind kind, std::span<const std::string_view> texts,
                std::span<std::uint64_t> out);

/// Refuses keys with fewer parts than are hashed, and for `identity` what is no whole number.
Placed<std::uint64_t> hash_key(const KeyHash& hash, Key key);

/// The hash that every key of the range has; nothing when they have different ones.
Placed<std::optional<std::uint64_t>> hash_range(const KeyHash& hash, const KeyRange& range);

/// The bits of a 64-bit number well mixed (the finalizer of MurmurHash3, a bijection).
constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ x >> 33) * 0xff51afd7ed558ccdULL;
  x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ULL;
  return x ^ x >> 33;
}

}  // namespace isotherm::placement
