#include <gtest/gtest.h>

#include <random>

#include "placement/cpu_path.h"
#include "placement/crc16.h"
#include "placement/moves.h"
#include "placement/redis_rebalance.h"
#include "placement/testing/many_nodes.h"
#include "placement/testing/redis_vitess_answers.h"

namespace isotherm::placement {
namespace {

// The definition, a bit at a time.
std::uint16_t crc_by_bits(std::string_view bytes) {
  std::uint32_t rest = 0;
  for (const char c : bytes) {
    rest ^= static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << 8;
    for (int bit = 0; bit < 8; ++bit) rest = rest << 1 ^ ((rest & 0x8000) != 0 ? 0x11021U : 0U);
  }
  return static_cast<std::uint16_t>(rest);
}

TEST(Crc16, GivesThePublishedAnswers) {
  for (const auto& answer : testing::crc_answers) EXPECT_EQ(crc16(answer.bytes), answer.crc);
}

TEST(Crc16, IsItsDefinitionByEveryPathForEveryLength) {
  std::mt19937 random(1);
  for (std::size_t size = 0; size < 130; ++size)
    for (int round = 0; round < 4; ++round) {
      std::string bytes(size, '\0');
      for (auto& byte : bytes) byte = static_cast<char>(round == 0 ? 0xFF : random());
      const auto crc = crc_by_bits(bytes);
      ASSERT_EQ(crc16_by_tables(bytes), crc) << size;
#if defined(__x86_64__)
      if (has_carryless_multiply()) ASSERT_EQ(crc16_by_multiplication(bytes), crc) << size;
#endif
    }
}

TEST(RedisSlot, GivesThePublishedAnswers) {
  for (const auto& answer : testing::slot_answers)
    EXPECT_EQ(redis_slot(answer.key), answer.slot) << answer.key;
  for (const auto& answer : testing::slot_table_answers)
    EXPECT_EQ(redis_slot(answer.key), answer.slot) << answer.key;
  for (const auto& answer : testing::computed_slots)
    EXPECT_EQ(redis_slot(answer.key), answer.slot) << answer.key;
}

TEST(RedisTag, IsTheFirstThatIsNotEmpty) {
  EXPECT_EQ(redis_tag("{user1000}.following"), "user1000");
  EXPECT_EQ(redis_tag("foo{}{bar}"), "foo{}{bar}");
  EXPECT_EQ(redis_tag("foo{{bar}}zap"), "{bar");
  EXPECT_EQ(redis_tag("foo{bar}{zap}"), "bar");
  EXPECT_EQ(redis_tag("{unclosed"), "{unclosed");
  EXPECT_EQ(redis_tag("}{a}"), "a");
}

// A brace at every place of keys of every length is seen.
TEST(RedisTag, IsSeenAtEveryPlace) {
  for (std::size_t size = 3; size < 70; ++size)
    for (std::size_t open = 0; open + 2 < size; ++open) {
      std::string key(size, 'k');
      key[open] = '{';
      key[open + 2] = '}';
      ASSERT_EQ(redis_tag(key), "k") << key;
    }
}

constexpr auto six_nodes =
    "07c37dfeb235213a872192d90877d0cd55635b91 127.0.0.1:30004@31004,host slave "
    "e7d1eecce10fd6bb5eb35b9f99a514335d9ba9ca 0 1426238317239 4 connected\n"
    "67ed2db8d677e59ec4a4cefb06858cf2a1a89fa1 127.0.0.1:30002@31002 master - 0 1426238316232 2 "
    "connected 5461-10922\n"
    "292f8b365bb7edb5e285caf0b7e6ddc7265d2f4f 127.0.0.1:30003@31003 master - 0 1426238318243 3 "
    "connected 10923-16383\n"
    "6ec23923021cf3ffec47632106199cb7f496ce01 127.0.0.1:30005@31005 slave "
    "67ed2db8d677e59ec4a4cefb06858cf2a1a89fa1 0 1426238316232 5 connected\n"
    "824fe116063bc5fcf9f4ffd895bc17aee7731ac3 127.0.0.1:30006@31006 slave "
    "292f8b365bb7edb5e285caf0b7e6ddc7265d2f4f 0 1426238317741 6 connected\n"
    "e7d1eecce10fd6bb5eb35b9f99a514335d9ba9ca 127.0.0.1:30001@31001 myself,master - 0 0 1 "
    "connected 0-5458 5459 5460 [93->-292f8b365bb7edb5e285caf0b7e6ddc7265d2f4f]\n"
    "vars currentEpoch 6 lastVoteEpoch 0\n";

TEST(RedisCluster, ReadsWhatItsNodesAnswer) {
  const auto cluster = RedisCluster::read(six_nodes);
  ASSERT_TRUE(cluster.ok());
  EXPECT_EQ(cluster->nodes().size(), 6U);
  const auto key = KeyPart::of_text("foo");  // slot 12182
  EXPECT_EQ(cluster->nodes()[*cluster->owner(Key(&key, 1))].name, "127.0.0.1:30003");
  std::vector<NodeIndex> both(2);
  ASSERT_TRUE(cluster->replicas(Key(&key, 1), both).ok());
  EXPECT_EQ(cluster->nodes()[both[1]].name, "127.0.0.1:30006");
  std::vector<NodeIndex> three(3);
  EXPECT_FALSE(cluster->replicas(Key(&key, 1), three).ok());
  EXPECT_EQ(cluster->owners(KeyRange{})->size(), 3U);
  EXPECT_EQ(moves(*cluster, *cluster)->moved, 0);
}

TEST(RedisCluster, RefusesWhatIsNoTable) {
  EXPECT_FALSE(RedisCluster::read("").ok());
  EXPECT_FALSE(RedisCluster::read("one two three\n").ok());
  const std::string line = "id 127.0.0.1:1@2 master - 0 0 1 connected ";
  EXPECT_FALSE(RedisCluster::read(line + "0-16384\n").ok());
  EXPECT_FALSE(RedisCluster::read(line + "7-3\n").ok());
  EXPECT_FALSE(RedisCluster::read(line + "0-5 5\n").ok());
  const auto part = RedisCluster::read(line + "0-5\n");
  ASSERT_TRUE(part.ok());
  const auto key = KeyPart::of_text("foo");
  const auto refused = part->owner(Key(&key, 1));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "slot 12182 is not served");
  EXPECT_FALSE(plan_rebalance(*part, {}).ok());
}

TEST(RedisCluster, DealsSlotsAsRedisCliDoes) {
  const auto three = *RedisCluster::even(testing::many_nodes(3));
  EXPECT_EQ(three.at(5460), 0U);
  EXPECT_EQ(three.at(5461), 1U);
  EXPECT_EQ(three.at(10922), 1U);
  EXPECT_EQ(three.at(10923), 2U);
  EXPECT_EQ(three.at(16383), 2U);
}

RedisCluster with_counts(const std::vector<std::size_t>& counts) {
  auto cluster = *RedisCluster::even(testing::many_nodes(counts.size()));
  std::uint16_t slot = 0;
  for (std::size_t node = 0; node < counts.size(); ++node) {
    std::vector<std::uint16_t> slots;
    for (std::size_t i = 0; i < counts[node]; ++i) slots.push_back(slot++);
    cluster = cluster.with_slots(slots, static_cast<NodeIndex>(node));
  }
  return cluster;
}

std::vector<std::size_t> counts_of(const RedisCluster& cluster) {
  std::vector<std::size_t> counts;
  for (NodeIndex i = 0; i < cluster.nodes().size(); ++i) counts.push_back(cluster.slot_count(i));
  return counts;
}

TEST(Rebalance, MovesFromTheFullestToTheEmptiest) {
  const auto plan = plan_rebalance(with_counts({8192, 4096, 4096, 0}), {{}, true});
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ(plan->steps.size(), 1U);
  EXPECT_EQ(plan->steps[0].from, 0U);
  EXPECT_EQ(plan->steps[0].to, 3U);
  EXPECT_EQ(plan->steps[0].slots.size(), 4096U);
  EXPECT_EQ(plan->steps[0].slots.front(), 0U);
  EXPECT_EQ(counts_of(plan->after), (std::vector<std::size_t>{4096, 4096, 4096, 4096}));
}

TEST(Rebalance, DoesNothingWithinTheThreshold) {
  EXPECT_TRUE(plan_rebalance(with_counts({4095, 4096, 4096, 4097}), {})->steps.empty());
  EXPECT_TRUE(plan_rebalance(with_counts({5462, 5461, 5461}), {})->steps.empty());
  // A node without slots takes no part, unless it is asked to.
  EXPECT_TRUE(plan_rebalance(with_counts({8192, 8192, 0}), {})->steps.empty());
}

TEST(Rebalance, EmptiesANodeOfWeightZero) {
  const auto plan = plan_rebalance(with_counts({5461, 5462, 5461}), {{{"node-1", 0}}});
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan->after.slot_count(1), 0U);
  EXPECT_EQ(plan->after.slot_count(0) + plan->after.slot_count(2), 16384U);
}

