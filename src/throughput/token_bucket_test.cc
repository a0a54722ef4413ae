#include "throughput/token_bucket.h"

#include <gtest/gtest.h>

#include "throughput/physics_test.h"

namespace isotherm::throughput {
namespace {

TEST(TokenBucket, FillsAtItsRateUpToItsDepth) {
  TokenBucket bucket(10, 50, 0, at(0));
  bucket.fill(at(1));
  EXPECT_DOUBLE_EQ(bucket.tokens(), 10);
  bucket.fill(at(100));
  EXPECT_DOUBLE_EQ(bucket.tokens(), 50);
}

TEST(TokenBucket, IgnoresTimeThatGoesBack) {
  TokenBucket bucket(10, 50, 0, at(5));
  bucket.fill(at(3));
  EXPECT_DOUBLE_EQ(bucket.tokens(), 0);
  bucket.fill(at(6));
  EXPECT_DOUBLE_EQ(bucket.tokens(), 10);
}

TEST(TokenBucket, LetsALargeRequestPassOnceAndWaitsForTheDebt) {
  TokenBucket bucket(5, 5, 5, at(0));
  EXPECT_TRUE(bucket.covers(400, 1));
  bucket.take(400);
  EXPECT_DOUBLE_EQ(bucket.tokens(), -395);
  bucket.fill(at(79));
  EXPECT_FALSE(bucket.covers(1, 1));
  EXPECT_FALSE(bucket.covers(0.5, 1));
  bucket.fill(at(79.2));
  EXPECT_TRUE(bucket.covers(1, 1));
}

TEST(TokenBucket, AsksForNoMoreThanARequestCosts) {
  const TokenBucket bucket(1, 1, 0.5, at(0));
  EXPECT_TRUE(bucket.covers(0.5, 1));
  EXPECT_FALSE(bucket.covers(1, 1));
}

TEST(TokenBucket, KeepsItsTokensWhenTheRateChanges) {
  TokenBucket bucket(10, 100, 0, at(0));
  bucket.change(100, 1000, at(2));
  EXPECT_DOUBLE_EQ(bucket.tokens(), 20);
  bucket.fill(at(3));
  EXPECT_DOUBLE_EQ(bucket.tokens(), 120);
  bucket.change(1, 5, at(3));
  EXPECT_DOUBLE_EQ(bucket.tokens(), 5);
}

TEST(TokenBucket, HasAWholeTokenAfterAWholeSecondOfManySteps) {
  TokenBucket bucket(1, 300, 0, at(0));
  for (int i = 1; i <= 1000; ++i) bucket.fill(at(i / 1000.0));
  EXPECT_TRUE(bucket.covers(1, 1));
}

TEST(TokenBucket, TakesBackNoMoreThanItsDepth) {
  TokenBucket bucket(10, 50, 45, at(0));
  bucket.take(-20);
  EXPECT_DOUBLE_EQ(bucket.tokens(), 50);
}

}  // namespace
}  // namespace isotherm::throughput
