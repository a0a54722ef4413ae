#include "placement/hashed.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace isotherm::placement {

HashedPlacement::HashedPlacement(std::vector<Node> nodes, KeyHash key_hash)
    : Placement(std::move(nodes)), key_hash_(key_hash) {
  space_.name = hash_name(key_hash.kind);
  if (key_hash.parts != 0) space_.name += " of " + std::to_string(key_hash.parts) + " parts";
  space_.last = ~std::uint64_t{0};
}

void HashedPlacement::nodes_by_path(std::span<const std::uint64_t> hashes, std::span<NodeIndex> out,
                                    CpuPath) const {
  expects(hashes.size() == out.size(), "as many owners as hashes");
  for (std::size_t i = 0; i < hashes.size(); ++i) out[i] = node_of(hashes[i]);
}

Placed<void> HashedPlacement::replicas_of(std::uint64_t, std::span<NodeIndex>) const {
  return refuse("the scheme " + std::string(scheme()) + " defines no replicas");
}

Placed<NodeIndex> HashedPlacement::owner(Key key) const {
  ASSIGN_OR_RETURN(const auto hash, hash_key(key_hash_, key));
  return node_of(hash);
}

Placed<void> HashedPlacement::owners_of(std::span<const std::string_view> keys,
                                        std::span<NodeIndex> out) const {
  expects(keys.size() == out.size(), "as many owners as keys");
  if (key_hash_.kind == HashKind::identity || key_hash_.parts > 1)
    return Placement::owners_of(keys, out);
  constexpr std::size_t at_once = 256;
  std::array<std::uint64_t, at_once> hashes;
  for (std::size_t begin = 0; begin < keys.size(); begin += at_once) {
    const auto count = std::min(at_once, keys.size() - begin);
    hash_texts(key_hash_.kind, keys.subspan(begin, count), std::span(hashes).first(count));
    nodes_of(std::span(hashes).first(count), out.subspan(begin, count));
  }
  return {};
}

Placed<std::vector<NodeIndex>> HashedPlacement::owners(const KeyRange& range) const {
  ASSIGN_OR_RETURN(const auto hash, hash_range(key_hash_, range));
  if (hash) return std::vector<NodeIndex>{node_of(*hash)};
  std::vector<NodeIndex> all(nodes().size());
  std::iota(all.begin(), all.end(), NodeIndex{0});
  std::erase_if(all, [this](NodeIndex node) { return nodes()[node].weight == 0; });
  return all;
}

Placed<void> HashedPlacement::replicas(Key key, std::span<NodeIndex> out) const {
  ASSIGN_OR_RETURN(const auto hash, hash_key(key_hash_, key));
  TRY(check_replicas(out.size()));
  return replicas_of(hash, out);
}

Placed<Explanation> HashedPlacement::explain(Key key) const {
  ASSIGN_OR_RETURN(const auto hash, hash_key(key_hash_, key));
  Explanation out;
  if (key_hash_.kind != HashKind::identity) {
    KeyBytes space;
    const auto hashed = key_hash_.parts == 0 ? key : key.first(key_hash_.parts);
    ASSIGN_OR_RETURN(const auto bytes, canonical_bytes(hashed, space));
    out.steps.emplace_back("canonical bytes", hex_text(bytes));
  }
  out.steps.emplace_back("hash (" + std::string(hash_name(key_hash_.kind)) + ")", hex_text(hash));
  out.owner = node_of(hash);
  explain_hash(hash, out);
  return out;
}

void HashedPlacement::explain_hash(std::uint64_t, Explanation&) const {}

}  // namespace isotherm::placement