TEST(Rebalance, EndsWhateverTheCounts) {
  std::mt19937 random(2);
  for (int round = 0; round < 40; ++round) {
    std::vector<std::size_t> counts(2 + random() % 5);
    std::size_t left = 16384;
    for (std::size_t i = 0; i + 1 < counts.size(); ++i) left -= counts[i] = random() % (left + 1);
    counts.back() = left;
    const auto plan = plan_rebalance(with_counts(counts), {{}, true, 0.1});
    ASSERT_TRUE(plan.ok());
    if (plan->steps.empty()) continue;
    const auto after = counts_of(plan->after);
    const auto [least, most] = std::minmax_element(after.begin(), after.end());
    EXPECT_LE(*most - *least, counts.size());
  }
}

TEST(Rebalance, RefusesWeightsOfNobody) {
  EXPECT_FALSE(plan_rebalance(with_counts({8192, 8192}), {{{"nobody", 1}}}).ok());
  EXPECT_FALSE(plan_rebalance(with_counts({8192, 8192}), {{{"node-0", -1}}}).ok());
  EXPECT_FALSE(plan_rebalance(with_counts({8192, 8192}), {{{"node-0", 0}, {"node-1", 0}}}).ok());
}

TEST(Reshard, TakesInProportion) {
  const auto cluster = with_counts({8192, 4096, 4096});
  const std::vector<NodeIndex> sources{0, 1};
  const auto plan = plan_reshard(cluster, sources, 2, 300);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(counts_of(plan->after), (std::vector<std::size_t>{7992, 3996, 4396}));
  EXPECT_FALSE(plan_reshard(cluster, sources, 1, 300).ok());
  EXPECT_FALSE(plan_reshard(cluster, sources, 2, 12'289).ok());
}

}  // namespace
}  // namespace isotherm::placement
