#include "placement/jump.h"

#include <gtest/gtest.h>

#include "placement/testing/many_nodes.h"

namespace isotherm::placement {
namespace {

using testing::many_hashes;
using testing::many_nodes;

// Guava's HashingTest: keys 0 … 19 over 100 buckets; and rows of its and the reference's answers.
TEST(Jump, IsGuavasConsistentHash) {
  constexpr std::array golden{0,  55, 62, 8,  45, 59, 86, 97, 82, 59,
                              73, 37, 17, 56, 86, 21, 90, 37, 38, 83};
  for (std::size_t key = 0; key < golden.size(); ++key)
    EXPECT_EQ(jump_bucket(key, 100), golden[key]) << key;
  EXPECT_EQ(jump_bucket(10863919174838991U, 11), 6);
  EXPECT_EQ(jump_bucket(2016238256797177309U, 11), 3);
  EXPECT_EQ(jump_bucket(1673758223894951030U, 11), 5);
  EXPECT_EQ(jump_bucket(2, 100001), 80343);
  EXPECT_EQ(jump_bucket(2201, 100001), 22152);
  EXPECT_EQ(jump_bucket(2202, 100001), 15018);
}

TEST(Jump, IsThePapersCodeForOneToNineteenBuckets) {
  constexpr std::array<int, 19> dead_beef{0, 1, 2, 3, 3, 5, 5,  5,  5, 5,
                                          5, 5, 5, 5, 5, 5, 16, 16, 16};
  constexpr std::array<int, 19> one{0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 17, 17};
  for (int buckets = 1; buckets <= 19; ++buckets) {
    EXPECT_EQ(jump_bucket(0xDEADBEEF, buckets), dead_beef[static_cast<std::size_t>(buckets - 1)]);
    EXPECT_EQ(jump_bucket(1, buckets), one[static_cast<std::size_t>(buckets - 1)]);
    EXPECT_EQ(jump_bucket(0, buckets), 0);
  }
}

// Answers that ports got wrong.
TEST(Jump, GivesTheAnswersThatPortsMissed) {
  EXPECT_EQ(jump_bucket(1, 1), 0);
  EXPECT_EQ(jump_bucket(42, 57), 43);
  EXPECT_EQ(jump_bucket(0xDEAD10CC, 666), 361);
  EXPECT_EQ(jump_bucket(256, 1024), 520);
  EXPECT_EQ(jump_bucket(10000, 10), 6);
  EXPECT_EQ(jump_bucket(10000, 20), 18);
  EXPECT_EQ(jump_bucket(~std::uint64_t{0}, 1024), 313);
}

TEST(Jump, EndsForTheMostBuckets) {
  for (const auto hash : many_hashes(1000)) {
    const auto bucket = jump_bucket(hash, 2'147'483'647);
    EXPECT_GE(bucket, 0);
    EXPECT_LT(bucket, 2'147'483'647);
  }
}

TEST(Jump, GivesTheSameBucketsByEveryPath) {
  const auto hashes = many_hashes(1003);
  for (const std::int32_t buckets : {1, 2, 3, 16, 1000, 65535, 2'147'483'647})
    for (const auto path : cpu_paths()) {
      std::vector<NodeIndex> out(hashes.size());
      jump_buckets(hashes, buckets, out, path);
      for (std::size_t i = 0; i < hashes.size(); ++i)
        ASSERT_EQ(out[i], static_cast<NodeIndex>(jump_bucket(hashes[i], buckets)))
            << path_name(path) << " " << hashes[i] << " " << buckets;
    }
}

TEST(Jump, MovesOnlyToTheNewNode) {
  for (const auto hash : many_hashes(2000))
    for (int buckets = 1; buckets < 40; ++buckets) {
      const auto before = jump_bucket(hash, buckets);
      const auto after = jump_bucket(hash, buckets + 1);
      ASSERT_TRUE(after == before || after == buckets);
    }
}

TEST(Jump, LosesItsLastNodeOnly) {
  const auto jump = Jump::make(many_nodes(3));
  ASSERT_TRUE(jump.ok());
  EXPECT_EQ(jump->without("node-2")->nodes().size(), 2U);
  const auto refused = jump->without("node-1");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message,
            "jump can only lose its last node, 'node-2', not 'node-1'; ring or rendezvous can lose "
            "any");
  EXPECT_FALSE(Jump::make({{"a", 1}, {"b", 2}}).ok());
  const auto key = KeyPart::of_text("k");
  std::vector<NodeIndex> two(2);
  EXPECT_FALSE(jump->replicas(Key(&key, 1), two).ok());
}

}  // namespace
}  // namespace isotherm::placement
