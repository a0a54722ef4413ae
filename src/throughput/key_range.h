#pragma once

// The key space of a table or index: pairs of (64-bit hash of the partition key, sort key bytes in
// order-preserving form), ordered by hash, then by bytes. A partition is a half-open range of it.
//
// Which hash it is, is the caller's affair; it must only be the same at each call.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace isotherm::throughput {

/// A place in the key space; does not own its bytes.
struct KeyPosition {
  std::uint64_t hash = 0;
  /// Empty for a key without a sort key.
  std::string_view sort;

  friend bool operator==(const KeyPosition&, const KeyPosition&) = default;
  friend auto operator<=>(const KeyPosition&, const KeyPosition&) = default;
};

/// After every key with this hash, for the end of a search: sort keys are shorter than its bytes.
KeyPosition end_of_collection(std::uint64_t hash);
/// After every key.
KeyPosition end_of_key_space();

/// A place in the key space that owns its bytes.
struct KeyPoint {
  std::uint64_t hash = 0;
  std::string sort;

  KeyPoint() = default;
  explicit KeyPoint(std::uint64_t h, std::string s = {}) : hash(h), sort(std::move(s)) {}
  explicit KeyPoint(KeyPosition p) : hash(p.hash), sort(p.sort) {}
  operator KeyPosition() const { return {hash, sort}; }

  friend bool operator==(const KeyPoint&, const KeyPoint&) = default;
  friend auto operator<=>(const KeyPoint&, const KeyPoint&) = default;
};

/// From `begin`, included, to `end`, excluded; without `end`: to the end of the key space.
struct KeyRange {
  KeyPoint begin;
  std::optional<KeyPoint> end;

  bool contains(KeyPosition position) const;
  /// Whether all keys of the range have one hash: a part of one item collection.
  bool is_within_one_hash() const;
  /// The hash that halves the range, as a point; none when it holds one or two hashes only.
  std::optional<KeyPoint> midpoint() const;

  friend bool operator==(const KeyRange&, const KeyRange&) = default;
};

/// Where partitions begin, in order; the first begins at the start of the key space.
class Borders {
 public:
  explicit Borders(std::vector<KeyPoint> begins) : begins_(std::move(begins)) {}

  std::size_t size() const { return begins_.size(); }
  /// Which range holds the position.
  std::size_t find(KeyPosition position) const;
  KeyRange range(std::size_t i) const;
  const KeyPoint& begin_of(std::size_t i) const { return begins_[i]; }

 private:
  std::vector<KeyPoint> begins_;
};

}  // namespace isotherm::throughput
