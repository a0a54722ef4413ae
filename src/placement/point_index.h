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
#include "placement/cpu_path.h"
#include "placement/points.h"
#include "placement/points_less.h"

namespace isotherm::placement {

/// How a ring is kept in memory.
enum class RingLayout : std::uint8_t {
  lines,    // one cache line to a look-up; about 22 bytes for a 64-bit point, 13 for one of 32 bits
  compact,  // 11 bytes a point, three cache lines to a look-up
};

template <class Point>
class PointIndex {
 public:
  /// Points in order.
  PointIndex(const Points<Point>& points, RingLayout layout)
      : PointIndex(points.size(), layout, [&](auto&& add) {
          for (std::size_t i = 0; i < points.size(); ++i) add(points.points[i], points.owners[i]);
        }) {}

  /// `each(add)` calls add(point, owner) for `size` points in order.
  template <class Each>
  PointIndex(std::size_t size, RingLayout layout, const Each& each) : layout_(layout), size_(size) {
    expects(size > 0, "a ring has a point");
    if (layout == RingLayout::compact) {
      starts_.assign(size / compact_load + 2, 0);
      points_.reserve(size);
      each([this](Point point, std::uint16_t owner) {
        ++starts_[bucket_of(point, starts_.size() - 1) + 1];
        points_.push_back(point, owner);
      });
      std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
      first_owner_ = points_.owners.front();
      return;
    }
    lines_.resize(static_cast<std::size_t>(static_cast<double>(size) / lines_load) + 1);
    LineWriter writer(lines_, points_);
    each([&](Point point, std::uint16_t owner) { writer.add(point, owner); });
    writer.finish();
    points_.points.shrink_to_fit();
    points_.owners.shrink_to_fit();
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

  void owners_of(std::span<const Point> hashes, std::span<NodeIndex> out,
                 CpuPath path = best_cpu_path()) const {
    if (layout_ == RingLayout::compact) {
      for (std::size_t i = 0; i < hashes.size(); ++i) out[i] = owner_in_list(hashes[i]);
      return;
    }
#if defined(__x86_64__)
    if (path != CpuPath::portable) return owners_in_lines_avx2(hashes, out);
#endif
    (void)path;
    const auto fetched = fetched_of(hashes.size());
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      if (i < fetched) fetch(hashes[i + fetched_ahead]);
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

  /// Calls take(point, owner) for all points in order.
  template <class Take>
  void each_point(const Take& take) const {
    for (std::size_t b = 0; b < buckets(); ++b) {
      const auto part = run(b);
      for (std::size_t i = 0; i < part.size; ++i) take(part.points[i], part.owners[i]);
    }
  }

  /// All points again.
  Points<Point> points() const {
    Points<Point> out;
    out.reserve(size_);
    each_point([&](Point point, std::uint16_t owner) { out.push_back(point, owner); });
    return out;
  }

 private:
  static constexpr std::size_t places = line_places<Point>;
  static constexpr double lines_load = sizeof(Point) == 8 ? 3.0 : 5.0;
  static constexpr std::size_t compact_load = 4;
  static constexpr std::uint16_t crowded = 0xFFFF;
  static constexpr Point greatest = static_cast<Point>(~Point{0});
  // Lines that the caches of a core hold need not be fetched ahead.
  static constexpr std::size_t lines_fetched_min = 4096;
  static constexpr std::size_t fetched_ahead = 16;

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
    return line.owners[points_less(line.points, hash)];
  }

  // Of how many hashes the line of one that comes later is fetched.
  std::size_t fetched_of(std::size_t hashes) const {
    return lines_.size() < lines_fetched_min || hashes < fetched_ahead ? 0 : hashes - fetched_ahead;
  }
  void fetch(Point hash) const { __builtin_prefetch(&lines_[bucket_of(hash, lines_.size())]); }

#if defined(__x86_64__)
  __attribute__((target("avx2"))) void owners_in_lines_avx2(std::span<const Point> hashes,
                                                            std::span<NodeIndex> out) const {
    const auto fetched = fetched_of(hashes.size());
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      if (i < fetched) fetch(hashes[i + fetched_ahead]);
      const auto& line = lines_[bucket_of(hashes[i], lines_.size())];
      out[i] = line.count == crowded ? owner_in_crowd(line, hashes[i])
                                     : line.owners[points_less_avx2(line.points, hashes[i])];
    }
  }
#endif

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

  // Writes lines from the first to the last. What comes after a line's points is known when the
  // next point is.
  class LineWriter {
   public:
    LineWriter(std::vector<Line>& lines, Points<Point>& crowds) : lines_(lines), crowds_(crowds) {}

    void add(Point point, std::uint16_t owner) {
      if (all_ == 0) first_owner_ = owner;
      ++all_;
      const auto bucket = bucket_of(point, lines_.size());
      if (bucket != bucket_) close(bucket, owner);
      auto& line = lines_[bucket];
      if (count_ < places) {
        line.points[count_] = point;
        line.owners[count_] = owner;
      } else {
        if (count_ == places) begin_crowd(line);
        crowds_.push_back(point, owner);
      }
      ++count_;
    }
    void finish() { close(lines_.size(), first_owner_); }

   private:
    // Ends the line, and those without points up to `next`, which begins with `after`.
    void close(std::size_t next, std::uint16_t after) {
      for (; bucket_ < next; ++bucket_, count_ = 0) {
        auto& line = lines_[bucket_];
        if (count_ > places) {
          line.points[1] = static_cast<Point>(count_);
          line.owners[0] = after;
          line.count = crowded;
          continue;
        }
        line.count = static_cast<std::uint16_t>(count_);
        for (auto i = count_; i < places; ++i) line.points[i] = greatest;
        for (auto i = count_; i <= places; ++i) line.owners[i] = after;
      }
    }
    void begin_crowd(Line& line) {
      const auto first = crowds_.size();
      for (std::size_t i = 0; i < places; ++i) crowds_.push_back(line.points[i], line.owners[i]);
      line.points[0] = static_cast<Point>(first);
    }

    std::vector<Line>& lines_;
    Points<Point>& crowds_;
    std::size_t all_ = 0;
    std::size_t bucket_ = 0;
    std::size_t count_ = 0;
    std::uint16_t first_owner_ = 0;
  };

  RingLayout layout_;
  std::size_t size_ = 0;
  NodeIndex first_owner_ = 0;
  std::vector<Line> lines_;
  /// The points of crowded buckets; of all in the compact layout.
  Points<Point> points_;
  /// Compact: where each bucket's points begin.
  std::vector<std::uint32_t> starts_;
};

/// Calls add(point, owner) for the points of an index and those of a sorted list together, in
/// order.
template <class Point, class Add>
void each_of_both(const PointIndex<Point>& index, const Points<Point>& list,
                  std::span<const std::uint16_t> ranks, const Add& add) {
  std::size_t at = 0;
  Point next = list.size() > 0 ? list.points[0] : 0;
  const auto add_listed = [&] {
    add(next, list.owners[at]);
    if (++at < list.size()) next = list.points[at];
  };
  index.each_point([&](Point point, std::uint16_t owner) {
    while (at < list.size() &&
           (next < point || (next == point && ranks[list.owners[at]] < ranks[owner])))
      add_listed();
    add(point, owner);
  });
  while (at < list.size()) add_listed();
}

}  // namespace isotherm::placement
