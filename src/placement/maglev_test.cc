#include "placement/maglev.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "placement/testing/many_nodes.h"

namespace isotherm::placement {
namespace {

using testing::many_hashes;
using testing::many_nodes;
using Table = std::vector<std::uint16_t>;

// Table 1 of the paper: three nodes, seven slots, with and without the second.
TEST(Maglev, FillsThePapersTable) {
  const std::vector<SlotOrder> three{{3, 4}, {0, 2}, {3, 1}};
  EXPECT_EQ(fill_maglev(three, 7), (Table{1, 0, 1, 0, 2, 2, 0}));
  const std::vector<SlotOrder> two{{3, 4}, {3, 1}};
  EXPECT_EQ(fill_maglev(two, 7), (Table{0, 0, 0, 0, 1, 1, 1}));
}

// go-maglev's test: its permutations, written as offset and skip.
TEST(Maglev, FillsGoMaglevsTable) {
  const std::vector<SlotOrder> three{{2, 4}, {0, 5}, {1, 2}};
  EXPECT_EQ(fill_maglev(three, 7), (Table{1, 2, 0, 2, 0, 1, 0}));
}

TEST(Maglev, SharesAreEqualToOneSlot) {
  const auto maglev = Maglev::make(many_nodes(100));
  ASSERT_TRUE(maglev.ok());
  EXPECT_EQ(maglev->slots(), 65'537U);
  std::vector<std::uint32_t> counts(100);
  for (std::size_t slot = 0; slot < maglev->slots(); ++slot) ++counts[maglev->slot_owner(slot)];
  const auto [least, greatest] = std::minmax_element(counts.begin(), counts.end());
  EXPECT_LE(*greatest - *least, 1U);
}

TEST(Maglev, SharesAreInProportionToWeights) {
  const auto maglev = Maglev::make({{"a", 1}, {"b", 2}, {"c", 0}, {"d", 4}});
  ASSERT_TRUE(maglev.ok());
  std::vector<double> counts(4);
  for (std::size_t slot = 0; slot < maglev->slots(); ++slot) ++counts[maglev->slot_owner(slot)];
  EXPECT_NEAR(counts[0], maglev->slots() / 7.0, 2);
  EXPECT_NEAR(counts[1], maglev->slots() * 2 / 7.0, 2);
  EXPECT_EQ(counts[2], 0);
}

TEST(Maglev, DoesNotDependOnTheOrderOfNodes) {
  auto nodes = many_nodes(30);
  const auto first = Maglev::make(nodes);
  std::mt19937 random(3);
  std::shuffle(nodes.begin(), nodes.end(), random);
  const auto second = Maglev::make(nodes);
  for (const auto hash : many_hashes(2000))
    ASSERT_EQ(first->nodes()[first->node_of(hash)].name,
              second->nodes()[second->node_of(hash)].name);
}

TEST(Maglev, TakesAByteASlotUpTo256NodesAndTwoBeyond) {
  const auto narrow = Maglev::make(many_nodes(256));
  const auto wide = Maglev::make(many_nodes(257));
  EXPECT_EQ(narrow->memory_bytes(), narrow->slots());
  EXPECT_EQ(wide->memory_bytes(), 2 * std::size_t{wide->slots()});
  for (const auto* maglev : {&*narrow, &*wide}) {
    const auto hashes = many_hashes(1000);
    std::vector<NodeIndex> out(hashes.size());
    maglev->nodes_of(hashes, out);
    for (std::size_t i = 0; i < hashes.size(); ++i) EXPECT_EQ(out[i], maglev->node_of(hashes[i]));
  }
}

TEST(Maglev, StretchesAreItsSlots) {
  const auto maglev = Maglev::make(many_nodes(5), {11});
  const auto stretches = maglev->stretches();
  Stretch stretch;
  NodeIndex before = no_node;
  while (stretches->next(stretch)) {
    EXPECT_EQ(maglev->node_of(stretch.first.number), stretch.owner);
    if (before != no_node) EXPECT_EQ(maglev->node_of(stretch.first.number - 1), before);
    before = stretch.owner;
  }
  EXPECT_EQ(maglev->node_of(~std::uint64_t{0}), before);
}

TEST(Maglev, HasAPrimeNumberOfSlots) {
  EXPECT_EQ(Maglev::make(many_nodes(5), {100})->slots(), 101U);
  EXPECT_FALSE(Maglev::make(many_nodes(50), {11}).ok());
  EXPECT_FALSE(Maglev::make(many_nodes(5), {1U << 31}).ok());
}

TEST(Maglev, ReplicasAreDistinct) {
  const auto maglev = Maglev::make(many_nodes(4));
  for (const auto hash : many_hashes(100)) {
    std::vector<NodeIndex> replicas(4);
    ASSERT_TRUE(maglev->replicas_of(hash, replicas).ok());
    EXPECT_EQ(replicas[0], maglev->node_of(hash));
    std::sort(replicas.begin(), replicas.end());
    EXPECT_EQ(replicas, (std::vector<NodeIndex>{0, 1, 2, 3}));
  }
}

}  // namespace
}  // namespace isotherm::placement
