#pragma once

// Where keys lie before anybody owns them: a space of numbers (hashes, tokens, slots) or of byte
// strings (key ranges). A stretch is a run of positions with one owner; a placement is its
// stretches.

#include <cstdint>
#include <string>
#include <string_view>

#include "placement/node.h"

namespace isotherm::placement {

struct Space {
  enum class Kind : std::uint8_t { numbers, bytes };

  /// "xxh3_64", "redis slots": placements are comparable when names and limits are equal.
  std::string name;
  Kind kind = Kind::numbers;
  /// The last position of a space of numbers.
  std::uint64_t last = 0;
  /// Bytes are hashed, so that a stretch's share of the space is its share of the keys.
  bool is_even = true;

  friend bool operator==(const Space&, const Space&) = default;
};

/// A point of a space: `number` or `bytes`, by its kind.
struct Position {
  std::uint64_t number = 0;
  std::string_view bytes;

  friend bool operator==(const Position&, const Position&) = default;
  friend auto operator<=>(const Position&, const Position&) = default;
};

/// A run of positions: from `first` to the next stretch's first, or to the end of the space.
struct Stretch {
  Position first;
  NodeIndex owner = no_node;
};

/// Stretches one after another. What a stretch points to lives as long as the placement.
class Stretches {
 public:
  virtual ~Stretches() = default;
  /// The next one; false after the last.
  virtual bool next(Stretch& stretch) = 0;
};

/// How much of the space lies before a position: 0 … 1. Bytes count by their first eight.
double share_before(const Space& space, const Position& position);

}  // namespace isotherm::placement
