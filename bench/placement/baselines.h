#pragma once

// The plain forms that ours are measured against, written from the published algorithms: what a
// good programmer writes first, and what well-known programs run.

#include <atomic>
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
  struct Point {
    std::uint32_t hash;
    std::uint32_t node;
  };
  explicit FlatRing32(std::vector<Point> points);
  std::uint32_t owner(std::uint32_t hash) const;

 private:
  std::vector<Point> points_;
};

/// A ring built as load balancers do: a text for each point, its hash, one sort.
std::size_t build_text_ring(std::size_t nodes, std::size_t points_each);

/// The code of the jump paper.
std::int32_t paper_jump(std::uint64_t key, std::int32_t buckets);

/// Rendezvous with a 128-to-64-bit mix and scores as doubles, as mcrouter does it: its releases
/// from 2019 on make a heap of all scores for a key and take the top; since then it keeps the
/// greatest in a loop. The goals were measured beside the heap.
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

/// Bounded load over a Maglev table as Envoy does it: an overloaded node's key goes to the next of
/// a list that is shuffled by a generator seeded with the hash. Counters are atomic, as Envoy's
/// gauges.
class ShufflingBound {
 public:
  ShufflingBound(std::size_t nodes, std::uint32_t slots, double factor);
  std::uint32_t take(std::uint64_t hash);
  void release(std::uint32_t node);

 private:
  bool is_overloaded(std::uint32_t node) const;

  PlainMaglev maglev_;
  std::uint64_t factor_percent_;
  double share_;
  std::vector<std::atomic<std::uint64_t>> loads_;
  std::atomic<std::uint64_t> total_ = 0;
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
