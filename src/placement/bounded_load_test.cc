#include "placement/bounded_load.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "placement/testing/many_nodes.h"

namespace isotherm::placement {
namespace {

using testing::many_hashes;
using testing::many_nodes;

BoundedLoad bounded(std::vector<Node> nodes, double factor) {
  auto ring = Ring::make(std::move(nodes));
  return std::move(
      BoundedLoad::make(std::make_shared<const Ring>(std::move(ring).value()), factor).value());
}

TEST(BoundedLoad, NeverLetsANodeOverItsCap) {
  for (const double factor : {1.0, 1.25, 2.0}) {
    auto load = bounded(many_nodes(16), factor);
    std::uint64_t keys = 0;
    for (const auto hash : many_hashes(5000)) {
      const auto node = load.take(hash);
      ++keys;
      const auto limit = std::ceil(factor * static_cast<double>(keys) / 16 - 1e-9);
      ASSERT_LE(static_cast<double>(load.load(node)), limit);
    }
    EXPECT_EQ(load.total(), keys);
  }
}

TEST(BoundedLoad, GivesAKeyToItsOwnerWhileThereIsRoom) {
  auto load = bounded(many_nodes(16), 16);
  for (const auto hash : many_hashes(200)) {
    // All nodes get some first: a factor of 16 leaves room for everything.
    ASSERT_EQ(load.peek(hash), load.ring().node_of(hash));
    ASSERT_EQ(load.take(hash), load.ring().node_of(hash));
  }
}

TEST(BoundedLoad, PeeksWhereItWouldTake) {
  auto load = bounded(many_nodes(5), 1.25);
  for (const auto hash : many_hashes(2000)) {
    const auto peeked = load.peek(hash);
    ASSERT_EQ(load.take(hash), peeked);
  }
}

TEST(BoundedLoad, ForgetsAReleasedKey) {
  auto load = bounded(many_nodes(8), 1.25);
  std::deque<NodeIndex> held;
  for (const auto hash : many_hashes(10'000)) {
    held.push_back(load.take(hash));
    if (held.size() <= 100) continue;
    load.release(held.front());
    held.pop_front();
  }
  EXPECT_EQ(load.total(), 100U);
  std::uint64_t sum = 0;
  for (NodeIndex i = 0; i < 8; ++i) sum += load.load(i);
  EXPECT_EQ(sum, 100U);
}

TEST(BoundedLoad, CapsAreInProportionToWeights) {
  auto load = bounded({{"a", 1}, {"b", 3}, {"c", 0}}, 1.1);
  for (const auto hash : many_hashes(4000)) load.take(hash);
  EXPECT_LE(load.load(0), 1100U);
  EXPECT_LE(load.load(1), 3300U);
  EXPECT_EQ(load.load(2), 0U);
  EXPECT_EQ(load.load(0) + load.load(1), 4000U);
}

TEST(BoundedLoad, RefusesFactorsThatBindNothing) {
  const auto ring = std::make_shared<const Ring>(Ring::make(many_nodes(2)).value());
  for (const double factor : {0.0, 0.99, 16.5, std::numeric_limits<double>::infinity()})
    EXPECT_FALSE(BoundedLoad::make(ring, factor).ok()) << factor;
}

}  // namespace
}  // namespace isotherm::placement
