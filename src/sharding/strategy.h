#pragma once

// What a write-sharding strategy is, in two kinds that are different types:
//
//   deterministic   hash, id-suffix          the item's own values choose the shard, for ever
//   drawing         random, round-robin      each write draws one; the item must remember it
//
// Code that must find an item again asks for DeterministicStrategy, so it cannot be compiled with a
// strategy that draws.

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

/// A shard, or the reason why the inputs choose none (id-suffix: the id has no such part).
template <class T>
concept ShardAnswer = std::same_as<T, Shard> || std::same_as<T, Result<Shard>>;

/// A strategy that gives the same shard for the same inputs, for ever.
template <class S>
concept DeterministicStrategy = requires(const S strategy, Inputs inputs) {
  { strategy.shards() } -> std::same_as<Shard>;
  { strategy.shard_of(inputs) } -> ShardAnswer;
};

/// A strategy that draws a shard for each write. `random` are 64 random bits.
template <class S>
concept DrawingStrategy = !DeterministicStrategy<S> && requires(S strategy, std::uint64_t random) {
  { strategy.shards() } -> std::same_as<Shard>;
  { strategy.draw(random) } -> std::same_as<Shard>;
};

}  // namespace isotherm::sharding
