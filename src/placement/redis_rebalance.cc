#include "placement/redis_rebalance.h"

#include <algorithm>
#include <cmath>

namespace isotherm::placement {
namespace {

struct Share {
  NodeIndex node;
  float weight;
  int slots;
  int expected = 0;
  int balance = 0;
};

std::vector<std::uint16_t> lowest_slots(const RedisCluster& cluster, NodeIndex node,
                                        std::size_t count) {
  std::vector<std::uint16_t> out;
  for (std::uint16_t slot = 0; slot < redis_slots && out.size() < count; ++slot)
    if (cluster.at(slot) == node) out.push_back(slot);
  return out;
}

Placed<void> check_served(const RedisCluster& cluster) {
  for (std::uint64_t slot = 0; slot < redis_slots; ++slot)
    if (cluster.at(slot) == no_node)
      return refuse("slot " + std::to_string(slot) + " is not served: fix the cluster first");
  return {};
}

Placed<std::vector<Share>> shares_of(const RedisCluster& cluster,
                                     const RedisRebalanceOptions& options) {
  std::vector<float> weights(cluster.nodes().size(), 1);
  for (const auto& [name, weight] : options.weights) {
    const auto& all = cluster.redis_nodes();
    const auto found = std::find_if(all.begin(), all.end(), [&](const RedisNode& node) {
      return node.address == name || node.id == name;
    });
    if (found == all.end() || !found->primary_id.empty())
      return refuse("there is no primary '" + name + "'");
    if (!std::isfinite(weight) || weight < 0)
      return refuse("the weight of '" + name + "' is not a number from 0 on");
    weights[static_cast<std::size_t>(found - all.begin())] = static_cast<float>(weight);
  }
  std::vector<Share> shares;
  for (NodeIndex node = 0; node < cluster.nodes().size(); ++node) {
    const auto slots = static_cast<int>(cluster.slot_count(node));
    if (!cluster.is_primary(node) || (slots == 0 && !options.use_empty)) continue;
    shares.push_back({node, weights[node], slots});
  }
  return shares;
}

// Sets what each should have; true when one is over the threshold.
bool set_balances(std::vector<Share>& shares, float threshold) {
  float total_weight = 0;
  for (const auto& share : shares) total_weight += share.weight;
  bool is_over = false;
  int total = 0;
  for (auto& share : shares) {
    share.expected =
        static_cast<int>((static_cast<float>(redis_slots) / total_weight) * share.weight);
    share.balance = share.slots - share.expected;
    total += share.balance;
    if (threshold <= 0) continue;
    if (share.slots > 0) {
      const auto off = static_cast<float>(std::fabs(100 - (100.0 * share.expected / share.slots)));
      is_over = is_over || off > threshold;
    } else {
      is_over = is_over || share.expected > 1;
    }
  }
  const bool has_taker = std::any_of(shares.begin(), shares.end(),
                                     [](const Share& share) { return share.balance <= 0; });
  while (total > 0 && has_taker)
    for (auto& share : shares)
      if (share.balance <= 0 && total > 0) --share.balance, --total;
  return is_over;
}

}  // namespace

Placed<RedisPlan> plan_rebalance(const RedisCluster& cluster,
                                 const RedisRebalanceOptions& options) {
  TRY(check_served(cluster));
  ASSIGN_OR_RETURN(auto shares, shares_of(cluster, options));
  RedisPlan plan{{}, cluster};
  if (std::none_of(shares.begin(), shares.end(), [](auto& share) { return share.weight > 0; }))
    return refuse("every primary has the weight 0");
  if (!set_balances(shares, static_cast<float>(options.threshold_percent))) return plan;
  std::sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) {
    return std::pair(a.balance, a.node) < std::pair(b.balance, b.node);
  });
  std::size_t taker = 0;
  std::size_t giver = shares.size() - 1;
  while (taker < giver) {
    auto& to = shares[taker];
    auto& from = shares[giver];
    const int count = std::min(std::abs(to.balance), std::abs(from.balance));
    if (count > 0) {
      auto slots = lowest_slots(plan.after, from.node, static_cast<std::size_t>(count));
      plan.after = plan.after.with_slots(slots, to.node);
      plan.steps.push_back({from.node, to.node, std::move(slots)});
    }
    to.balance += count;
    from.balance -= count;
    if (to.balance == 0) ++taker;
    if (from.balance == 0) --giver;
  }
  return plan;
}

Placed<RedisPlan> plan_reshard(const RedisCluster& cluster, std::span<const NodeIndex> sources,
                               NodeIndex to, std::size_t slots) {
  if (to >= cluster.nodes().size() || !cluster.is_primary(to))
    return refuse("slots can only go to a primary");
  std::vector<std::pair<std::size_t, NodeIndex>> givers;
  std::size_t total = 0;
  for (const auto source : sources) {
    if (source >= cluster.nodes().size() || source == to)
      return refuse("slots cannot come from the node that they go to");
    givers.emplace_back(cluster.slot_count(source), source);
    total += givers.back().first;
  }
  if (slots > total) return refuse("the sources have only " + std::to_string(total) + " slots");
  RedisPlan plan{{}, cluster};
  std::size_t moved = 0;
  // The fullest first; of equal ones the one that was named first.
  for (std::size_t i = 1; i < givers.size(); ++i)
    for (std::size_t k = i; k > 0 && givers[k - 1].first < givers[k].first; --k)
      std::swap(givers[k - 1], givers[k]);
  for (std::size_t i = 0; i < givers.size() && moved < slots; ++i) {
    const float part =
        static_cast<float>(slots) / static_cast<float>(total) * static_cast<float>(givers[i].first);
    const auto most = static_cast<std::size_t>(i == 0 ? std::ceil(part) : std::floor(part));
    auto given = lowest_slots(cluster, givers[i].second, std::min(most, slots - moved));
    if (given.empty()) continue;
    moved += given.size();
    plan.after = plan.after.with_slots(given, to);
    plan.steps.push_back({givers[i].second, to, std::move(given)});
  }
  return plan;
}

}  // namespace isotherm::placement
