#pragma once

// Finds the owner of a hash among a ring's sorted points in about one cache miss.
//
// All hashes are cut into equal buckets, about three points to each (five of 32 bits). A bucket is
// one line of the cache:
//
//   line := points[places] owners[places + 1] count:u16
//
// Points are in order, unused places hold the greatest value; owners[i] owns what comes after
// points[i - 1]; the last in use, and those after it, are the first owner of the next buckets. So
// the owner is owners[number of points that are less than the hash], without a branch. A bucket
// with more points than places says `crowded`; its points stand in a list beside, found by
// points[0] (where) and points[1] (how many).
//
// The compact form keeps the sorted points and owners, and for each bucket where its first is.

#include <cstddef>
#include <new>

#include "base/expects.h"
#include "placement/points.h"

namespace isotherm::placement {

/// How a ring is kept in memory.
enum class RingLayout : std::uint8_t {
  lines,    // one cache line to a look-up; about 22 bytes for a 64-bit point, 13 for one of 32 bits
  compact,  // 11 bytes a point, three cache lines to a look-up
};

template <class Point>
class PointIndex {
 public:
  PointIndex(const Points<Point>& points, RingLayout layout) : layout_(layout) {
    expects(points.size() > 0, "a ring has a point");
    size_ = points.size();
    first_owner_ = points.owners.front();
    layout == RingLayout::lines ? build_lines(points) : build_compact(points);
  }

  std::size_t size() const { return size_; }
  RingLayout layout() const { return layout_; }
  std::size_t memory_bytes() const {
    return lines_.size() * sizeof(Line) + points_.points.size() * (sizeof(Point) + 2) +
           starts_.size() * 4;
  }

  NodeIndex owner_of(Point hash) const {
    return layout_ == RingLayout::lines ? owner_in_line(hash) : owner_in_list(hash);
  }

  void owners_of(std::span<const Point> hashes, std::span<NodeIndex> out) const {
    constexpr std::size_t ahead = 16;
    if (layout_ == RingLayout::compact || lines_.size() < lines_prefetched_min) {
      for (std::size_t i = 0; i < hashes.size(); ++i) out[i] = owner_of(hashes[i]);
      return;
    }
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      if (i + ahead < hashes.size())
        __builtin_prefetch(&lines_[bucket_of(hashes[i + ahead], lines_.size())]);
      out[i] = owner_in_line(hashes[i]);
    }
  }

  /// Walks the ring once around, from the first point that is not less than a hash.
  class Walk {
   public:
    /// Goes on to the next point; false after the whole ring.
    bool next(Point& point, NodeIndex& owner) {
      if (left_ == 0) return false;
      --left_;
      while (at_ == end_) load((bucket_ + 1) % index_->buckets());
      point = points_[at_];
      owner = owners_[at_];
      ++at_;
      return true;
    }

   private:
    friend class PointIndex;
    Walk(const PointIndex& index, Point hash) : index_(&index), left_(index.size_) {
      load(bucket_of(hash, index.buckets()));
      while (at_ < end_ && points_[at_] < hash) ++at_;
    }
    void load(std::size_t bucket) {
      bucket_ = bucket;
      const auto run = index_->run(bucket);
      points_ = run.points;
      owners_ = run.owners;
      at_ = 0;
      end_ = run.size;
    }

    const PointIndex* index_;
    std::size_t left_;
    std::size_t bucket_ = 0;
    const Point* points_ = nullptr;
    const std::uint16_t* owners_ = nullptr;
    std::size_t at_ = 0;
    std::size_t end_ = 0;
  };
  Walk walk(Point hash) const { return Walk(*this, hash); }

  /// All points again.
  Points<Point> points() const {
    Points<Point> out;
    out.reserve(size_);
    for (std::size_t b = 0; b < buckets(); ++b) {
      const auto part = run(b);
      for (std::size_t i = 0; i < part.size; ++i) out.push_back(part.points[i], part.owners[i]);
    }
    return out;
  }

 private:
  static constexpr std::size_t places = sizeof(Point) == 8 ? 6 : 10;
  static constexpr double lines_load = sizeof(Point) == 8 ? 3.0 : 5.0;
  static constexpr std::size_t compact_load = 4;
  static constexpr std::uint16_t crowded = 0xFFFF;
  static constexpr Point greatest = static_cast<Point>(~Point{0});
  // Lines that the caches of a core hold need no prefetch.
  static constexpr std::size_t lines_prefetched_min = 4096;

  struct alignas(64) Line {
    Point points[places];
    std::uint16_t owners[places + 1];
    std::uint16_t count;
  };
  static_assert(sizeof(Line) == 64);

