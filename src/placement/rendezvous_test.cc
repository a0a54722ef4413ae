#include "placement/rendezvous.h"

#include <gtest/gtest.h>

#include <cmath>

#include "placement/log_series.h"
#include "placement/rendezvous_lanes.h"
#include "placement/testing/many_nodes.h"

namespace isotherm::placement {
namespace {

using testing::many_hashes;
using testing::many_nodes;

// The rule as it is written.
std::string owner_by_rule(std::vector<Node> nodes, std::uint64_t hash) {
  std::sort(nodes.begin(), nodes.end(), [](auto& a, auto& b) { return a.name < b.name; });
  const bool is_equal = std::all_of(nodes.begin(), nodes.end(),
                                    [&](auto& node) { return node.weight == nodes[0].weight; });
  std::string best_name;
  double best = 0;
  for (const auto& node : nodes) {
    if (node.weight == 0) continue;
    const auto seed =
        static_cast<std::uint32_t>(mix64(hash_bytes(HashKind::xxh3, node.name)) >> 32);
    const auto draw = draw_of(hash, seed);
    const double score =
        is_equal ? -static_cast<double>(static_cast<std::int32_t>(draw))
                 : minus_log((static_cast<double>(draw) + 0.5) / 4294967296.0) / node.weight;
    if (!best_name.empty() && score >= best) continue;
    best = score;
    best_name = node.name;
  }
  return best_name;
}

std::vector<Node> weighted(std::size_t count) {
  auto nodes = many_nodes(count);
  for (std::size_t i = 0; i < count; ++i) nodes[i].weight = 0.25 * static_cast<double>(i % 7 + 1);
  return nodes;
}

TEST(Rendezvous, OwnsAsItsRuleSaysByEveryPath) {
  for (const std::size_t count : {1, 2, 5, 31, 32, 33, 128, 129, 300})
    for (const auto& nodes : {many_nodes(count), weighted(count)}) {
      const auto placement = Rendezvous::make(nodes);
      ASSERT_TRUE(placement.ok());
      for (const auto hash : many_hashes(200)) {
        const auto owner = owner_by_rule(nodes, hash);
        for (const auto path : cpu_paths())
          ASSERT_EQ(nodes[placement->node_of(hash, path)].name, owner)
              << path_name(path) << " " << hash << " of " << count;
      }
    }
}

TEST(Rendezvous, MovesNothingBetweenThoseThatStay) {
  for (const auto& all : {many_nodes(20), weighted(20)}) {
    auto fewer = all;
    fewer.erase(fewer.begin() + 7);
    const auto before = Rendezvous::make(all);
    const auto after = Rendezvous::make(fewer);
    for (const auto hash : many_hashes(20'000)) {
      const auto& was = all[before->node_of(hash)].name;
      const auto& is = fewer[after->node_of(hash)].name;
      ASSERT_TRUE(was == is || was == all[7].name) << was << " " << is;
    }
  }
}

TEST(Rendezvous, SharesAreInProportionToWeights) {
  const std::vector<Node> nodes{{"a", 1}, {"b", 2}, {"c", 4}, {"d", 0}};
  const auto placement = Rendezvous::make(nodes);
  std::vector<std::uint64_t> counts(4);
  constexpr std::size_t keys = 140'000;
  for (const auto hash : many_hashes(keys)) ++counts[placement->node_of(hash)];
  EXPECT_NEAR(static_cast<double>(counts[0]), keys / 7.0, keys / 7.0 * 0.03);
  EXPECT_NEAR(static_cast<double>(counts[1]), keys * 2 / 7.0, keys / 7.0 * 0.04);
  EXPECT_NEAR(static_cast<double>(counts[2]), keys * 4 / 7.0, keys / 7.0 * 0.05);
  EXPECT_EQ(counts[3], 0U);
}

// Chance exceeds 24.3 once in a thousand, with seven degrees of freedom.
TEST(Rendezvous, SharesAreEvenWithinTheNoiseOfTheKeys) {
  const auto placement = Rendezvous::make(many_nodes(8));
  std::vector<std::uint64_t> counts(8);
  for (const auto hash : many_hashes(100'000, 77)) ++counts[placement->node_of(hash)];
  EXPECT_LT(testing::chi_square(counts), 24.3);
}

TEST(Rendezvous, ReplicasAreTheNextBest) {
  for (const auto& nodes : {many_nodes(9), weighted(9)}) {
    const auto placement = Rendezvous::make(nodes);
    for (const auto hash : many_hashes(300)) {
      std::vector<NodeIndex> replicas(3);
      ASSERT_TRUE(placement->replicas_of(hash, replicas).ok());
      EXPECT_EQ(replicas[0], placement->node_of(hash));
      auto fewer = nodes;
      fewer.erase(fewer.begin() + replicas[0]);
      EXPECT_EQ(nodes[replicas[1]].name, owner_by_rule(fewer, hash));
      EXPECT_NE(replicas[2], replicas[1]);
      EXPECT_NE(replicas[2], replicas[0]);
    }
  }
}

TEST(Rendezvous, RefusesWeightsThatNoFloatHolds) {
  EXPECT_FALSE(Rendezvous::make({{"a", 1e-12}, {"b", 1}}).ok());
  EXPECT_FALSE(Rendezvous::make({{"a", 1e12}, {"b", 1}}).ok());
  std::vector<NodeIndex> two(2);
  EXPECT_FALSE(Rendezvous::make({{"a", 1}, {"b", 0}})->replicas_of(1, two).ok());
}

TEST(MinusLog, IsTheLogarithmAndNeverDecreases) {
  double before = 0;
  for (int i = 1; i < 20'000; ++i) {
    const double t = std::floor(i / 20'000.0 * 0x1p33) * 0x1p-33;
    const double value = minus_log(t);
    EXPECT_NEAR(value / -std::log1p(-t), 1.0, 1e-14) << t;
    EXPECT_GT(value, before);
    before = value;
  }
  EXPECT_NEAR(minus_log(0x1p-33) / 0x1p-33, 1.0, 1e-9);
  EXPECT_TRUE(std::isfinite(minus_log(1.0 - 0x1p-33)));
}

}  // namespace
}  // namespace isotherm::placement
