#pragma once

// The points of a ring, sorted. A point belongs to a node; the owner of a hash is the node of the
// first point that is not less, or of the first of all when there is none.
//
// Two nodes may have one point (two 32-bit points of a large ring do, sooner or later): the node
// whose name comes first owns it, whatever the order in which nodes were listed or joined.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "placement/node.h"
#include "placement/upper_half.h"

namespace isotherm::placement {

/// Points and their owners, sorted by point, then by the owner's rank.
template <class Point>
struct Points {
  std::vector<Point> points;
  std::vector<std::uint16_t> owners;

  std::size_t size() const { return points.size(); }
  void reserve(std::size_t count) { points.reserve(count), owners.reserve(count); }
  void push_back(Point point, NodeIndex owner) {
    points.push_back(point);
    owners.push_back(static_cast<std::uint16_t>(owner));
  }
};

/// Which of `count` equal parts of all points a point lies in; ascending with the point.
template <class Point>
std::size_t bucket_of(Point point, std::size_t count) {
  if constexpr (sizeof(Point) == 8)
    return static_cast<std::size_t>(upper_half(point, count));
  else
    return static_cast<std::size_t>(static_cast<std::uint64_t>(point) * count >> 32);
}

/// rank[node]: the place of the node's name among all names.
std::vector<std::uint16_t> name_ranks(std::span<const Node> nodes);

/// Sorts points in time linear in their number when they are spread evenly, as hashes are.
template <class Point>
Points<Point> sorted(const Points<Point>& in, std::span<const std::uint16_t> ranks) {
  const std::size_t size = in.size();
  const std::size_t buckets = size / 2 + 1;
  std::vector<std::uint32_t> begin(buckets + 1);
  for (const auto point : in.points) ++begin[bucket_of(point, buckets) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());

  Points<Point> out;
  out.points.resize(size);
  out.owners.resize(size);
  auto place = begin;
  for (std::size_t i = 0; i < size; ++i) {
    const auto at = place[bucket_of(in.points[i], buckets)]++;
    out.points[at] = in.points[i];
    out.owners[at] = in.owners[i];
  }
  const auto is_less = [&](std::size_t a, Point point, std::uint16_t owner) {
    return out.points[a] < point || (out.points[a] == point && ranks[out.owners[a]] < ranks[owner]);
  };
  std::vector<std::pair<Point, std::uint16_t>> crowd;
  for (std::size_t b = 0; b < buckets; ++b) {
    const std::size_t first = begin[b];
    const std::size_t last = begin[b + 1];
    if (last - first > 32) {
      // Points of others need not be spread evenly.
      crowd.clear();
      for (auto i = first; i < last; ++i) crowd.emplace_back(out.points[i], out.owners[i]);
      std::sort(crowd.begin(), crowd.end(), [&](const auto& x, const auto& y) {
        return x.first != y.first ? x.first < y.first : ranks[x.second] < ranks[y.second];
      });
      for (auto i = first; i < last; ++i) std::tie(out.points[i], out.owners[i]) = crowd[i - first];
      continue;
    }
    for (auto i = first + 1; i < last; ++i) {
      const auto point = out.points[i];
      const auto owner = out.owners[i];
      auto hole = i;
      for (; hole > first && !is_less(hole - 1, point, owner); --hole) {
        out.points[hole] = out.points[hole - 1];
        out.owners[hole] = out.owners[hole - 1];
      }
      out.points[hole] = point;
      out.owners[hole] = owner;
    }
  }
  return out;
}

}  // namespace isotherm::placement
