#pragma once

// The plain forms that ours are measured against, written from the published algorithms: what a
// good programmer writes first, and what well-known programs run.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace placement_bench {

/// A ring as sorted (point, node) pairs and std::lower_bound.
class FlatRing {
 public:
  FlatRing(std::size_t nodes, std::size_t points_each);
  std::uint32_t owner(std::uint64_t hash) const;
  std::size_t size() const { return points_.size(); }

 private:
  struct Point {
    std::uint64_t hash;
    std::uint32_t node;
  };
  std::vector<Point> points_;
};

/// The same with points of 32 bits.
class FlatRing32 {
 public:
  explicit FlatRing32(std::vector<std::pair<std::uint32_t, std::uint32_t>> points);
  std::uint32_t owner(std::uint32_t hash) const;

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> points_;
};

/// A ring built as load balancers do: a text for each point, its hash, one sort.
std::size_t build_text_ring(std::size_t nodes, std::size_t points_each);

/// The code of the jump paper.
std::int32_t paper_jump(std::uint64_t key, std::int32_t buckets);

/// Rendezvous with a 128-to-64-bit mix and scores as doubles, as mcrouter does it.
class MixRendezvous {
 public:
  explicit MixRendezvous(std::vector<double> weights);
  std::uint32_t owner(std::uint64_t hash) const;
  std::uint32_t weighted_owner(std::uint64_t hash) const;

 private:
  std::vector<std::uint64_t> endpoints_;
  std::vector<double> weights_;
};

/// Maglev with a table of 32 bits a slot and a division, as katran does it.
class PlainMaglev {
 public:
  PlainMaglev(std::size_t nodes, std::uint32_t slots);
  std::uint32_t owner(std::uint64_t hash) const { return table_[hash % table_.size()]; }

 private:
  std::vector<std::uint32_t> table_;
};

/// Bounded load over a Maglev table: an overloaded node's key goes to the next of a shuffled list.
class ShufflingBound {
 public:
  ShufflingBound(std::size_t nodes, std::uint32_t slots, double factor);
  std::uint32_t take(std::uint64_t hash);
  void release(std::uint32_t node);

 private:
  PlainMaglev maglev_;
  double factor_;
  std::vector<std::uint64_t> loads_;
  std::uint64_t total_ = 0;
};

/// Redis's loops: the tag a byte at a time, the CRC a byte at a time.
unsigned redis_loop_slot(const char* key, int size);

/// Shards asked one after the other, each by comparing bytes.
class LinearShards {
 public:
  explicit LinearShards(std::size_t shards);
  std::uint32_t owner(std::string_view id) const;

 private:
  struct Range {
    std::string start, end;
  };
  std::vector<Range> ranges_;
};

}  // namespace placement_bench
