// Rings whose points and hashes are others' rules: ketama and Cassandra.

#include <gtest/gtest.h>

#include <limits>

#include "placement/cassandra.h"
#include "placement/ketama.h"
#include "placement/testing/many_nodes.h"

namespace isotherm::placement {
namespace {

using testing::many_hashes;
using Parts = std::vector<KeyPart>;

std::string owner_name(const Placement& placement, std::string_view key) {
  const auto part = KeyPart::of_text(key);
  return placement.nodes()[*placement.owner(Key(&part, 1))].name;
}

std::vector<Node> by_port(std::size_t count) {
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < count; ++i)
    nodes.push_back({"127.0.0.1:" + std::to_string(10000 + i)});
  return nodes;
}

// spymemcached's KetamaNodeLocatorTest.
TEST(Ketama, PutsKeysWhereSpymemcachedDoes) {
  const auto four = *Ketama::make(by_port(4));
  const auto points = four.index().points();
  EXPECT_EQ(points.size(), 640U);
  EXPECT_EQ(points.points.back(), 4294887009U);
  const auto node = [](int i) { return "127.0.0.1:" + std::to_string(10000 + i); };
  EXPECT_EQ(owner_name(four, "dustin"), node(0));
  EXPECT_EQ(owner_name(four, "noelani"), node(2));
  EXPECT_EQ(owner_name(four, "some other key"), node(0));
  EXPECT_EQ(owner_name(four, "V5XS8C8N"), node(3));
  EXPECT_EQ(owner_name(four, "8KR2DKR2"), node(3));
  EXPECT_EQ(owner_name(four, "L9KH6X4X"), node(3));
  const auto five = *Ketama::make(by_port(5));
  EXPECT_EQ(owner_name(five, "dustin"), node(0));
  EXPECT_EQ(owner_name(five, "noelani"), node(2));
  EXPECT_EQ(owner_name(five, "some other key"), node(4));
  EXPECT_EQ(owner_name(five, "36"), node(2));
  EXPECT_EQ(owner_name(five, "10037"), node(3));
  EXPECT_EQ(owner_name(five, "22051"), node(1));
  EXPECT_EQ(owner_name(five, "49044"), node(4));
}

// dgryski/go-ketama's ketama_test.go.
TEST(Ketama, SharesKeysAsGoKetamaDoes) {
  std::vector<Node> nodes;
  for (int i = 1; i <= 10; ++i) nodes.push_back({"server" + std::to_string(i)});
  const auto ketama = *Ketama::make(nodes, {KetamaSearch::perl});
  std::vector<int> counts(10);
  for (int i = 0; i < 100'000; ++i)
    ++counts[ketama.node_of(Ketama::hash_of("foo" + std::to_string(i)))];
  EXPECT_EQ(counts,
            (std::vector<int>{8699, 10885, 9980, 10237, 9099, 10997, 10365, 10380, 9896, 9462}));
}

TEST(Ketama, KeepsBothSearchesApart) {
  const auto libketama = *Ketama::make(by_port(4));
  const auto perl = *Ketama::make(by_port(4), {KetamaSearch::perl});
  const auto points = perl.index().points();
  EXPECT_EQ(perl.node_of(0), points.owners.back());
  EXPECT_EQ(libketama.node_of(0), points.owners.front());
  for (const auto hash : many_hashes(500)) {
    const auto half = static_cast<std::uint32_t>(hash) | 1;
    EXPECT_EQ(perl.node_of(half), libketama.node_of(half));
  }
  Stretch stretch;
  const auto stretches = perl.stretches();
  while (stretches->next(stretch)) EXPECT_EQ(perl.at(stretch.first.number), stretch.owner);
}

// These two nodes share the point 1009926488.
TEST(Ketama, GivesASharedPointToTheFirstName) {
  const std::vector<Node> nodes{{"172.31.1.202"}, {"172.31.1.125"}};
  const auto ketama = *Ketama::make(nodes);
  const auto turned = *Ketama::make({nodes[1], nodes[0]});
  EXPECT_EQ(ketama.nodes()[ketama.node_of(1009926488)].name, "172.31.1.125");
  EXPECT_EQ(turned.nodes()[turned.node_of(1009926488)].name, "172.31.1.125");
}

// The DataStax Python driver's tests of Murmur3Token.
TEST(CassandraToken, IsCassandras) {
  EXPECT_EQ(cassandra_token("123"), -7468325962851647638);
  std::string long_key;
  for (int i = 0; i < 10; ++i) long_key += std::string("\x00\xff\x10\xfa\x99", 5);
  EXPECT_EQ(cassandra_token(long_key), 5837342703291459765);
  EXPECT_EQ(cassandra_token(std::string(8, '\xfe')), -8927430733708461935);
  EXPECT_EQ(cassandra_token(std::string(8, '\x10')), 1446172840243228796);
  EXPECT_EQ(cassandra_token("9223372036854775807"), 7162290910810015547);
}

TEST(CassandraKey, OfSeveralColumnsHasTheirLengths) {
  KeyBytes space;
  const Parts one{KeyPart::of_text("ab")}, two{KeyPart::of_text("ab"), KeyPart::of_integer(1)};
  EXPECT_EQ(hex_text(*cassandra_key(one, space)), "6162");
  EXPECT_EQ(hex_text(*cassandra_key(two, space)),
            "0002616200"
            "0008000000000000000100");
  EXPECT_FALSE(cassandra_key(Parts{KeyPart::of_text("")}, space).ok());
  EXPECT_FALSE(cassandra_key(Parts{KeyPart::of_null()}, space).ok());
  EXPECT_FALSE(cassandra_key(Parts{KeyPart::of_real(1)}, space).ok());
  EXPECT_FALSE(cassandra_key({}, space).ok());
}

TEST(Cassandra, OwnsUpToEachToken) {
  const std::vector<Node> nodes{{"a"}, {"b"}, {"c"}};
  const std::vector<CassandraToken> tokens{{-100, 0}, {0, 1}, {100, 2}, {5000, 0}};
  const auto ring = Cassandra::make(nodes, tokens);
  ASSERT_TRUE(ring.ok());
  EXPECT_EQ(ring->node_of(-100), 0U);
  EXPECT_EQ(ring->node_of(-99), 1U);
  EXPECT_EQ(ring->node_of(0), 1U);
  EXPECT_EQ(ring->node_of(1), 2U);
  EXPECT_EQ(ring->node_of(101), 0U);
  EXPECT_EQ(ring->node_of(std::numeric_limits<std::int64_t>::max()), 0U);
  EXPECT_EQ(ring->node_of(std::numeric_limits<std::int64_t>::min()), 0U);
  const auto key = KeyPart::of_text("123");
  std::vector<NodeIndex> replicas(3);
  ASSERT_TRUE(ring->replicas(Key(&key, 1), replicas).ok());
  EXPECT_EQ(replicas, (std::vector<NodeIndex>{0, 1, 2}));
  EXPECT_FALSE(Cassandra::make(nodes, std::vector<CassandraToken>{{0, 0}, {0, 1}, {1, 2}}).ok());
  EXPECT_FALSE(Cassandra::make(nodes, std::vector<CassandraToken>{{0, 0}, {1, 1}}).ok());
}

}  // namespace
}  // namespace isotherm::placement
