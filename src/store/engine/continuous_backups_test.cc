#include <gtest/gtest.h>

#include <random>

#include "store/engine/backup_scratch.h"

namespace isotherm::engine {
namespace {

TEST(ContinuousBackups, KeepASystemBackupOfADeletedTableFor35Days) {
  Scratch scratch;
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  ASSERT_TRUE(put(scratch, "abc", item_of("a", 1)).ok());
  const Items before = items_of(scratch, "abc");
  EXPECT_FALSE(run(scratch->describe_continuous_backups({"abc"})).value().enabled);
  ASSERT_TRUE(run(scratch->update_continuous_backups({"abc", true, {}})).ok());
  ASSERT_TRUE(run(scratch->delete_table({"abc"})).ok());
  scratch.maintain();
  const auto backups = run(scratch->list_backups({.type = BackupType::system})).value().backups;
  ASSERT_EQ(backups.size(), 1u);
  EXPECT_EQ(backups[0].details.name, "abc$DeletedTableBackup");
  ASSERT_TRUE(restore(scratch, backups[0].details.arn, "abc").ok());
  scratch.maintain();
  expect_same(scratch, before, "abc");
  EXPECT_FALSE(run(scratch->describe_continuous_backups({"abc"})).value().enabled);
  scratch.clock().advance(std::chrono::hours(24 * 35));
  scratch.maintain();
  EXPECT_TRUE(run(scratch->list_backups({})).value().backups.empty());
}

TEST(ContinuousBackups, TellHowFarBackTheyGo) {
  Scratch scratch;
  ASSERT_TRUE(run(scratch->create_table(table_request("abc", false))).ok());
  const UnixMillis since = scratch.clock().unix_time();
  auto now = run(scratch->update_continuous_backups({"abc", true, 2})).value();
  EXPECT_EQ(now.recovery_period_days, 2);
  EXPECT_EQ(now.earliest_restorable, since);
  scratch.clock().advance(std::chrono::hours(24));
  // Asked for again, nothing is lost.
  now = run(scratch->update_continuous_backups({"abc", true, {}})).value();
  EXPECT_EQ(now.recovery_period_days, 2);
  EXPECT_EQ(now.earliest_restorable, since);
  scratch.clock().advance(std::chrono::hours(72));
  now = run(scratch->describe_continuous_backups({"abc"})).value();
  EXPECT_EQ(now.earliest_restorable, scratch.clock().unix_time() - std::chrono::hours(48));
  EXPECT_EQ(run(scratch->update_continuous_backups({"abc", false, 3})).error().code(),
            ErrorCode::validation);
  EXPECT_FALSE(run(scratch->update_continuous_backups({"abc", false, {}})).value().enabled);
}

/// Writes at random, notes what the table held from time to time, and restores to each of these
/// times, with restarts in the middle.
void restore_to_times(std::uint32_t seed) {
  std::mt19937 random(seed);
  ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  Scratch scratch(options);
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  const auto write = [&] {
    const std::string pk = "p" + std::to_string(random() % 60);
    const int version = static_cast<int>(random() % 1000);
    const std::string sk = "s" + std::to_string(version % 3);
    const bool removes = random() % 3 == 0;
    ASSERT_TRUE(removes ? erase(scratch, "abc", {{"pk", pk}, {"sk", sk}}).ok()
                        : put(scratch, "abc", item_of(pk, version, 3000)).ok());
  };
  for (int i = 0; i < 100; ++i) write();
  ASSERT_TRUE(run(scratch->update_continuous_backups({"abc", true, {}})).ok());
  std::vector<std::pair<UnixMillis, Items>> moments;
  for (int moment = 0; moment < 4; ++moment) {
    scratch.clock().advance(std::chrono::seconds(1));
    for (int i = 0; i < 80; ++i) write();
    moments.emplace_back(scratch.clock().unix_time(), items_of(scratch, "abc"));
  }
  scratch.clock().advance(std::chrono::seconds(1));
  for (int i = 0; i < 80; ++i) write();
  for (std::size_t i = 0; i < moments.size(); ++i) {
    RestoreTableToPointInTimeRequest request;
    request.source_table = "abc";
    request.target_table_name = "restored" + std::to_string(i);
    request.restore_date_time = moments[i].first;
    ASSERT_TRUE(run(scratch->restore_table_to_point_in_time(request)).ok());
    for (int step = 0; step < 3; ++step) {
      write();
      scratch->maintain();
    }
    scratch.close();
    scratch.open();
    write();
  }
  scratch.maintain();
  for (std::size_t i = 0; i < moments.size(); ++i) {
    expect_same(scratch, moments[i].second, "restored" + std::to_string(i));
  }
}

TEST(RestoreToTime, HasWhatTheTableHeldThen) {
  std::uint32_t seed = std::random_device{}();
  for (int round = 0; round < 3; ++round, ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    restore_to_times(seed);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(RestoreToTime, KeepsTheChangesThatItNeedsThoughTheirTimePasses) {
  ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  Scratch scratch(options);
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  ASSERT_TRUE(run(scratch->update_continuous_backups({"abc", true, 1})).ok());
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(put(scratch, "abc", item_of("p" + std::to_string(i), 1, 6'000)).ok());
  }
  const Items then = items_of(scratch, "abc");
  const UnixMillis time = scratch.clock().unix_time();
  scratch.clock().advance(std::chrono::minutes(1));
  for (int i = 0; i < 300; ++i) {
    const std::string pk = "p" + std::to_string(i);
    ASSERT_TRUE((i % 2 == 0 ? put(scratch, "abc", item_of(pk, 4))
                            : erase(scratch, "abc", {{"pk", pk}, {"sk", "s1"}}))
                    .ok());
  }
  scratch.clock().advance(std::chrono::hours(24) - std::chrono::minutes(1));
  RestoreTableToPointInTimeRequest request;
  request.source_table = "abc";
  request.target_table_name = "restored";
  request.restore_date_time = time;
  ASSERT_TRUE(run(scratch->restore_table_to_point_in_time(request)).ok());
  // Behind each step, all that was logged is too old, also for who no longer wants recovery.
  for (int step = 0; step < 3; ++step) {
    scratch.clock().advance(std::chrono::hours(24));
    scratch->maintain();
    scratch.close();
    scratch.open();
    if (step == 1) ASSERT_TRUE(run(scratch->update_continuous_backups({"abc", false, {}})).ok());
  }
  scratch.maintain();
  expect_same(scratch, then, "restored");
}

}  // namespace
}  // namespace isotherm::engine
