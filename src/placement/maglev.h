#pragma once

// Maglev hashing [Eisenbud and others, NSDI 2016]: nodes take turns to claim the slots of a table,
// each in an order of its own; a look-up is one read. Shares are equal to within one slot (or in
// proportion to weights); a change of nodes moves a little more than it must, the less the larger
// the table.
//
// Ours, frozen as version 1 (the table of other implementations differs: they take other hashes,
// and hash % M where we take the upper half of hash * M, which needs no division):
//
//   h           := xxh3_64(name)
//   offset      := upper half of the 128-bit product mix64(h) * M
//   skip        := 1 + upper half of mix64(h + 0x9e3779b97f4a7c15) * (M - 1)
//   order(j)    := (offset + j * skip) mod M          M is prime, so every slot is met
//   turn t = 1 … : the nodes in the order of their names; a node claims its next free slot in the
//                 turns in which floor(t * weight / greatest weight) grows
//   slot(hash)  := upper half of hash * M
//
// The paper's own example and other tables can be built from their permutations: maglev_fill.h.

#include "placement/hashed.h"
#include "placement/maglev_fill.h"
#include "placement/upper_half.h"

namespace isotherm::placement {

struct MaglevOptions {
  /// Slots; rounded up to a prime. 0: the least of 65,537 and 655,373 with 100 slots a node.
  std::uint32_t slots = 0;
  KeyHash key_hash = {};
};

class Maglev final : public HashedPlacement {
 public:
  /// Refuses what check_nodes refuses, and tables with fewer slots than nodes or more than 2^26.
  static Placed<Maglev> make(std::vector<Node> nodes, MaglevOptions options = {});

  std::string_view scheme() const override { return "maglev"; }
  NodeIndex node_of(std::uint64_t hash) const override {
    const auto slot = slot_of(hash);
    return narrow_.empty() ? wide_[slot] : narrow_[slot];
  }
  void nodes_by_path(std::span<const std::uint64_t> hashes, std::span<NodeIndex> out,
                     CpuPath path) const override;
  /// Owners of the slots that follow, each node once.
  Placed<void> replicas_of(std::uint64_t hash, std::span<NodeIndex> out) const override;
  std::unique_ptr<Stretches> stretches() const override;

  std::uint32_t slots() const { return slots_; }
  NodeIndex slot_owner(std::size_t slot) const {
    return narrow_.empty() ? wide_[slot] : narrow_[slot];
  }
  std::size_t memory_bytes() const { return narrow_.size() + 2 * wide_.size(); }

 private:
  Maglev(std::vector<Node> nodes, MaglevOptions options);
  void explain_hash(std::uint64_t hash, Explanation& out) const override;
  std::size_t slot_of(std::uint64_t hash) const {
    return static_cast<std::size_t>(upper_half(hash, slots_));
  }

  std::uint32_t slots_;
  /// One byte a slot for up to 256 nodes, two for more.
  std::vector<std::uint8_t> narrow_;
  std::vector<std::uint16_t> wide_;
};

}  // namespace isotherm::placement
