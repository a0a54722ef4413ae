#pragma once

// Vitess's shards: ranges of keyspace ids, known by their names [Vitess, "Sharding", key ranges].
//
//   name  := hex "-" hex | "0"        "-80", "40-80", "c0-"; "-" and "0" are the whole space
//   range := [start, end), compared as bytes; zeros at an end of an id or bound count for nothing
//            ("-80" is "-8000")

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "placement/bound_map.h"

namespace isotherm::placement {

struct VitessRange {
  /// Bytes, without zeros at the end.
  std::string start;
  /// Empty: up to the end of the space.
  std::string end;

  bool contains(std::string_view keyspace_id) const;
  friend bool operator==(const VitessRange&, const VitessRange&) = default;
};

/// Reads a shard's name; refuses odd numbers of digits, what is no hex, and ranges that are empty.
Placed<VitessRange> parse_vitess_range(std::string_view name);

/// "-80,80-" by itself, by commas, or as Vitess writes lists: "-40-80-c0-".
Placed<std::vector<std::string>> parse_vitess_shards(std::string_view text);

/// The names of n equal shards, as `vtctldclient GenerateShardRanges` prints them. `hex_digits` 0:
/// as few as are needed, an even number.
Placed<std::vector<std::string>> generate_vitess_shards(std::size_t n, unsigned hex_digits = 0);

/// Without zeros at its end.
std::string_view without_zeros(std::string_view keyspace_id);

/// The shards as bounds, gaps as no_node. Refuses shards that overlap.
Placed<BoundMap> vitess_bounds(const std::vector<std::string>& names);

}  // namespace isotherm::placement