  struct Run {
    const Point* points;
    const std::uint16_t* owners;
    std::size_t size;
  };

  std::size_t buckets() const {
    return layout_ == RingLayout::lines ? lines_.size() : starts_.size() - 1;
  }

  Run run(std::size_t bucket) const {
    if (layout_ == RingLayout::compact)
      return {points_.points.data() + starts_[bucket], points_.owners.data() + starts_[bucket],
              starts_[bucket + 1] - starts_[bucket]};
    const auto& line = lines_[bucket];
    if (line.count != crowded) return {line.points, line.owners, line.count};
    return {points_.points.data() + line.points[0], points_.owners.data() + line.points[0],
            static_cast<std::size_t>(line.points[1])};
  }

  NodeIndex owner_in_line(Point hash) const {
    const auto& line = lines_[bucket_of(hash, lines_.size())];
    if (line.count == crowded) [[unlikely]]
      return owner_in_crowd(line, hash);
    std::size_t less = 0;
    for (std::size_t i = 0; i < places; ++i) less += line.points[i] < hash ? 1 : 0;
    return line.owners[less];
  }

  NodeIndex owner_in_crowd(const Line& line, Point hash) const {
    const auto first = static_cast<std::size_t>(line.points[0]);
    const auto count = static_cast<std::size_t>(line.points[1]);
    const auto* begin = points_.points.data() + first;
    const auto less =
        static_cast<std::size_t>(std::lower_bound(begin, begin + count, hash) - begin);
    return less == count ? line.owners[0] : points_.owners[first + less];
  }

  NodeIndex owner_in_list(Point hash) const {
    const auto bucket = bucket_of(hash, starts_.size() - 1);
    std::size_t i = starts_[bucket];
    const auto& list = points_.points;
    // Four at a time: where the first that is not less stands among them is a sum, not a branch.
    for (; i + 4 <= list.size(); i += 4) {
      const std::size_t less = (list[i] < hash ? 1U : 0U) + (list[i + 1] < hash ? 1U : 0U) +
                               (list[i + 2] < hash ? 1U : 0U) + (list[i + 3] < hash ? 1U : 0U);
      if (less < 4) return points_.owners[i + less];
    }
    for (; i < list.size(); ++i)
      if (list[i] >= hash) return points_.owners[i];
    return first_owner_;
  }

  void build_compact(const Points<Point>& points) {
    points_ = points;
    starts_.assign(points.size() / compact_load + 2, 0);
    for (const auto point : points.points) ++starts_[bucket_of(point, starts_.size() - 1) + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  }

  void build_lines(const Points<Point>& points) {
    lines_.resize(static_cast<std::size_t>(static_cast<double>(points.size()) / lines_load) + 1);
    // From the last bucket to the first, so that each knows the first owner after it.
    std::size_t end = points.size();
    std::uint16_t after = points.owners.front();
    for (std::size_t bucket = lines_.size(); bucket-- > 0;) {
      std::size_t begin = end;
      while (begin > 0 && bucket_of(points.points[begin - 1], lines_.size()) == bucket) --begin;
      fill(lines_[bucket], points, {begin, end}, after);
      if (begin < end) after = points.owners[begin];
      end = begin;
    }
    points_.points.shrink_to_fit();
    points_.owners.shrink_to_fit();
  }

  void fill(Line& line, const Points<Point>& points, std::pair<std::size_t, std::size_t> run,
            std::uint16_t after) {
    const auto [begin, end] = run;
    const std::size_t count = end - begin;
    if (count > places) {
      line.count = crowded;
      line.owners[0] = after;
      line.points[0] = static_cast<Point>(points_.size());
      line.points[1] = static_cast<Point>(count);
      for (auto i = begin; i < end; ++i) points_.push_back(points.points[i], points.owners[i]);
      return;
    }
    line.count = static_cast<std::uint16_t>(count);
    for (std::size_t i = 0; i < places; ++i)
      line.points[i] = i < count ? points.points[begin + i] : greatest;
    for (std::size_t i = 0; i <= places; ++i)
      line.owners[i] = i < count ? points.owners[begin + i] : after;
  }

  RingLayout layout_;
  std::size_t size_ = 0;
  NodeIndex first_owner_ = 0;
  std::vector<Line> lines_;
  /// The points of crowded buckets; of all in the compact layout.
  Points<Point> points_;
  /// Compact: where each bucket's points begin.
  std::vector<std::uint32_t> starts_;
};

}  // namespace isotherm::placement
