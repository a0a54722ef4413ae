#include <gtest/gtest.h>

#include <map>
#include <random>

#include "store/engine/backup_scratch.h"

namespace isotherm::engine {
namespace {

TEST(Backup, HasWhatTheTableHeldAtThatInstantWhateverIsWrittenAfterwards) {
  Scratch scratch;
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(put(scratch, "abc", item_of("p" + std::to_string(i), 1)).ok());
  }
  const Items before = items_of(scratch, "abc");
  const BackupDetails backup = back_up(scratch, "abc");
  EXPECT_EQ(backup.status, BackupStatus::creating);
  for (int i = 0; i < 300; i += 3) {
    const std::string pk = "p" + std::to_string(i);
    ASSERT_TRUE(put(scratch, "abc", item_of("q" + std::to_string(i), 2)).ok());
    ASSERT_TRUE(put(scratch, "abc", item_of(pk, 4)).ok());
    ASSERT_TRUE(erase(scratch, "abc", {{"pk", "p" + std::to_string(i + 1)}, {"sk", "s1"}}).ok());
  }
  scratch.maintain();
  EXPECT_EQ(run(scratch->describe_backup({backup.arn})).value().details.status,
            BackupStatus::available);
  ASSERT_TRUE(restore(scratch, backup.arn, "restored").ok());
  scratch.maintain();
  expect_same(scratch, before, "restored");
}

/// Writes at random between the steps of a backup, with restarts among them.
void back_up_while_writing(std::uint32_t seed) {
  std::mt19937 random(seed);
  ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  Scratch scratch(options);
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  const auto write = [&] {
    const std::string pk = "p" + std::to_string(random() % 400);
    const int version = static_cast<int>(random() % 1000);
    if (random() % 4 == 0) {
      const std::string sk = "s" + std::to_string(version % 3);
      ASSERT_TRUE(erase(scratch, "abc", {{"pk", pk}, {"sk", sk}}).ok());
    } else {
      ASSERT_TRUE(put(scratch, "abc", item_of(pk, version, 2000)).ok());
    }
  };
  for (int i = 0; i < 800; ++i) write();
  const Items before = items_of(scratch, "abc");
  const BackupDetails backup = back_up(scratch, "abc");
  const auto is_done = [&] {
    return run(scratch->describe_backup({backup.arn})).value().details.status ==
           BackupStatus::available;
  };
  int steps = 0;
  for (; !is_done(); ++steps) {
    for (int i = 0; i < 30; ++i) write();
    scratch->maintain();
    if (random() % 3 == 0) {
      scratch.close();
      scratch.open();
    }
  }
  EXPECT_GT(steps, 2) << "a backup of one step proves nothing";
  ASSERT_TRUE(run(scratch->delete_table({"abc"})).ok());
  scratch.maintain();
  ASSERT_TRUE(restore(scratch, backup.arn, "abc").ok());
  for (int i = 0; i < 3; ++i) {
    scratch->maintain();
    EXPECT_EQ(describe_table(scratch, "abc").status, TableStatus::creating);
    scratch.close();
    scratch.open();
  }
  scratch.maintain();
  expect_same(scratch, before, "abc");
}

TEST(Backup, IsOneInstantUnderRandomWritesAndRestarts) {
  std::uint32_t seed = std::random_device{}();
  for (int round = 0; round < 5; ++round, ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    back_up_while_writing(seed);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Backup, TwoOfOneTableDoNotMixUp) {
  Scratch scratch;
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  ASSERT_TRUE(put(scratch, "abc", item_of("a", 1)).ok());
  const Items first = items_of(scratch, "abc");
  const BackupDetails one = back_up(scratch, "abc", "one");
  ASSERT_TRUE(put(scratch, "abc", item_of("a", 4)).ok());
  ASSERT_TRUE(put(scratch, "abc", item_of("b", 1)).ok());
  const Items second = items_of(scratch, "abc");
  const BackupDetails two = back_up(scratch, "abc", "two");
  ASSERT_TRUE(erase(scratch, "abc", {{"pk", "a"}, {"sk", "s1"}}).ok());
  scratch.maintain();
  ASSERT_TRUE(restore(scratch, one.arn, "one").ok());
  ASSERT_TRUE(restore(scratch, two.arn, "two").ok());
  scratch.maintain();
  expect_same(scratch, first, "one");
  expect_same(scratch, second, "two");
}

TEST(Backup, OfADeletedTableIsStillMade) {
  Scratch scratch;
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  ASSERT_TRUE(put(scratch, "abc", item_of("a", 1)).ok());
  const Items before = items_of(scratch, "abc");
  const BackupDetails backup = back_up(scratch, "abc");
  ASSERT_TRUE(run(scratch->delete_table({"abc"})).ok());
  scratch.maintain();
  ASSERT_TRUE(restore(scratch, backup.arn, "abc").ok());
  scratch.maintain();
  expect_same(scratch, before, "abc");
}

TEST(Backup, WorksInMemoryLimitsOfItsLife) {
  Scratch scratch;
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  const BackupDetails backup = back_up(scratch, "abc");
  EXPECT_EQ(run(scratch->delete_backup({backup.arn})).error().code(), ErrorCode::backup_in_use);
  EXPECT_EQ(restore(scratch, backup.arn, "new").error().code(), ErrorCode::backup_in_use);
  scratch.maintain();
  ASSERT_TRUE(restore(scratch, backup.arn, "new").ok());
  EXPECT_EQ(run(scratch->delete_backup({backup.arn})).error().code(), ErrorCode::backup_in_use);
  EXPECT_EQ(restore(scratch, backup.arn, "new").error().code(), ErrorCode::table_in_use);
  EXPECT_EQ(put(scratch, "new", item_of("a", 1)).error().code(), ErrorCode::resource_not_found);
  scratch.maintain();
  EXPECT_EQ(restore(scratch, backup.arn, "new").error().code(), ErrorCode::table_already_exists);
  EXPECT_EQ(run(scratch->delete_backup({backup.arn})).value().details.status,
            BackupStatus::deleted);
  EXPECT_EQ(run(scratch->describe_backup({backup.arn})).error().code(),
            ErrorCode::backup_not_found);
  EXPECT_EQ(run(scratch->delete_backup({backup.arn})).error().message(),
            "Backup not found: " + backup.arn);
}

TEST(Backup, ItsRecordsGoWithIt) {
  Scratch scratch;
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(put(scratch, "abc", item_of("p" + std::to_string(i), 1)).ok());
  }
  const BackupDetails backup = back_up(scratch, "abc");
  scratch.maintain();
  ASSERT_TRUE(run(scratch->delete_backup({backup.arn})).ok());
  scratch.maintain();
  EXPECT_TRUE(run(scratch->list_backups({})).value().backups.empty());
  EXPECT_EQ(items_of(scratch, "abc").size(), 50u);
}

TEST(Restore, SaysWhereItComesFrom) {
  Scratch scratch;
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  const BackupDetails backup = back_up(scratch, "abc");
  scratch.maintain();
  const TableDescription answer = restore(scratch, backup.arn, "new").value();
  EXPECT_EQ(answer.status, TableStatus::creating);
  ASSERT_TRUE(answer.restore.has_value());
  EXPECT_TRUE(answer.restore->in_progress);
  EXPECT_EQ(answer.restore->source_backup_arn, backup.arn);
  scratch.maintain();
  const TableDescription restored = describe_table(scratch, "new");
  EXPECT_EQ(restored.status, TableStatus::active);
  EXPECT_FALSE(restored.restore->in_progress);
  EXPECT_NE(restored.id, describe_table(scratch, "abc").id);
}

TEST(Restore, BeginsWithoutContributorInsights) {
  Scratch scratch;
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  const std::optional<std::string> resources[] = {std::nullopt, "by-colour"};
  for (const auto& index : resources) {
    ASSERT_TRUE(run(scratch->update_contributor_insights({"abc", index, true, std::nullopt})).ok());
  }
  const BackupDetails backup = back_up(scratch, "abc");
  scratch.maintain();
  ASSERT_TRUE(restore(scratch, backup.arn, "new").ok());
  scratch.maintain();
  for (const auto& index : resources) {
    EXPECT_EQ(run(scratch->describe_contributor_insights({"abc", index})).value().status,
              InsightsStatus::enabled);
    EXPECT_EQ(run(scratch->describe_contributor_insights({"new", index})).value().status,
              InsightsStatus::disabled);
  }
}

TEST(Restore, OverridesWhatIsAskedFor) {
  Scratch scratch;
  ASSERT_TRUE(run(scratch->create_table(indexed_table("abc"))).ok());
  const BackupDetails backup = back_up(scratch, "abc");
  scratch.maintain();

  RestoreOverrides without_indexes;
  without_indexes.global_indexes.emplace();
  without_indexes.local_indexes.emplace();
  const TableDescription bare = restore(scratch, backup.arn, "bare", without_indexes).value();
  EXPECT_TRUE(bare.global_indexes.empty());
  EXPECT_TRUE(bare.local_indexes.empty());
  EXPECT_EQ(bare.attributes.size(), 2u);

  RestoreOverrides provisioned;
  provisioned.billing_mode = BillingMode::provisioned;
  EXPECT_EQ(restore(scratch, backup.arn, "provisioned", provisioned).error().code(),
            ErrorCode::validation);
  provisioned.provisioned = ProvisionedThroughput{3, 4};
  EXPECT_EQ(restore(scratch, backup.arn, "provisioned", provisioned).error().message(),
            "One or more parameter values were invalid: ProvisionedThroughput must be specified "
            "for index: by-colour");
  SecondaryIndexRequest index = index_request("by-colour", "colour", "pk");
  index.provisioned = ProvisionedThroughput{1, 2};
  provisioned.global_indexes = {{index}};
  const TableDescription table = restore(scratch, backup.arn, "provisioned", provisioned).value();
  EXPECT_EQ(table.provisioned, (ProvisionedThroughput{3, 4}));
  EXPECT_EQ(table.global_indexes.at(0).provisioned, (ProvisionedThroughput{1, 2}));

  RestoreOverrides other_index;
  other_index.global_indexes = {{index_request("by-colour", "colour", "sk")}};
  EXPECT_EQ(restore(scratch, backup.arn, "other", other_index).error().code(),
            ErrorCode::validation);
}

TEST(ListBackups, FiltersAndPages) {
  Scratch scratch;
  for (const std::string table : {"one", "two"}) {
    ASSERT_TRUE(run(scratch->create_table(table_request(table, false))).ok());
  }
  std::vector<BackupDetails> made;
  for (int i = 0; i < 5; ++i) {
    made.push_back(back_up(scratch, i % 2 == 0 ? "one" : "two", "b" + std::to_string(i)));
    scratch.clock().advance(std::chrono::seconds(1));
  }
  scratch.maintain();
  const auto names = [&](ListBackupsRequest request) {
    std::vector<std::string> found;
    while (true) {
      const ListBackupsResponse page = run(scratch->list_backups(request)).value();
      for (const BackupSummary& backup : page.backups) found.push_back(backup.details.name);
      if (!page.last_evaluated_backup_arn) return found;
      request.exclusive_start_backup_arn = page.last_evaluated_backup_arn;
    }
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names({}), (Names{"b0", "b1", "b2", "b3", "b4"}));
  EXPECT_EQ(names({.limit = 2}), (Names{"b0", "b1", "b2", "b3", "b4"}));
  EXPECT_EQ(names({.table_name = "one"}), (Names{"b0", "b2", "b4"}));
  EXPECT_EQ(names({.table_name = "one", .limit = 1}), (Names{"b0", "b2", "b4"}));
  EXPECT_EQ(names({.table_name = "none"}), Names{});
  EXPECT_EQ(names({.from = made[1].created, .to = made[3].created}), (Names{"b1", "b2"}));
  EXPECT_EQ(names({.type = BackupType::system}), Names{});
  EXPECT_EQ(names({.type = BackupType::user}).size(), 5u);
}

}  // namespace
}  // namespace isotherm::engine
