#pragma once

// The strategy `id-suffix`: a part of an id chooses the shard. Frozen as version 1:
//
//   part   := the last or first `count` characters (code points) or bytes of the one input
//   value  := the part read as a number: decimal digits | hex digits of either case
//           | bytes, the first the highest
//   shard  := value mod shards        "modulo"
//           | value                   "as it is": shards = 10^count | 16^count | 256^count
//
// The input is the text of an S, the canonical text of an N, or the bytes of a B. Characters are
// Unicode code points: where a language counts UTF-16 units, an emoji is two. Modulo takes a
// shorter id whole; as it is, the id must have the whole part. What cannot be read so is an error,
// never a guess: an id that two programs place differently is lost.

#include <optional>
#include <string>

#include "sharding/modulus.h"
#include "sharding/shard_format.h"
#include "sharding/source.h"
#include "sharding/strategy.h"

namespace isotherm::sharding {

/// Which part of the id, and how it is read.
struct IdPart {
  enum class Take : std::uint8_t { last, first };
  enum class Unit : std::uint8_t { characters, bytes };
  enum class Reading : std::uint8_t { decimal, hex, bytes };
  Take take = Take::last;
  /// 1 … 64.
  std::uint32_t count = 1;
  Unit unit = Unit::characters;
  Reading reading = Reading::hex;

  friend bool operator==(const IdPart&, const IdPart&) = default;
};

/// "the last 2 characters as hex"
std::string to_string(const IdPart& part);

class IdSuffixStrategy {
 public:
  /// With `shards`: modulo. Without: as they are. Fails when there would be more than shards_max.
  static Result<IdSuffixStrategy> make(IdPart part, std::optional<Shard> shards);

  Shard shards() const { return modulus_.divisor(); }
  const IdPart& part() const { return part_; }
  bool is_as_it_is() const { return as_it_is_; }
  /// Fields that write an id's part as it stands in the id (hex letters small); the default ones
  /// for modulo.
  FormatFields natural_format() const;

  /// Takes exactly one input.
  Result<Shard> shard_of(Inputs inputs) const;
  Result<Shard> shard_of_part(const KeyPart& input) const;

  friend bool operator==(const IdSuffixStrategy&, const IdSuffixStrategy&) = default;

 private:
  IdSuffixStrategy(IdPart part, Modulus modulus, bool as_it_is)
      : part_(part), modulus_(modulus), as_it_is_(as_it_is) {}

  Result<Shard> shard_of_id(std::string_view id) const;

  IdPart part_;
  Modulus modulus_;
  bool as_it_is_;
};

static_assert(DeterministicStrategy<IdSuffixStrategy>);

}  // namespace isotherm::sharding
