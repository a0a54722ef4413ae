#pragma once

// Byte strings to owners by bounds: what lies from one bound on, until the next, has one owner.
// What ranges, directories, Vitess's shards and MongoDB's chunks have in common.
//
// A look-up goes by the first eight bytes: an index over them leads to the few bounds that can be
// next, and only bounds that begin with the same eight bytes are compared as strings.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "placement/key.h"
#include "placement/space.h"

namespace isotherm::placement {

struct Bound {
  std::string first;
  NodeIndex owner = no_node;
};

class BoundMap {
 public:
  /// Bounds in strictly ascending order, the first of them the empty string.
  explicit BoundMap(std::vector<Bound> bounds);

  const std::vector<Bound>& bounds() const { return bounds_; }

  /// The place of the last bound that is not greater.
  std::size_t place_of(std::string_view bytes) const;
  NodeIndex owner_of(std::string_view bytes) const { return owners_[place_of(bytes)]; }

  /// The owner of eight bytes read as a big-endian number, when no bound is longer than eight
  /// bytes.
  NodeIndex owner_of(std::uint64_t eight) const { return owners_[place_by_prefix(eight) - 1]; }
  bool is_short() const { return is_short_; }

  /// Each owner of a part of the range once, ascending; no_node is left out.
  std::vector<NodeIndex> owners_in(const OrderedRange& range) const;

  std::unique_ptr<Stretches> stretches() const;

 private:
  /// How many bounds have first bytes that are not greater.
  std::size_t place_by_prefix(std::uint64_t eight) const {
    std::size_t i = starts_[eight >> shift_];
    i += prefixes_[i] <= eight ? 1 : 0;
    i += prefixes_[i] <= eight ? 1 : 0;
    while (i < owners_.size() && prefixes_[i] <= eight) ++i;
    return i < owners_.size() ? i : owners_.size();
  }

  std::vector<Bound> bounds_;
  std::vector<NodeIndex> owners_;
  /// First eight bytes of the bounds, big-endian; two of the greatest value end them.
  std::vector<std::uint64_t> prefixes_;
  /// By the upper bits of the eight bytes: how many bounds lie before all that have them.
  std::vector<std::uint32_t> starts_;
  unsigned shift_ = 56;
  bool is_short_ = true;
};

/// The first eight bytes as a big-endian number; zeros where there are fewer.
std::uint64_t first_eight(std::string_view bytes);

}  // namespace isotherm::placement
