#pragma once

// The strategy `hash`, frozen as version 1 (docs/formats.md):
//
//   source := input (":" input)*
//   input  := text of S, or of N in canonical plain form, with "\" written "\\" and ":" written
//   "\:"
//           | "\x" (lower-case hex digit pair)*       B
//           | "\-"                                    absent, or of a type that is no key type
//   shard  := floor_mod(int32(murmur3_x86_32(source, seed 0)), shards)
//
// No escaped text contains "\x" or "\-", so different inputs have different sources.

#include <string>

#include "sharding/strategy.h"

namespace isotherm::sharding {

class HashStrategy {
 public:
  /// `shards` is 1 … shards_max.
  explicit HashStrategy(Shard shards);

  Shard shards() const { return shards_; }
  Shard shard_of(Inputs inputs) const;

  friend bool operator==(const HashStrategy&, const HashStrategy&) = default;

 private:
  Shard shards_;
};

static_assert(DeterministicStrategy<HashStrategy>);

/// Appends the text that is hashed.
void append_source(Inputs inputs, std::string& out);

/// The shard of a hash: the non-negative remainder of its signed reading.
Shard shard_of_hash(std::uint32_t hash, Shard shards);

}  // namespace isotherm::sharding
