#include "placement/ring.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "placement/testing/many_nodes.h"

namespace isotherm::placement {
namespace {

using testing::many_hashes;
using testing::many_nodes;

Ring ring_of(std::vector<Node> nodes, double points = 160, RingLayout layout = RingLayout::lines) {
  auto ring = Ring::make(std::move(nodes), {points, layout});
  EXPECT_TRUE(ring.ok());
  return std::move(ring).value();
}

// The rule as it is written: all points sorted, the first that is not less.
std::string owner_by_rule(const std::vector<Node>& nodes, double points, std::uint64_t hash) {
  std::vector<std::pair<std::uint64_t, std::string>> all;
  for (const auto& node : nodes)
    for (std::size_t k = 0; k < point_count(node.weight, points); ++k)
      all.emplace_back(
          mix64(hash_bytes(HashKind::xxh3, node.name) + (k + 1) * 0x9e3779b97f4a7c15ULL),
          node.name);
  std::sort(all.begin(), all.end());
  const auto found = std::lower_bound(all.begin(), all.end(), std::pair(hash, std::string()));
  return found == all.end() ? all.front().second : found->second;
}

TEST(Ring, OwnsAsItsRuleSays) {
  for (const std::size_t count : {1, 2, 3, 17, 60}) {
    auto nodes = many_nodes(count);
    for (std::size_t i = 0; i < count; ++i) nodes[i].weight = 1 + static_cast<double>(i % 3);
    const auto lines = ring_of(nodes, 7);
    const auto compact = ring_of(nodes, 7, RingLayout::compact);
    for (const auto hash : many_hashes(300)) {
      const auto owner = owner_by_rule(nodes, 7, hash);
      ASSERT_EQ(nodes[lines.node_of(hash)].name, owner);
      ASSERT_EQ(nodes[compact.node_of(hash)].name, owner);
    }
  }
}

TEST(Ring, OwnsTheHashOfAPointAndNotTheNext) {
  const auto ring = ring_of(many_nodes(5), 20);
  const auto points = ring.index().points();
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(ring.node_of(points.points[i]), points.owners[i]);
    EXPECT_EQ(ring.node_of(points.points[i] + 1), points.owners[(i + 1) % points.size()]);
  }
}

TEST(Ring, DoesNotDependOnTheOrderOfNodes) {
  auto nodes = many_nodes(20);
  const auto first = ring_of(nodes);
  std::mt19937 random(3);
  std::shuffle(nodes.begin(), nodes.end(), random);
  const auto second = ring_of(nodes);
  for (const auto hash : many_hashes(2000))
    ASSERT_EQ(first.nodes()[first.node_of(hash)].name, second.nodes()[second.node_of(hash)].name);
}

TEST(Ring, AfterManyChangesIsTheOneMadeAnew) {
  std::mt19937 random(11);
  for (const auto layout : {RingLayout::lines, RingLayout::compact}) {
    auto ring = ring_of(many_nodes(3), 30, layout);
    for (int step = 0; step < 60; ++step) {
      const auto grows = ring.nodes().size() < 3 || random() % 2 == 0;
      const auto& any = ring.nodes()[random() % ring.nodes().size()].name;
      auto changed = grows ? ring.with({"new-" + std::to_string(step), 1.0 + random() % 3})
                           : ring.without(any);
      ASSERT_TRUE(changed.ok());
      ring = std::move(changed).value();
      const auto anew = ring_of({ring.nodes().begin(), ring.nodes().end()}, 30, layout);
      const auto a = ring.index().points(), b = anew.index().points();
      ASSERT_EQ(a.points, b.points);
      ASSERT_EQ(a.owners, b.owners);
    }
  }
}

TEST(Ring, GivesAnEqualPointToTheFirstName) {
  const std::vector<Node> nodes{{"b"}, {"a"}};
  Points<std::uint32_t> points;
  points.push_back(7, 0);
  points.push_back(7, 1);
  points.push_back(9, 0);
  const auto ranks = name_ranks(nodes);
  const PointIndex<std::uint32_t> index(sorted(points, ranks), RingLayout::lines);
  EXPECT_EQ(index.owner_of(7), 1U);
  EXPECT_EQ(index.owner_of(8), 0U);
  EXPECT_EQ(index.owner_of(10), 1U);
}

TEST(PointIndex, FindsOwnersWhereAllPointsCrowd) {
  Points<std::uint32_t> points;
  std::mt19937 random(5);
  for (int i = 0; i < 500; ++i) points.push_back(1'000'000 + random() % 2000, random() % 9);
  for (int i = 0; i < 20; ++i) points.push_back(random(), random() % 9);
  const auto nodes = many_nodes(9);
  const auto all = sorted(points, name_ranks(nodes));
  for (const auto layout : {RingLayout::lines, RingLayout::compact}) {
    const PointIndex<std::uint32_t> index(all, layout);
    for (std::uint32_t i = 0; i < 3000; ++i) {
      const std::uint32_t hash = i % 3 == 0 ? random() : 999'900 + random() % 2200;
      const auto at = std::lower_bound(all.points.begin(), all.points.end(), hash);
      const auto place = at == all.points.end() ? 0 : at - all.points.begin();
      ASSERT_EQ(index.owner_of(hash), all.owners[static_cast<std::size_t>(place)]) << hash;
    }
  }
}

TEST(Ring, HasReplicasOnDistinctNodesClockwise) {
  const auto ring = ring_of(many_nodes(6), 40);
  for (const auto hash : many_hashes(200)) {
    std::vector<NodeIndex> replicas(6);
    ASSERT_TRUE(ring.replicas_of(hash, replicas).ok());
    EXPECT_EQ(replicas[0], ring.node_of(hash));
    // Without the owner the next replica owns the key.
    const auto fewer = ring.without(ring.nodes()[replicas[0]].name);
    EXPECT_EQ(fewer->nodes()[fewer->node_of(hash)].name, ring.nodes()[replicas[1]].name);
    std::sort(replicas.begin(), replicas.end());
    EXPECT_EQ(std::unique(replicas.begin(), replicas.end()), replicas.end());
  }
  std::vector<NodeIndex> seven(7);
  const auto key = KeyPart::of_text("k");
  EXPECT_FALSE(ring.replicas(Key(&key, 1), seven).ok());
}

TEST(Ring, StretchesAreItsOwners) {
  for (const std::size_t count : {1, 2, 7}) {
    const auto ring = ring_of(many_nodes(count), 5);
    const auto stretches = ring.stretches();
    Stretch stretch;
    std::size_t seen = 0;
    std::uint64_t before = 0;
    NodeIndex owner_before = no_node;
    while (stretches->next(stretch)) {
      EXPECT_EQ(ring.node_of(stretch.first.number), stretch.owner);
      if (seen == 0) EXPECT_EQ(stretch.first.number, 0U);
      if (seen > 0) {
        EXPECT_GT(stretch.first.number, before);
        EXPECT_NE(stretch.owner, owner_before);
        EXPECT_EQ(ring.node_of(stretch.first.number - 1), owner_before);
      }
      ++seen;
      before = stretch.first.number;
      owner_before = stretch.owner;
    }
    EXPECT_EQ(ring.node_of(~std::uint64_t{0}), owner_before);
    if (count == 1) EXPECT_EQ(seen, 1U);
  }
}

TEST(Ring, KeepsToItsMemory) {
  const auto lines = ring_of(many_nodes(200));
  const auto compact = ring_of(many_nodes(200), 160, RingLayout::compact);
  EXPECT_LE(lines.memory_bytes(), 24 * lines.index().size());
  EXPECT_LE(compact.memory_bytes(), 12 * compact.index().size());
}

TEST(Ring, RefusesWhatIsNoRing) {
  EXPECT_FALSE(Ring::make({}).ok());
  EXPECT_FALSE(Ring::make(many_nodes(2), {0}).ok());
  EXPECT_FALSE(Ring::make({{"a", 1e9}}).ok());
  EXPECT_FALSE(ring_of(many_nodes(2)).without("nobody").ok());
  EXPECT_FALSE(ring_of(many_nodes(1)).without("node-0").ok());
  EXPECT_FALSE(ring_of(many_nodes(1)).with({"node-0"}).ok());
}

}  // namespace
}  // namespace isotherm::placement
