#include "store/remote/retry.h"

#include <gtest/gtest.h>

namespace isotherm::remote {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

TEST(Backoff, DoublesUpToItsCap) {
  const RetryOptions options = {5, milliseconds(25), milliseconds(100)};
  EXPECT_EQ(backoff(options, 1, 0.5), microseconds(12'500));
  EXPECT_EQ(backoff(options, 2, 0.5), microseconds(25'000));
  EXPECT_EQ(backoff(options, 3, 0.5), microseconds(50'000));
  EXPECT_EQ(backoff(options, 30, 0.5), microseconds(50'000));
  EXPECT_EQ(backoff(options, 3, 0.0), microseconds(0));
}

TEST(RetryBudget, EndsAndComesBackWithSuccess) {
  RetryBudget budget;
  for (int i = 0; i < RetryBudget::tokens_max / RetryBudget::cost; ++i) ASSERT_TRUE(budget.take());
  EXPECT_FALSE(budget.take());
  for (int i = 0; i < RetryBudget::cost - 1; ++i) budget.give();
  EXPECT_FALSE(budget.take());
  budget.give();
  EXPECT_TRUE(budget.take());
  EXPECT_FALSE(budget.take());
  budget.give_back();
  EXPECT_TRUE(budget.take());
}

TEST(RetryBudget, NeverHoldsMoreThanItsMost) {
  RetryBudget budget;
  for (int i = 0; i < 10; ++i) budget.give_back();
  int taken = 0;
  while (budget.take()) ++taken;
  EXPECT_EQ(taken, RetryBudget::tokens_max / RetryBudget::cost);
}

}  // namespace
}  // namespace isotherm::remote
