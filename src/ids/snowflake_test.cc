#include "ids/snowflake.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

namespace isotherm::ids {
namespace {

const SnowflakeLayout twitter = *SnowflakeLayout::find("twitter");

/// A time, counted from the epoch.
UnixMillis at(std::int64_t ticks) { return twitter.fields().epoch + UnixMillis(ticks); }

TEST(Snowflake, BeginsAsTwittersDoes) {
  Snowflake ids(twitter, 0);
  EXPECT_EQ(ids.issue(at(1)).first, 4194304U);
  EXPECT_EQ(ids.issue(at(1)).first, 4194305U);
}

TEST(Snowflake, CarriesItsWorker) {
  Snowflake ids(twitter, twitter.node_of(11, 26).value());
  EXPECT_EQ(twitter.parse(ids.issue(at(367597485448)).first).value(),
            (SnowflakeParts{UnixMillis(1656432460105), 11, 26, 0}));
}

TEST(Snowflake, AClockThatGoesBackAndReturnsRepeatsNothing) {
  Snowflake ids(twitter, 0);
  const std::uint64_t first = ids.issue(at(1000)).first;
  const std::uint64_t second = ids.issue(at(1000)).first;
  const Issue back = ids.issue(at(997));
  EXPECT_EQ(back.stall, Stall::clock_behind);
  EXPECT_EQ(back.behind, UnixMillis(3));
  EXPECT_EQ(ids.issue(at(1000)).first, second + 1);
  EXPECT_EQ(second, first + 1);
}

TEST(Snowflake, IssuesExactly4096InAMillisecondAndThenWaits) {
  Snowflake ids(twitter, 5);
  std::vector<std::uint64_t> seen;
  std::int64_t now = 7;
  int waits = 0;
  const auto clock = [&] { return at(now); };
  const auto wait = [&](UnixMillis behind) {
    EXPECT_EQ(behind, UnixMillis(0));
    ++waits;
    ++now;
  };
  for (int i = 0; i < 4097; ++i) {
    const Issue issue = ids.next(clock, wait, UnixMillis(0));
    ASSERT_TRUE(issue.ok());
    seen.push_back(issue.first);
  }
  EXPECT_EQ(waits, 1);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
  EXPECT_EQ(twitter.parse(seen[4095]).value(), (SnowflakeParts{at(7), 0, 5, 4095}));
  EXPECT_EQ(twitter.parse(seen[4096]).value(), (SnowflakeParts{at(8), 0, 5, 0}));
  // The millisecond that was waited for is kept: it does not begin again.
  EXPECT_EQ(twitter.parse(ids.issue(at(8)).first)->sequence, 1U);
  EXPECT_EQ(ids.issue(at(7)).stall, Stall::clock_behind);
}

TEST(Snowflake, WaitsOutAClockUpToALimitAndRefusesBeyond) {
  Snowflake ids(twitter, 0);
  ASSERT_TRUE(ids.issue(at(1000)).ok());
  std::int64_t now = 995;
  UnixMillis waited{0};
  const auto clock = [&] { return at(now); };
  const auto wait = [&](UnixMillis behind) {
    waited += behind;
    now += behind.count();
  };
  EXPECT_TRUE(ids.next(clock, wait, UnixMillis(5)).ok());
  EXPECT_EQ(waited, UnixMillis(5));
  now = 990;
  EXPECT_EQ(ids.next(clock, wait, UnixMillis(5)).stall, Stall::clock_behind);
  EXPECT_EQ(now, 990) << "beyond the limit it does not wait at all";
  // A clock that stands still behind is not waited for without end.
  now = 998;
  int waits = 0;
  const auto stuck = [&](UnixMillis) { ++waits; };
  EXPECT_EQ(ids.next(clock, stuck, UnixMillis(5)).stall, Stall::clock_behind);
  EXPECT_EQ(waits, 2);
}

TEST(Snowflake, RefusesTimesThatDoNotFit) {
  Snowflake ids(twitter, 0);
  const std::int64_t last = twitter.ticks_end() - 1;
  EXPECT_EQ(ids.issue(at(-1)).stall, Stall::before_epoch);
  const Issue issue = ids.issue(at(last));
  EXPECT_TRUE(issue.ok());
  EXPECT_EQ(issue.first >> 63, 0U);
  EXPECT_EQ(ids.issue(at(last + 1)).stall, Stall::time_over);
  EXPECT_EQ(twitter.parse(issue.first)->time, twitter.last_time());
}

TEST(Snowflake, ABatchIsConsecutiveAndEndsWithTheMillisecond) {
  Snowflake ids(twitter, 3);
  const Issue first = ids.issue_batch(at(5), 64);
  EXPECT_EQ(first.count, 64U);
  EXPECT_EQ(ids.issue(at(5)).first, first.first + 64);
  const Issue rest = ids.issue_batch(at(5), 1'000'000);
  EXPECT_EQ(rest.count, 4096U - 65);
  EXPECT_EQ(ids.issue_batch(at(5), 2).stall, Stall::sequence);
  EXPECT_EQ(twitter.parse(rest.first + rest.count - 1)->sequence, 4095U);
}

TEST(Snowflake, IssuesOnlyWithinItsWindow) {
  Snowflake ids(twitter, 3, {at(100), at(200)});
  const Issue early = ids.issue(at(98));
  EXPECT_EQ(early.stall, Stall::clock_behind);
  EXPECT_EQ(early.behind, UnixMillis(2));
  EXPECT_EQ(twitter.parse(ids.issue(at(100)).first)->sequence, 0U);
  EXPECT_TRUE(ids.issue(at(199)).ok());
  EXPECT_EQ(ids.issue(at(200)).stall, Stall::window_over);
  ids.extend_window(at(300));
  EXPECT_TRUE(ids.issue(at(200)).ok());
  ids.extend_window(at(250));
  EXPECT_TRUE(ids.issue(at(299)).ok()) << "an end does not move back";
  EXPECT_EQ(ids.close_window(), at(300));
  EXPECT_EQ(ids.issue(at(299)).stall, Stall::window_over);
  ids.extend_window(at(400));
  EXPECT_EQ(ids.issue(at(399)).stall, Stall::window_over) << "a lost lease is lost";
}

TEST(Snowflake, ThreadsUnderAJumpingClockNeverShareAnId) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Snowflake ids(twitter, 1);
  std::atomic<std::int64_t> now{1'000'000};
  constexpr int threads = 4;
  constexpr int each = 20'000;
  std::array<std::vector<std::uint64_t>, threads> seen;
  std::vector<std::thread> running;
  for (int thread = 0; thread < threads; ++thread)
    running.emplace_back([&, thread] {
      std::mt19937 random(seed + static_cast<unsigned>(thread));
      const auto wait = [&](UnixMillis) { ++now; };
      while (seen[static_cast<std::size_t>(thread)].size() < each) {
        if (random() % 500 == 0) now -= 3;
        if (random() % 100 == 0) ++now;
        const Issue issue = ids.next([&] { return at(now); }, wait, UnixMillis(1'000'000));
        ASSERT_TRUE(issue.ok());
        seen[static_cast<std::size_t>(thread)].push_back(issue.first);
      }
    });
  for (std::thread& thread : running) thread.join();
  std::vector<std::uint64_t> all;
  for (const auto& mine : seen) {
    EXPECT_TRUE(std::is_sorted(mine.begin(), mine.end()));
    all.insert(all.end(), mine.begin(), mine.end());
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

}  // namespace
}  // namespace isotherm::ids
