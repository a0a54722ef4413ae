#pragma once

// A placement: which node owns a key. One interface for every scheme; the schemes' own types have
// the faster ways (hashes instead of keys, many keys at once).
//
// A placement is a value: it never changes after it was made (bounded_load.h, which counts, is
// none), and two of them can be compared (moves.h).

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "placement/key.h"
#include "placement/node.h"
#include "placement/refusal.h"
#include "placement/space.h"

namespace isotherm::placement {

/// How an owner was found, step by step: ("hash", "0x1234…").
struct Explanation {
  std::vector<std::pair<std::string, std::string>> steps;
  NodeIndex owner = no_node;
};

class Placement {
 public:
  virtual ~Placement() = default;

  /// "ring", "redis-cluster": as the command line and the documents say it.
  virtual std::string_view scheme() const = 0;

  /// The nodes, or shards, that own keys.
  std::span<const Node> nodes() const { return nodes_; }

  /// The node that owns the key. Allocates nothing for keys under a kilobyte.
  virtual Placed<NodeIndex> owner(Key key) const = 0;

  /// Owners of many keys of one text part each; refused at the first that has none.
  virtual Placed<void> owners_of(std::span<const std::string_view> keys,
                                 std::span<NodeIndex> out) const;

  /// Every node that can own a key of the range, each once, in the order of nodes(): one for a
  /// prefix that the scheme places by, as few as the scheme allows otherwise.
  virtual Placed<std::vector<NodeIndex>> owners(const KeyRange& range) const = 0;

  /// The first out.size() distinct nodes for the key, its owner first. Refused where the scheme's
  /// source defines no replicas, or when there are fewer nodes.
  virtual Placed<void> replicas(Key key, std::span<NodeIndex> out) const;

  /// As `owner`, with every step on the way.
  virtual Placed<Explanation> explain(Key key) const = 0;

  /// What positions are: two placements whose spaces are equal put a key at the same position.
  virtual const Space& space() const = 0;

  /// The stretches of the space in order, the first beginning at its start. nullptr where owners
  /// come in no stretches (jump, rendezvous, modulo): `at` answers there.
  virtual std::unique_ptr<Stretches> stretches() const { return nullptr; }

  /// The owner at a position of a space of numbers; no_node where nobody owns it.
  virtual NodeIndex at(std::uint64_t position) const = 0;

 protected:
  explicit Placement(std::vector<Node> nodes) : nodes_(std::move(nodes)) {}
  Placement(const Placement&) = default;
  Placement(Placement&&) = default;
  Placement& operator=(const Placement&) = default;
  Placement& operator=(Placement&&) = default;

  /// Every node that is asked for more replicas than there are is refused.
  Placed<void> check_replicas(std::size_t wanted) const;

 private:
  std::vector<Node> nodes_;
};

/// "0x" and sixteen digits.
std::string hex_text(std::uint64_t value);
/// Lower-case hex of bytes.
std::string hex_text(std::string_view bytes);
/// The key as a person typed it: ("tenant", 7) is `tenant, 7`; bytes in hex.
std::string key_text(Key key);

}  // namespace isotherm::placement
