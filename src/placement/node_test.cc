#include "placement/node.h"

#include <gtest/gtest.h>

namespace isotherm::placement {
namespace {

TEST(Nodes, AreReadWithWeightsOrWithout) {
  const auto weighted = parse_nodes("a:256,b:128,c:0.5");
  ASSERT_TRUE(weighted.ok());
  EXPECT_EQ(*weighted, (std::vector<Node>{{"a", 256}, {"b", 128}, {"c", 0.5}}));
  const auto plain = parse_nodes("a,b", 160);
  ASSERT_TRUE(plain.ok());
  EXPECT_EQ(*plain, (std::vector<Node>{{"a", 160}, {"b", 160}}));
  const auto address = parse_nodes("10.0.0.1:6379:2");
  ASSERT_TRUE(address.ok());
  EXPECT_EQ(address.value()[0], (Node{"10.0.0.1:6379", 2}));
}

TEST(Nodes, ThatAreNoListAreRefused) {
  for (const auto* text : {"", ",", "a,", "a,a", "a:x", "a:1,b", "a:-1", "a:nan", "a:inf", "a:0",
                           "a:0,b:0", "a: 1", "a:", ":1", "a:1e999"})
    EXPECT_FALSE(parse_nodes(text).ok()) << text;
}

TEST(Nodes, AreRefusedWithTheirName) {
  const auto refused = parse_nodes("a:1,b:2,a:3");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "node 'a' is listed twice");
}

}  // namespace
}  // namespace isotherm::placement
