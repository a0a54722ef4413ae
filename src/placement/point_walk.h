#pragma once

// What every ring of points answers alike: replicas, and its stretches.

#include <memory>

#include "placement/placement.h"
#include "placement/point_index.h"

namespace isotherm::placement {

/// The first distinct nodes clockwise from a hash. False when the ring has fewer.
template <class Point>
bool distinct_owners(const PointIndex<Point>& index, Point hash, std::span<NodeIndex> out) {
  auto walk = index.walk(hash);
  std::size_t found = 0;
  Point point;
  NodeIndex owner;
  while (found < out.size() && walk.next(point, owner)) {
    const auto so_far = out.first(found);
    if (std::find(so_far.begin(), so_far.end(), owner) == so_far.end()) out[found++] = owner;
  }
  return found == out.size();
}

/// Stretches of a ring: each ends with a point, the last one's owner is the first point's.
template <class Point>
class PointStretches final : public Stretches {
 public:
  /// `last` is the greatest position.
  PointStretches(const PointIndex<Point>& index, Point last) : walk_(index.walk(0)), last_(last) {
    walk_.next(point_, owner_);
    wraps_to_ = owner_;
  }

  bool next(Stretch& stretch) override {
    if (is_done_) return false;
    stretch = {{first_, {}}, owner_};
    Point point;
    NodeIndex owner;
    while (walk_.next(point, owner)) {
      // Of equal points only the first owns anything.
      if (point == point_) continue;
      const Point before = std::exchange(point_, point);
      if (owner == owner_) continue;
      first_ = static_cast<Point>(before + 1);
      owner_ = owner;
      return true;
    }
    is_done_ = has_wrapped_ || point_ == last_ || owner_ == wraps_to_;
    has_wrapped_ = true;
    first_ = static_cast<Point>(point_ + 1);
    owner_ = wraps_to_;
    return true;
  }

 private:
  typename PointIndex<Point>::Walk walk_;
  Point last_;
  Point first_ = 0;
  Point point_ = 0;
  NodeIndex owner_ = no_node;
  NodeIndex wraps_to_ = no_node;
  bool has_wrapped_ = false;
  bool is_done_ = false;
};

}  // namespace isotherm::placement
