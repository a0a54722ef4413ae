// Restores and imports through the gateway: never a table whose items lack their shard attribute.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "gateway/testing/twins.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins
using ::testing::HasSubstr;

void wait_for(Store& store, const std::string& table) {
  while (true) {
    const auto description = run(store.describe_table({table}));
    ASSERT_TRUE(description.ok()) << description.error().message();
    if (description->status == TableStatus::active) return;
    std::this_thread::yield();
  }
}

std::string back_up(Store& store, const std::string& table) {
  const std::string arn = run(store.create_backup({table, "backup"})).value().arn;
  while (run(store.describe_backup({arn})).value().details.status != BackupStatus::available) {
    std::this_thread::yield();
  }
  return arn;
}

TEST(Restores, OfTheShardedTableItselfKeepItsIndex) {
  Twins twins;
  const Item item{{"id", "a"}, {"p", "x"}, {"s", "y"}};
  ASSERT_TRUE(run(twins.gateway.put_item(put_of(item))).ok());
  const std::string arn = back_up(twins.gateway, table_name);
  ASSERT_TRUE(run(twins.gateway.delete_table({table_name})).ok());
  RestoreTableFromBackupRequest request{table_name, arn, {}};
  while (run(twins.gateway.describe_table({table_name})).ok()) std::this_thread::yield();
  const auto restored = run(twins.gateway.restore_table_from_backup(request));
  ASSERT_TRUE(restored.ok()) << restored.error().message();
  EXPECT_NE(restored->find_global_index(index_name), nullptr);
  EXPECT_EQ(restored->find_global_index(physical_name), nullptr);
  wait_for(twins.gateway, table_name);
  const auto found = run(twins.gateway.query(query_of("x")));
  ASSERT_TRUE(found.ok()) << found.error().message();
  EXPECT_EQ(found->items, std::vector<Item>{item});
}

TEST(Restores, OfAPlainTableUnderAShardedNameAreRefused) {
  Twins twins;
  CreateTableRequest plain = create_request(twins.shape);
  plain.table_name = "Plain";
  ASSERT_TRUE(run(twins.below->create_table(plain)).ok());
  ASSERT_TRUE(run(twins.below->update_continuous_backups({"Plain", true, {}})).ok());
  ASSERT_TRUE(run(twins.below->delete_table({table_name})).ok());
  const std::string arn = back_up(twins.gateway, "Plain");
  const auto refused = run(twins.gateway.restore_table_from_backup({table_name, arn, {}}));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), ErrorCode::validation);
  EXPECT_THAT(refused.error().message(), HasSubstr(physical_name));
  RestoreTableToPointInTimeRequest to_time;
  to_time.source_table = "Plain";
  to_time.target_table_name = table_name;
  to_time.use_latest_restorable_time = true;
  EXPECT_EQ(run(twins.gateway.restore_table_to_point_in_time(to_time)).error().code(),
            ErrorCode::validation);
  to_time.target_table_name = "Other";
  EXPECT_TRUE(run(twins.gateway.restore_table_to_point_in_time(to_time)).ok());
  EXPECT_TRUE(run(twins.gateway.restore_table_from_backup({"Another", arn, {}})).ok());
}

TEST(Imports, IntoAShardedTableAreRefused) {
  Twins twins;
  ImportTableRequest request;
  request.source.bucket = "bucket";
  request.table = create_request(twins.shape);
  EXPECT_THAT(run(twins.gateway.import_table(request)).error().message(),
              HasSubstr("sharded index"));
  request.table.table_name = "Other";
  // It comes through to the store, which has no bucket root.
  EXPECT_THAT(run(twins.gateway.import_table(request)).error().message(),
              HasSubstr("--bucket-root"));
}

}  // namespace
}  // namespace isotherm::gateway
