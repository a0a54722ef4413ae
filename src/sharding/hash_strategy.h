#pragma once

// The strategy `hash`, frozen as version 1 (docs/formats.md):
//
//   shard := floor_mod(int32(murmur3_x86_32(source, seed 0)), shards)        the default
//          | xxh64(source, seed 0) mod shards                                 unsigned
//          | xxh3_64(source) mod shards                                       unsigned
//          | fnv1a_64(source) mod shards                                      unsigned
//
// source.h says what the source of inputs is.

#include "base/murmur3.h"
#include "sharding/modulus.h"
#include "sharding/plain_text.h"
#include "sharding/source.h"
#include "sharding/strategy.h"

namespace isotherm::sharding {

class HashStrategy {
 public:
  /// `shards` is 1 … shards_max.
  explicit HashStrategy(Shard shards, HashFunction function = HashFunction::murmur3_x86_32);

  Shard shards() const { return modulus_.divisor(); }
  HashFunction function() const { return function_; }

  Shard shard_of(Inputs inputs) const;
  /// The same for inputs as views.
  Shard shard_of_parts(std::span<const KeyPart> inputs) const;
  /// The same for one text.
  Shard shard_of_text(std::string_view text) const {
    if (function_ == HashFunction::murmur3_x86_32 && is_plain(text)) [[likely]]
      return modulus_.floor_of_signed(murmur3_x86_32_inline(text.data(), text.size(), 0));
    return shard_of_escaped(text);
  }
  /// The shard of a source's hash.
  Shard shard_of_hash(std::uint64_t hash) const {
    return function_ == HashFunction::murmur3_x86_32
               ? modulus_.floor_of_signed(static_cast<std::uint32_t>(hash))
               : static_cast<Shard>(hash % modulus_.divisor());
  }

  friend bool operator==(const HashStrategy&, const HashStrategy&) = default;

 private:
  Shard shard_of_escaped(std::string_view text) const;

  Modulus modulus_;
  HashFunction function_;
};

static_assert(DeterministicStrategy<HashStrategy>);

/// The shard of a murmur3_x86_32: the non-negative remainder of its signed reading.
Shard shard_of_hash(std::uint32_t hash, Shard shards);

}  // namespace isotherm::sharding
