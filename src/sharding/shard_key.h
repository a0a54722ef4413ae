#pragma once

// The shard key: what the physical index has as its partition key. Frozen as version 1:
//
//   shard-key := base "-" suffix
//   suffix    := shard number in lower-case hex without padding
//
// The base is the logical partition key: the text of an S, the canonical plain text of an N, the
// bytes of a B. The shard key of a B is a B, every other one is an S.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/error.h"
#include "sharding/strategy.h"

namespace isotherm::sharding {

inline constexpr char separator = '-';

/// Lower-case hex without padding: 0 … ffff.
std::string suffix(Shard shard);

/// The key of one shard. ValidationException when it is longer than a partition key may be (2,048
/// bytes) or when the base is no S, N or B.
Result<AttributeValue> shard_key(const AttributeValue& base, Shard shard);

/// The key of the shard that the inputs belong to.
template <DeterministicStrategy S>
Result<AttributeValue> shard_key(const AttributeValue& base, const S& strategy, Inputs inputs) {
  return shard_key(base, strategy.shard_of(inputs));
}

/// Every suffix of so many shards, in the order of the shards.
std::vector<std::string> all_suffixes(Shard shards);

/// Every shard key of one base, in the order of the shards.
Result<std::vector<AttributeValue>> all_shard_keys(const AttributeValue& base, Shard shards);

/// A shard key taken apart.
struct ParsedShardKey {
  /// Text (or bytes) of the base. Points into the key.
  std::string_view base;
  Shard shard = 0;
};

/// Takes a shard key apart at its last separator. Nothing when the text is no shard key of so many
/// shards: no separator, no suffix, upper case, padding, a shard beyond the last.
std::optional<ParsedShardKey> parse(std::string_view key, Shard shards);

}  // namespace isotherm::sharding
