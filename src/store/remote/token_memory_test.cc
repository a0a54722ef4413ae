#include "store/remote/token_memory.h"

#include <gtest/gtest.h>

namespace isotherm::remote {
namespace {

TEST(TokenMemory, KnowsATokenThatWasUsedForSomethingElse) {
  TokenMemory memory;
  const TokenMemory::Clock::time_point now{};
  EXPECT_FALSE(memory.is_of_another("t", "one", now));
  memory.remember("t", "one", now);
  EXPECT_FALSE(memory.is_of_another("t", "one", now));
  EXPECT_TRUE(memory.is_of_another("t", "two", now));
  EXPECT_FALSE(memory.is_of_another("u", "two", now));
}

TEST(TokenMemory, ForgetsAfterTenMinutes) {
  TokenMemory memory;
  const TokenMemory::Clock::time_point now{};
  memory.remember("t", "one", now);
  EXPECT_TRUE(memory.is_of_another("t", "two", now + std::chrono::minutes(10)));
  EXPECT_FALSE(memory.is_of_another("t", "two", now + std::chrono::minutes(11)));
}

TEST(TokenMemory, IsBounded) {
  TokenMemory memory;
  const TokenMemory::Clock::time_point now{};
  for (std::size_t i = 0; i <= TokenMemory::tokens_max; ++i)
    memory.remember(std::to_string(i), "one", now);
  EXPECT_FALSE(memory.is_of_another("0", "two", now));
  EXPECT_TRUE(memory.is_of_another("1", "two", now));
}

TEST(DerivedToken, TellsTokensAndRequestsApart) {
  EXPECT_EQ(derived_token("t", "a"), derived_token("t", "a"));
  EXPECT_NE(derived_token("t", "a"), derived_token("t", "b"));
  EXPECT_NE(derived_token("t", "ab"), derived_token("ta", "b"));
  EXPECT_EQ(derived_token("t", "a").size(), 32U);
}

}  // namespace
}  // namespace isotherm::remote
