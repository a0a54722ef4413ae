#include "placement/moves.h"

#include <gtest/gtest.h>

#include <cmath>

#include "placement/balance.h"
#include "placement/directory.h"
#include "placement/jump.h"
#include "placement/maglev.h"
#include "placement/range.h"
#include "placement/rendezvous.h"
#include "placement/ring.h"
#include "placement/testing/many_nodes.h"

namespace isotherm::placement {
namespace {

using testing::many_hashes;
using testing::many_nodes;
using Parts = std::vector<KeyPart>;

TEST(Moves, OfARingAreTheStretchesThatChange) {
  const auto from = *Ring::make(many_nodes(8));
  const auto to = *from.with({"new"});
  std::vector<Move> found;
  const auto totals = moves(from, to, [&](const Move& move) {
    found.push_back(move);
    return true;
  });
  ASSERT_TRUE(totals.ok());
  EXPECT_EQ(totals->stretches, found.size());
  EXPECT_EQ(totals->measured, 0U);
  EXPECT_EQ(totals->moved_between_survivors, 0);
  EXPECT_NEAR(totals->moved, totals->least, 1e-12);
  EXPECT_NEAR(totals->moved, 1.0 / 9, 0.03);
  double sum = 0;
  for (const auto& move : found) {
    sum += move.share;
    EXPECT_EQ(move.to_node, 8U);
    EXPECT_EQ(from.node_of(move.first.number), move.from_node);
    EXPECT_EQ(to.node_of(move.first.number), move.to_node);
    if (move.end) EXPECT_EQ(from.node_of(move.end->number - 1), move.from_node);
  }
  EXPECT_NEAR(sum, totals->moved, 1e-12);
  // Hashes move when a stretch holds them, and not else.
  for (const auto hash : many_hashes(3000)) {
    const bool is_listed = std::any_of(found.begin(), found.end(), [&](const Move& move) {
      return move.first.number <= hash && (!move.end || hash < move.end->number);
    });
    EXPECT_EQ(is_listed,
              from.nodes()[from.node_of(hash)].name != to.nodes()[to.node_of(hash)].name);
  }
}

TEST(Moves, CountANodeByItsName) {
  const auto from = *Ring::make({{"a"}, {"b"}});
  const auto same = *Ring::make({{"b"}, {"a"}});
  EXPECT_EQ(moves(from, same)->moved, 0);
  const auto other = *Ring::make({{"a"}, {"c"}});
  const auto totals = *moves(from, other);
  ASSERT_EQ(totals.nodes.size(), 3U);
  EXPECT_TRUE(totals.nodes[1].is_gone);
  EXPECT_TRUE(totals.nodes[2].is_new);
  EXPECT_EQ(totals.nodes[2].share_after, totals.nodes[2].moved_in);
}

TEST(Moves, CanBeEndedByTheirReader) {
  const auto from = *Ring::make(many_nodes(8));
  int seen = 0;
  ASSERT_TRUE(moves(from, *from.with({"new"}), [&](const Move&) { return ++seen < 3; }).ok());
  EXPECT_EQ(seen, 3);
}

TEST(Moves, OfJumpAreMeasured) {
  const auto totals = *moves(*Jump::make(many_nodes(16)), *Jump::make(many_nodes(17)));
  EXPECT_EQ(totals.measured, measured_positions);
  EXPECT_NEAR(totals.moved, 1.0 / 17, 5 * totals.error);
  EXPECT_EQ(totals.moved_between_survivors, 0);
}

TEST(Moves, OfMaglevAreALittleMoreThanTheLeast) {
  auto fewer = many_nodes(20);
  const auto from = *Maglev::make(fewer);
  fewer.pop_back();
  const auto totals = *moves(from, *Maglev::make(fewer));
  EXPECT_EQ(totals.measured, 0U);
  EXPECT_GT(totals.moved_between_survivors, 0);
  EXPECT_LT(totals.moved / totals.least, 1.6);
}

TEST(Moves, BetweenSpacesAreRefused) {
  const auto ring = *Ring::make(many_nodes(3));
  const auto other = *Ring::make(many_nodes(3), {160, RingLayout::lines, {HashKind::xxh64}});
  EXPECT_FALSE(moves(ring, other).ok());
  EXPECT_TRUE(moves(ring, *Maglev::make(many_nodes(3))).ok());
}

TEST(Moves, OfRangesAreRangesOfKeys) {
  const Parts m{KeyPart::of_text("m")}, p{KeyPart::of_text("p")};
  const auto from = *Range::make(many_nodes(2), std::vector<RangeBound>{{{}, 0}, {m, 1}});
  const auto to = *Range::make(many_nodes(2), std::vector<RangeBound>{{{}, 0}, {p, 1}});
  EXPECT_FALSE(moves(from, to).ok());
  std::vector<Move> found;
  const auto totals = moves(from, to, [&](const Move& move) {
    found.push_back(move);
    return true;
  });
  ASSERT_TRUE(totals.ok());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first.bytes, ordered_range({m})->first);
  EXPECT_EQ(found[0].end->bytes, ordered_range({p})->first);
  EXPECT_EQ(found[0].from_node, 1U);
  EXPECT_EQ(found[0].to_node, 0U);
}

TEST(MovedKeys, WeighByHeat) {
  const Parts m{KeyPart::of_text("m")}, p{KeyPart::of_text("p")};
  const auto from = *Range::make(many_nodes(2), std::vector<RangeBound>{{{}, 0}, {m, 1}});
  const auto to = *Range::make(many_nodes(2), std::vector<RangeBound>{{{}, 0}, {p, 1}});
  MovedKeys keys(from, to);
  const Parts cold{KeyPart::of_text("a")}, hot{KeyPart::of_text("n")};
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(keys.add(cold).ok());
  ASSERT_TRUE(keys.add(hot, 91).ok());
  const auto totals = keys.totals();
  EXPECT_DOUBLE_EQ(totals.moved, 0.91);
  EXPECT_DOUBLE_EQ(totals.moved_between_survivors, 0.91);
  EXPECT_DOUBLE_EQ(totals.least, 0.91);
}

TEST(Balance, TellsMaxOverMeanAndDeviation) {
  const auto ring = *Ring::make({{"a", 1}, {"b", 1}, {"c", 2}});
  Balance balance(ring);
  for (int i = 0; i < 10; ++i) balance.add(0);
  for (int i = 0; i < 30; ++i) balance.add(1);
  for (int i = 0; i < 40; ++i) balance.add(2);
  const auto totals = balance.totals();
  EXPECT_EQ(totals.keys, 80U);
  EXPECT_DOUBLE_EQ(totals.nodes[0].ratio, 0.5);
  EXPECT_DOUBLE_EQ(totals.nodes[1].ratio, 1.5);
  EXPECT_DOUBLE_EQ(totals.nodes[2].ratio, 1.0);
  EXPECT_DOUBLE_EQ(totals.max_over_mean, 1.5);
  EXPECT_DOUBLE_EQ(totals.standard_deviation, std::sqrt(0.5 / 3));
  EXPECT_EQ(Balance(ring).totals().max_over_mean, 0);
}

}  // namespace
}  // namespace isotherm::placement
