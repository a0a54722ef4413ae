#include "placement/range.h"

#include <gtest/gtest.h>

#include <random>

#include "placement/directory.h"
#include "placement/testing/many_nodes.h"

namespace isotherm::placement {
namespace {

using testing::many_nodes;
using Parts = std::vector<KeyPart>;
using Nodes = std::vector<NodeIndex>;

KeyPart text(std::string_view value) { return KeyPart::of_text(value); }
KeyPart number(std::int64_t value) { return KeyPart::of_integer(value); }

// tenant_id, order_date: the large tenant "m" is split by date.
Range by_tenant_and_date() {
  const Parts m{text("m")}, m_june{text("m"), number(20240601)}, n{text("n")};
  const std::vector<RangeBound> bounds{{{}, 0}, {m, 1}, {m_june, 2}, {n, 3}};
  auto range = Range::make(many_nodes(4), bounds);
  EXPECT_TRUE(range.ok());
  return std::move(range).value();
}

TEST(Range, OwnsFromABoundToTheNext) {
  const auto range = by_tenant_and_date();
  const auto owner = [&](const Parts& key) { return *range.owner(key); };
  EXPECT_EQ(owner({text("a"), number(1)}), 0U);
  EXPECT_EQ(owner({text("l")}), 0U);
  EXPECT_EQ(owner({text("m")}), 1U);
  EXPECT_EQ(owner({text("m"), number(20240531)}), 1U);
  EXPECT_EQ(owner({text("m"), number(20240601)}), 2U);
  EXPECT_EQ(owner({text("m"), number(20990101)}), 2U);
  EXPECT_EQ(owner({text("ma"), number(1)}), 2U);
  EXPECT_EQ(owner({text("n")}), 3U);
  EXPECT_EQ(owner({text("zzz")}), 3U);
}

TEST(Range, PutsAPrefixOnAsFewNodesAsItsSplitAllows) {
  const auto range = by_tenant_and_date();
  const Parts a{text("a")}, m{text("m")};
  const auto may = number(20240501), july = number(20240701);
  EXPECT_EQ(*range.owners({a}), Nodes{0});
  EXPECT_EQ(*range.owners({m}), (Nodes{1, 2}));
  EXPECT_EQ(*range.owners({m, nullptr, &may}), Nodes{1});
  EXPECT_EQ(*range.owners({m, &july}), Nodes{2});
  EXPECT_EQ(*range.owners({m, &may, &july}), (Nodes{1, 2}));
  EXPECT_EQ(*range.owners(KeyRange{}), (Nodes{0, 1, 2, 3}));
  const auto june = number(20240601);
  EXPECT_EQ(*range.owners({m, &may, &june}), Nodes{1});
  EXPECT_EQ(*range.owners({m, &may, &june, true, true}), (Nodes{1, 2}));
  EXPECT_EQ(*range.owners({m, &july, &may}), Nodes{});
}

TEST(Range, RefusesBoundsThatDoNotAscend) {
  const Parts a{text("a")}, b{text("b")};
  EXPECT_FALSE(Range::make(many_nodes(2), {}).ok());
  EXPECT_FALSE(Range::make(many_nodes(2), std::vector<RangeBound>{{a, 0}}).ok());
  EXPECT_FALSE(Range::make(many_nodes(2), std::vector<RangeBound>{{{}, 0}, {b, 1}, {a, 0}}).ok());
  EXPECT_FALSE(Range::make(many_nodes(2), std::vector<RangeBound>{{{}, 0}, {b, 1}, {b, 0}}).ok());
  EXPECT_FALSE(Range::make(many_nodes(2), std::vector<RangeBound>{{{}, 2}}).ok());
}

TEST(Directory, KnowsItsEntriesAndNothingElse) {
  const Parts big{text("big")}, big_eu{text("big"), text("eu")}, other{text("other")};
  const std::vector<DirectoryEntry> entries{{big, 1}, {big_eu, 2}, {other, 0}};
  const auto directory = Directory::make(many_nodes(3), entries);
  ASSERT_TRUE(directory.ok());
  EXPECT_EQ(*directory->owner(big), 1U);
  EXPECT_EQ(*directory->owner(Parts{text("big"), text("us")}), 1U);
  EXPECT_EQ(*directory->owner(big_eu), 2U);
  EXPECT_EQ(*directory->owner(Parts{text("big"), text("eu"), number(7)}), 2U);
  EXPECT_EQ(*directory->owner(Parts{text("big"), text("eua")}), 1U);
  EXPECT_EQ(*directory->owner(other), 0U);
  const Parts unknown{text("unknown")};
  const auto refused = directory->owner(unknown);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "no node owns the key (unknown)");
  EXPECT_EQ(*directory->owners({big}), (Nodes{1, 2}));
  EXPECT_EQ(*directory->owners({big_eu}), Nodes{2});
}

TEST(Directory, HasADefault) {
  const Parts big{text("big")}, unknown{text("unknown")};
  const std::vector<DirectoryEntry> entries{{big, 1}};
  const auto directory = Directory::make(many_nodes(3), entries, 2);
  EXPECT_EQ(*directory->owner(unknown), 2U);
  EXPECT_EQ(*directory->owner(big), 1U);
  EXPECT_FALSE(Directory::make(many_nodes(3), entries, 3).ok());
  const std::vector<DirectoryEntry> twice{{big, 1}, {big, 2}};
  EXPECT_FALSE(Directory::make(many_nodes(3), twice).ok());
  const std::vector<DirectoryEntry> nowhere{{big, 7}};
  EXPECT_FALSE(Directory::make(many_nodes(3), nowhere).ok());
}

TEST(BoundMap, FindsTheLastBoundThatIsNotGreater) {
  std::mt19937 random(9);
  const auto any = [&] {
    std::string bytes(random() % 12, '\0');
    // Few values, so that many share their first eight bytes.
    for (auto& byte : bytes) byte = "\x00\x01\x7F\xFF"[random() % 4];
    return bytes;
  };
  for (int round = 0; round < 20; ++round) {
    std::map<std::string, NodeIndex> model{{"", 0}};
    for (int i = 0; i < 100; ++i) model[any()] = random() % 50;
    std::vector<Bound> bounds;
    for (const auto& [first, owner] : model) bounds.push_back({first, owner});
    const BoundMap map(bounds);
    for (int i = 0; i < 300; ++i) {
      const auto key = any();
      ASSERT_EQ(map.owner_of(key), std::prev(model.upper_bound(key))->second);
    }
  }
}

TEST(BoundMap, TakesEightBytesAsANumber) {
  std::vector<Bound> bounds{{"", 0}};
  for (int i = 1; i < 256; ++i) bounds.push_back({std::string(1, static_cast<char>(i)), 1U * i});
  const BoundMap map(bounds);
  ASSERT_TRUE(map.is_short());
  for (const auto id : testing::many_hashes(1000)) EXPECT_EQ(map.owner_of(id), id >> 56);
}

}  // namespace
}  // namespace isotherm::placement
