#pragma once

// A hash of bytes that come in pieces: the same answer as hash_of() of all of them together. Lives
// on the stack, allocates nothing.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/hash.h"

namespace isotherm {

class StreamingHash {
 public:
  explicit StreamingHash(HashFunction function);

  void update(std::string_view bytes);
  /// The hash of everything so far.
  std::uint64_t finish();

 private:
  void update_murmur(std::string_view bytes);

  HashFunction function_;
  /// murmur3_x86_32: the state, the bytes of an unfinished block, the length.
  std::uint32_t murmur_ = 0;
  std::array<char, 4> carried_{};
  std::size_t bytes_ = 0;
  std::uint64_t fnv_ = 0;
  /// Room for the state of either XXH.
  alignas(64) std::array<std::byte, 640> xxh_;
};

}  // namespace isotherm
