#pragma once

// Ketama: the ring of memcached's clients [libketama, Jones, 2007].
//
//   points  := for k = 0 … digests - 1: md5(label "-" k) as four little-endian numbers of 32 bits
//   digests := 40 for each node; with weights int(float(weight / total) * 40.0 * nodes), in the
//              precision of libketama
//   key     := the first four bytes of md5(key), little-endian
//   owner   := the first point that is not less, or the first of all
//
// A label is the node's name: "host:port" for libketama and for spymemcached's nodes by address.
// There are two ketamas: Perl's Algorithm::ConsistentHash::Ketama, and what copies it, lost an
// integer below zero in its search, so that the hash 0 belongs to the last point instead of the
// first. Data were placed by both, so both are here.

#include "placement/placement.h"
#include "placement/point_index.h"

namespace isotherm::placement {

enum class KetamaSearch : std::uint8_t {
  libketama,
  perl,  // Algorithm::ConsistentHash::Ketama, dgryski/go-ketama
};

struct KetamaOptions {
  KetamaSearch search = KetamaSearch::libketama;
  RingLayout layout = RingLayout::lines;
};

class Ketama final : public Placement {
 public:
  /// Refuses what check_nodes refuses, and more than 2^24 digests.
  static Placed<Ketama> make(std::vector<Node> nodes, KetamaOptions options = {});

  std::string_view scheme() const override { return "ketama"; }
  Placed<NodeIndex> owner(Key key) const override;
  Placed<std::vector<NodeIndex>> owners(const KeyRange& range) const override;
  /// The next distinct nodes on the ring, as clients fail over.
  Placed<void> replicas(Key key, std::span<NodeIndex> out) const override;
  Placed<Explanation> explain(Key key) const override;
  const Space& space() const override { return space_; }
  std::unique_ptr<Stretches> stretches() const override;
  NodeIndex at(std::uint64_t position) const override {
    return node_of(static_cast<std::uint32_t>(position));
  }

  NodeIndex node_of(std::uint32_t hash) const {
    return hash == 0 ? owner_of_zero_ : index_.owner_of(hash);
  }
  static std::uint32_t hash_of(std::string_view key);
  const PointIndex<std::uint32_t>& index() const { return index_; }

 private:
  Ketama(std::vector<Node> nodes, KetamaOptions options, const Points<std::uint32_t>& points);

  Space space_;
  PointIndex<std::uint32_t> index_;
  NodeIndex owner_of_zero_;
};

}  // namespace isotherm::placement
