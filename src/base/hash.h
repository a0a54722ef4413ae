#pragma once

// Hashes whose values are written to disk or shared between programs. `std::hash` never is.

#include <cstdint>
#include <optional>
#include <string_view>

namespace isotherm {

/// MurmurHash3_x86_32 (Austin Appleby, public domain) of the bytes.
std::uint32_t murmur3_x86_32(std::string_view bytes, std::uint32_t seed);

/// XXH64 (Yann Collet) of the bytes.
std::uint64_t xxh64(std::string_view bytes, std::uint64_t seed);

/// XXH3_64bits (Yann Collet) of the bytes, without a seed.
std::uint64_t xxh3_64(std::string_view bytes);

/// FNV-1a of 64 bits (Fowler, Noll, Vo): offset basis 0xcbf29ce484222325, prime 0x100000001b3.
std::uint64_t fnv1a_64(std::string_view bytes, std::uint64_t basis = 0xcbf29ce484222325U);

/// The hashes that a shard can be chosen by.
enum class HashFunction : std::uint8_t { murmur3_x86_32, xxh64, xxh3_64, fnv1a_64 };

/// "murmur3_x86_32", "xxh64", "xxh3_64", "fnv1a_64".
std::string_view hash_name(HashFunction function);

/// The function of a name; nothing when there is none.
std::optional<HashFunction> find_hash(std::string_view name);

/// The bytes' hash with seed 0; a hash of 32 bits is returned in the low half.
std::uint64_t hash_of(HashFunction function, std::string_view bytes);

}  // namespace isotherm
