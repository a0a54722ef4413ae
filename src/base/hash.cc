#include "base/hash.h"

#include <xxhash.h>
#include <zlib.h>

#include <bit>

namespace isotherm {
namespace {

std::uint32_t byte_at(std::string_view bytes, std::size_t i) {
  return static_cast<unsigned char>(bytes[i]);
}

std::uint32_t scramble(std::uint32_t k) { return std::rotl(k * 0xcc9e2d51U, 15) * 0x1b873593U; }

}  // namespace

std::uint32_t murmur3_x86_32(std::string_view bytes, std::uint32_t seed) {
  std::uint32_t h = seed;
  const std::size_t whole = bytes.size() & ~std::size_t{3};
  for (std::size_t i = 0; i < whole; i += 4) {
    const std::uint32_t k = byte_at(bytes, i) | byte_at(bytes, i + 1) << 8 |
                            byte_at(bytes, i + 2) << 16 | byte_at(bytes, i + 3) << 24;
    h = std::rotl(h ^ scramble(k), 13) * 5 + 0xe6546b64U;
  }
  std::uint32_t tail = 0;
  for (std::size_t i = bytes.size(); i > whole; --i) tail = tail << 8 | byte_at(bytes, i - 1);
  h ^= scramble(tail);
  h ^= static_cast<std::uint32_t>(bytes.size());
  h = (h ^ h >> 16) * 0x85ebca6bU;
  h = (h ^ h >> 13) * 0xc2b2ae35U;
  return h ^ h >> 16;
}

std::uint64_t xxh64(std::string_view bytes, std::uint64_t seed) {
  return XXH64(bytes.data(), bytes.size(), seed);
}

std::uint32_t crc32(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

}  // namespace isotherm
