#pragma once

// Shard keys of typed values: what the physical index has as its partition key.
//
// The base is the logical partition key: the text of an S, the canonical plain text of an N, the
// bytes of a B. The shard key of a B is a B, every other one is an S. shard_format.h says how the
// shard is written behind it; functions without a format use the default fields, frozen as
// version 1.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/error.h"
#include "sharding/shard_format.h"
#include "sharding/strategy.h"

namespace isotherm::sharding {

/// The default suffix, lower-case hex without padding: 0 … ffff.
std::string suffix(Shard shard);

/// The key of one shard. ValidationException when it is longer than a partition key may be (2,048
/// bytes), when the base is no S, N or B, or when there is no such shard.
Result<AttributeValue> shard_key(const AttributeValue& base, Shard shard,
                                 const ShardFormat& format);
/// The same in the default format of any number of shards.
Result<AttributeValue> shard_key(const AttributeValue& base, Shard shard);

/// The key of the shard that the inputs belong to.
template <DeterministicStrategy S>
Result<AttributeValue> shard_key(const AttributeValue& base, const S& strategy, Inputs inputs) {
  ASSIGN_OR_RETURN(const Shard shard, Result<Shard>(strategy.shard_of(inputs)));
  return shard_key(base, shard);
}
template <DeterministicStrategy S>
Result<AttributeValue> shard_key(const AttributeValue& base, const S& strategy, Inputs inputs,
                                 const ShardFormat& format) {
  ASSIGN_OR_RETURN(const Shard shard, Result<Shard>(strategy.shard_of(inputs)));
  return shard_key(base, shard, format);
}

/// The suffix that the inputs choose.
template <DeterministicStrategy S>
Result<std::string> suffix(const S& strategy, Inputs inputs, const ShardFormat& format) {
  ASSIGN_OR_RETURN(const Shard shard, Result<Shard>(strategy.shard_of(inputs)));
  return std::string(format.suffix(shard));
}

/// Every suffix, in the order of the shards.
std::vector<std::string> all_suffixes(const ShardFormat& format);
std::vector<std::string> all_suffixes(Shard shards);

/// Every shard key of one base, in the order of the shards.
Result<std::vector<AttributeValue>> all_shard_keys(const AttributeValue& base,
                                                   const ShardFormat& format);
Result<std::vector<AttributeValue>> all_shard_keys(const AttributeValue& base, Shard shards);

/// Takes a key of the default format apart at its last separator. Nothing when the text is no shard
/// key of so many shards: no separator, no suffix, upper case, padding, a shard beyond the last.
std::optional<ParsedShardKey> parse(std::string_view key, Shard shards);

}  // namespace isotherm::sharding
