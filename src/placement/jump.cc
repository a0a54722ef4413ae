#include "placement/jump.h"

#include "placement/jump_lanes.h"

namespace isotherm::placement {

std::int32_t jump_bucket(std::uint64_t hash, std::int32_t buckets) {
  expects(buckets > 0, "jump hash needs a bucket");
  std::int64_t bucket = -1;
  std::int64_t next = 0;
  while (next < buckets) {
    bucket = next;
    hash = hash * jump_multiplier + 1;
    next = static_cast<std::int64_t>(static_cast<double>(bucket + 1) *
                                     (jump_scale / static_cast<double>((hash >> 33) + 1)));
  }
  return static_cast<std::int32_t>(bucket);
}

void jump_buckets(std::span<const std::uint64_t> hashes, std::int32_t buckets,
                  std::span<NodeIndex> out, CpuPath path) {
  expects(hashes.size() == out.size(), "as many buckets as hashes");
  expects(buckets > 0, "jump hash needs a bucket");
  std::size_t done = 0;
#if defined(__x86_64__)
  if (path == CpuPath::avx2) done = jump_lanes_avx2(hashes, buckets, out);
  if (path == CpuPath::avx512) done = jump_lanes_avx512(hashes, buckets, out);
#else
  (void)path;
#endif
  for (; done < hashes.size(); ++done)
    out[done] = static_cast<NodeIndex>(jump_bucket(hashes[done], buckets));
}

Jump::Jump(std::vector<Node> nodes, KeyHash key_hash)
    : HashedPlacement(std::move(nodes), key_hash),
      count_(static_cast<std::int32_t>(this->nodes().size())) {}

Placed<Jump> Jump::make(std::vector<Node> nodes, KeyHash key_hash) {
  TRY(check_nodes(nodes));
  TRY(check_equal_weights(nodes, "jump"));
  return Jump(std::move(nodes), key_hash);
}

void Jump::nodes_by_path(std::span<const std::uint64_t> hashes, std::span<NodeIndex> out,
                         CpuPath path) const {
  jump_buckets(hashes, count_, out, path);
}

Placed<Jump> Jump::without(std::string_view name) const {
  if (nodes().size() == 1) return refuse("the only node cannot go");
  if (nodes().back().name != name)
    return refuse("jump can only lose its last node, '" + nodes().back().name + "', not '" +
                  std::string(name) + "'; ring or rendezvous can lose any");
  return Jump({nodes().begin(), nodes().end() - 1}, key_hash());
}

}  // namespace isotherm::placement
