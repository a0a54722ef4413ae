#include "base/hash.h"

// Compiled in: the library then needs no other at run time.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <array>

#include "base/expects.h"
#include "base/murmur3.h"

namespace isotherm {

std::uint32_t murmur3_x86_32(std::string_view bytes, std::uint32_t seed) {
  return murmur3_x86_32_inline(bytes.data(), bytes.size(), seed);
}

std::uint64_t xxh64(std::string_view bytes, std::uint64_t seed) {
  return XXH64(bytes.data(), bytes.size(), seed);
}

std::uint64_t xxh3_64(std::string_view bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

std::uint64_t fnv1a_64(std::string_view bytes, std::uint64_t basis) {
  std::uint64_t h = basis;
  for (const char c : bytes) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return h;
}

namespace {

constexpr std::array<std::string_view, 4> names = {"murmur3_x86_32", "xxh64", "xxh3_64",
                                                   "fnv1a_64"};

}  // namespace

std::string_view hash_name(HashFunction function) {
  return names[static_cast<std::size_t>(function)];
}

std::optional<HashFunction> find_hash(std::string_view name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at == names.end()) return std::nullopt;
  return static_cast<HashFunction>(at - names.begin());
}

std::uint64_t hash_of(HashFunction function, std::string_view bytes) {
  switch (function) {
    case HashFunction::murmur3_x86_32: return murmur3_x86_32(bytes, 0);
    case HashFunction::xxh64: return xxh64(bytes, 0);
    case HashFunction::xxh3_64: return xxh3_64(bytes);
    case HashFunction::fnv1a_64: return fnv1a_64(bytes);
  }
  broken_invariant("a hash function of the list", std::source_location::current());
}

}  // namespace isotherm
