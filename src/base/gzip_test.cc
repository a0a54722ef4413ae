#include "base/gzip.h"

#include <gtest/gtest.h>

#include <random>

namespace isotherm {
namespace {

TEST(Gzip, GivesBackWhatWentIn) {
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (const std::size_t size : {0, 1, 100, 70'000, 1'000'000}) {
    std::string bytes(size, 'x');
    for (std::size_t i = 0; i < size; i += 1 + random() % 7) bytes[i] = static_cast<char>(random());
    const auto back = gunzip(gzip(bytes), size);
    ASSERT_TRUE(back.ok()) << size;
    EXPECT_EQ(*back, bytes);
  }
}

TEST(Gzip, TakesSeveralMembers) {
  EXPECT_EQ(*gunzip(gzip("one ") + gzip("") + gzip("two"), 7), "one two");
}

TEST(Gzip, StopsAtTheLimit) {
  const std::string bomb = gzip(std::string(100'000'000, 'x'));
  ASSERT_LT(bomb.size(), 200'000U);
  const auto out = gunzip(bomb, 1'000'000);
  ASSERT_FALSE(out.ok());
  EXPECT_EQ(out.error(), GzipProblem::too_large);
  EXPECT_TRUE(gunzip(gzip("abc"), 3).ok());
  EXPECT_EQ(gunzip(gzip("abcd"), 3).error(), GzipProblem::too_large);
  EXPECT_EQ(gunzip(gzip("ab") + gzip("cd"), 3).error(), GzipProblem::too_large);
}

TEST(Gzip, RefusesWhatIsDamaged) {
  const std::string whole = gzip("some text that is long enough to be cut");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(gunzip(whole.substr(0, size), 1000).ok()) << size;
  }
  std::string wrong_checksum = whole;
  wrong_checksum[whole.size() - 8] ^= 1;
  EXPECT_FALSE(gunzip(wrong_checksum, 1000).ok());
  EXPECT_FALSE(gunzip("not gzip at all", 1000).ok());
  EXPECT_FALSE(gunzip(whole + "rest", 1000).ok());
}

}  // namespace
}  // namespace isotherm
