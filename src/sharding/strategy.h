#pragma once

// What a write-sharding strategy is. Deterministic strategies compute a suffix from an item's
// attributes, always the same one; code that must find an item again asks for this concept, so it
// cannot be compiled with a strategy that draws suffixes (random, round-robin).

#include <concepts>
#include <cstdint>
#include <span>

#include "model/attribute_value.h"

namespace isotherm::sharding {

/// Number of a shard: 0 … shards - 1.
using Shard = std::uint32_t;

/// The most shards that one partition key can be spread over. The frozen format would allow more;
/// beyond this a scatter read is a table scan by another name.
inline constexpr Shard shards_max = 65536;

/// The values of a strategy's inputs, in the order of the schema. nullptr: the item has no such
/// attribute.
using Inputs = std::span<const AttributeValue* const>;

/// A strategy that gives the same shard for the same inputs, for ever.
template <class S>
concept DeterministicStrategy = requires(const S strategy, Inputs inputs) {
  { strategy.shards() } -> std::same_as<Shard>;
  { strategy.shard_of(inputs) } -> std::same_as<Shard>;
};

}  // namespace isotherm::sharding
