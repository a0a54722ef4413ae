#include "load/key_chooser.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace isotherm::load {
namespace {

constexpr std::uint64_t draws = 200'000;

std::map<std::uint64_t, double> frequencies(KeySpace space, std::uint64_t seed) {
  KeyChooser chooser(space, 0, 1);
  Random random(seed);
  std::map<std::uint64_t, double> found;
  for (std::uint64_t i = 0; i < draws; ++i) found[chooser.next(random)] += 1.0 / draws;
  return found;
}

TEST(KeyChooser, UniformGivesEveryKeyTheSame) {
  const auto found = frequencies({.order = KeyOrder::uniform, .count = 100}, 1);
  ASSERT_EQ(found.size(), 100u);
  // Five standard deviations of a count of 2,000.
  for (const auto& [key, share] : found) EXPECT_NEAR(share, 0.01, 0.0011) << key;
}

TEST(KeyChooser, ZipfianFollowsItsLawAndScattersTheRanks) {
  constexpr std::uint64_t count = 1'000;
  const auto found = frequencies({.order = KeyOrder::zipfian, .count = count}, 2);
  std::vector<double> shares;
  for (const auto& [key, share] : found) {
    EXPECT_LT(key, count);
    shares.push_back(share);
  }
  std::sort(shares.rbegin(), shares.rend());
  double zeta = 0;
  for (std::uint64_t i = 1; i <= count; ++i) zeta += std::pow(static_cast<double>(i), -0.99);
  EXPECT_NEAR(shares[0], 1 / zeta, 0.005);
  EXPECT_NEAR(shares[1], std::pow(2, -0.99) / zeta, 0.005);
  // The method approximates the tail: its tenth rank is near the law.
  EXPECT_NEAR(shares[9], std::pow(10, -0.99) / zeta, 0.006);
  EXPECT_GT(found.size(), count * 95 / 100);
  // Ranks one and two do not lie side by side.
  std::vector<std::pair<double, std::uint64_t>> popular;
  for (const auto& [key, share] : found) popular.emplace_back(share, key);
  std::sort(popular.rbegin(), popular.rend());
  const auto apart =
      static_cast<std::int64_t>(popular[0].second) - static_cast<std::int64_t>(popular[1].second);
  EXPECT_GT(std::abs(apart), 100);
}

TEST(KeyChooser, ZipfianWorksForFewKeys) {
  for (const std::uint64_t count : {1u, 2u, 3u}) {
    const auto found = frequencies({.order = KeyOrder::zipfian, .count = count}, 3);
    EXPECT_EQ(found.size(), count);
    EXPECT_LT(found.rbegin()->first, count);
  }
}

TEST(KeyChooser, LatestPrefersTheNewest) {
  KeyChooser chooser({.order = KeyOrder::latest, .count = 500}, 0, 1);
  Random random(4);
  for (int i = 0; i < 50; ++i) chooser.insert();
  std::map<std::uint64_t, int> found;
  for (int i = 0; i < 20'000; ++i) ++found[chooser.next(random)];
  EXPECT_EQ(found.rbegin()->first, 549u);
  const auto most = std::max_element(found.begin(), found.end(),
                                     [](auto& a, auto& b) { return a.second < b.second; });
  EXPECT_EQ(most->first, 549u);
}

TEST(KeyChooser, HotGivesOneKeyItsShare) {
  const auto found =
      frequencies({.order = KeyOrder::hot, .count = 50, .theta = 0.99, .hot_share = 0.7}, 5);
  EXPECT_NEAR(found.at(0), 0.7, 0.01);
  EXPECT_NEAR(found.at(25), 0.3 / 49, 0.002);
  EXPECT_EQ(found.size(), 50u);
}

TEST(KeyChooser, SequentialVisitsEachKeyOnceAcrossThreads) {
  constexpr unsigned threads = 3;
  Random random(6);
  std::vector<std::uint64_t> seen;
  for (unsigned thread = 0; thread < threads; ++thread) {
    KeyChooser chooser({.order = KeyOrder::sequential, .count = 30}, thread, threads);
    for (int i = 0; i < 10; ++i) seen.push_back(chooser.next(random));
  }
  std::sort(seen.begin(), seen.end());
  for (std::uint64_t i = 0; i < 30; ++i) EXPECT_EQ(seen[i], i);
}

TEST(KeyChooser, ThreadsInsertDifferentKeys) {
  std::set<std::uint64_t> inserted;
  for (unsigned thread = 0; thread < 4; ++thread) {
    KeyChooser chooser({.order = KeyOrder::uniform, .count = 100}, thread, 4);
    for (int i = 0; i < 25; ++i) inserted.insert(chooser.insert());
  }
  EXPECT_EQ(inserted.size(), 100u);
  EXPECT_EQ(*inserted.begin(), 100u);
  EXPECT_EQ(*inserted.rbegin(), 199u);
}

TEST(KeyChooser, TheSameSeedChoosesTheSame) {
  for (const auto order : {KeyOrder::uniform, KeyOrder::zipfian, KeyOrder::latest, KeyOrder::hot}) {
    KeyChooser one({.order = order, .count = 77}, 0, 1);
    KeyChooser two({.order = order, .count = 77}, 0, 1);
    Random first(9), second(9);
    for (int i = 0; i < 1'000; ++i) ASSERT_EQ(one.next(first), two.next(second));
  }
}

TEST(KeyChooser, OrdersHaveNames) {
  for (const auto order : {KeyOrder::uniform, KeyOrder::zipfian, KeyOrder::latest,
                           KeyOrder::sequential, KeyOrder::hot})
    EXPECT_EQ(parse_key_order(key_order_name(order)), order);
  EXPECT_FALSE(parse_key_order("random"));
}

}  // namespace
}  // namespace isotherm::load
