#pragma once

// Plans of slots to move, as `redis-cli --cluster rebalance` and `reshard` make them: the same
// steps in the same order, down to the rounding of its floats.
//
//   expected := int(16384 / total weight * weight)            in single precision
//   needed   := some node's |100 - 100 * expected / slots| is over the threshold
//   balance  := slots - expected; what rounding left over is given to nodes with balance <= 0, in
//   turn steps    := the node that lacks most takes from the one that has most too many, until both
//   ends
//               meet; each gives its lowest slots first
//
// Nodes without slots take part with `use_empty` only; a weight of 0 empties a node.

#include <map>

#include "placement/redis_cluster.h"

namespace isotherm::placement {

struct RedisRebalanceOptions {
  /// By address or id; 1 for those not named.
  std::map<std::string, double> weights = {};
  bool use_empty = false;
  double threshold_percent = 2;
};

struct RedisSlotMove {
  NodeIndex from = no_node;
  NodeIndex to = no_node;
  std::vector<std::uint16_t> slots;
};

struct RedisPlan {
  /// Empty: all nodes are within the threshold.
  std::vector<RedisSlotMove> steps;
  /// What `after` looks like when all steps are done.
  RedisCluster after;
};

/// Refuses a cluster with unserved slots and weights of nodes that are no primaries.
Placed<RedisPlan> plan_rebalance(const RedisCluster& cluster, const RedisRebalanceOptions& options);

/// So many slots from the sources (in proportion to what they have) to one node.
Placed<RedisPlan> plan_reshard(const RedisCluster& cluster, std::span<const NodeIndex> sources,
                               NodeIndex to, std::size_t slots);

}  // namespace isotherm::placement
