#include "ids/worker_lease.h"

#include <gtest/gtest.h>

namespace isotherm::ids {
namespace {

constexpr LeaseTerms terms{UnixMillis(1000), UnixMillis(100)};
constexpr UnixMillis now{1'750'000'000'000};

TEST(WorkerLease, IsFreeOnlyAfterItsEndAndTheSkew) {
  EXPECT_TRUE(is_free(std::nullopt, now, terms));
  const WorkerLease lease = taken(3, std::nullopt, "a", now, terms);
  EXPECT_FALSE(is_free(lease, now, terms));
  EXPECT_FALSE(is_free(lease, now + UnixMillis(1099), terms));
  EXPECT_TRUE(is_free(lease, now + UnixMillis(1100), terms));
  EXPECT_TRUE(is_free(given_back(lease, now), now, terms));
}

TEST(WorkerLease, WindowsOfHoldersNeverOverlapWhateverTheirClocksSay) {
  WorkerLease lease = taken(3, std::nullopt, "a", now, terms);
  for (const std::int64_t skew : {-5'000'000L, 0L, 5'000'000L, -7L}) {
    const WorkerLease next = taken(3, lease, "b", now + UnixMillis(skew), terms);
    EXPECT_GE(next.window.begin, lease.window.end);
    EXPECT_GT(next.window.end, next.window.begin);
    EXPECT_GT(next.version, lease.version);
    lease = next;
  }
}

TEST(WorkerLease, GivenBackItIsGoodFromWhereNothingWasIssued) {
  const auto layout = *SnowflakeLayout::find("isotherm");
  const WorkerLease lease = taken(3, std::nullopt, "a", now, terms);
  Snowflake first(layout, 3, lease.window);
  const Issue last = first.issue(now);
  const WorkerLease next = taken(3, given_back(lease, first.close_window()), "b", now, terms);
  EXPECT_EQ(next.window.begin, now + UnixMillis(1));
  Snowflake second(layout, 3, next.window);
  EXPECT_EQ(second.issue(now).stall, Stall::sequence);
  EXPECT_GT(second.issue(now + UnixMillis(1)).first, last.first);
  EXPECT_EQ(given_back(lease, now + UnixMillis(9999)).window.end, lease.window.end);
}

TEST(WorkerLease, ARenewalMovesTheEndForwardOnly) {
  const WorkerLease lease = taken(3, std::nullopt, "a", now, terms);
  EXPECT_EQ(renewed(lease, now + UnixMillis(500), terms).window.end, now + UnixMillis(1500));
  EXPECT_EQ(renewed(lease, now - UnixMillis(500), terms).window.end, lease.window.end);
  EXPECT_EQ(renewed(lease, now, terms).version, lease.version);
}

TEST(WorkerLease, APausedHolderAndItsSuccessorIssueDifferentIds) {
  const auto layout = *SnowflakeLayout::find("isotherm");
  const WorkerLease first = taken(3, std::nullopt, "a", now, terms);
  Snowflake paused(layout, 3, first.window);
  ASSERT_TRUE(paused.issue(now).ok());
  const UnixMillis later = now + UnixMillis(2000);
  const WorkerLease second = taken(3, first, "b", later, terms);
  Snowflake successor(layout, 3, second.window);
  ASSERT_TRUE(successor.issue(later).ok());
  EXPECT_EQ(paused.issue(later).stall, Stall::window_over);
  // With a clock that went wrong during the pause it issues, and still nothing that the other can.
  const Issue old_time = paused.issue(now + UnixMillis(999));
  ASSERT_TRUE(old_time.ok());
  EXPECT_FALSE(successor.issue(now + UnixMillis(999)).ok());
}

}  // namespace
}  // namespace isotherm::ids
