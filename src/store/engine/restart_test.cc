// What is in the folder when an engine is opened again, in order or not; and folders that cannot
// be used.

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include <fstream>

#include "store/engine/key_codec.h"
#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

/// What kill -9 would leave. A file that vanishes meanwhile is one that RocksDB was about to
/// remove, which nothing needs.
void copy_open_folder(const std::string& from, const std::string& to) {
  for (const auto& entry : std::filesystem::directory_iterator(from)) {
    std::error_code error;
    std::filesystem::copy_file(entry.path(), to / entry.path().filename(), error);
    ASSERT_TRUE(!error || error == std::errc::no_such_file_or_directory) << error.message();
  }
}

class Restart : public testing::Test {
 protected:
  Restart() : scratch(options()) {}
  EngineOptions options() {
    EngineOptions options;
    options.data_dir = folder.path();
    options.durability = Durability::os;
    options.throughput.mode = throughput::Mode::enforce;
    return options;
  }
  void restart() {
    scratch.close();
    scratch.open();
  }
  TableDescription described() { return run(scratch->describe_table({"t"})).value(); }

  ScratchFolder folder;
  Scratch scratch;
};

TEST_F(Restart, KeepsTablesItemsIndexesAndCounts) {
  CreateTableRequest request = table_request("t", true);
  define(request, {{"g", KeyType::S}, {"l", KeyType::N}});
  request.global_indexes = {index_request("gi", "g", "l")};
  request.local_indexes = {index_request("li", "pk", "l")};
  (*request.global_indexes)[0].projection =
      ProjectionRequest{ProjectionType::include, std::vector<std::string>{"x", "y"}};
  request.on_demand = OnDemandThroughput{std::nullopt, 900};
  request.deletion_protection = true;
  request.table_class = "STANDARD_INFREQUENT_ACCESS";
  run(scratch->create_table(request)).value();
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(
        put(scratch, "t", {{"pk", "a"}, {"sk", std::to_string(i)}, {"g", "x"}, {"l", Number(i)}})
            .ok());
  }
  const TableDescription before = described();
  const auto items = query_all(scratch, "t", "gi", "g", "x").items;
  restart();
  const TableDescription after = described();
  EXPECT_EQ(after.status, TableStatus::active);
  EXPECT_EQ(after.arn, before.arn);
  EXPECT_EQ(after.id, before.id);
  EXPECT_EQ(after.created, before.created);
  EXPECT_EQ(after.attributes, before.attributes);
  EXPECT_EQ(after.key, before.key);
  EXPECT_EQ(after.billing_mode, before.billing_mode);
  EXPECT_EQ(after.table_class, before.table_class);
  EXPECT_TRUE(after.deletion_protection);
  EXPECT_EQ(after.on_demand->max_write_units, 900);
  EXPECT_EQ(after.item_count, 50);
  EXPECT_EQ(after.size_bytes, before.size_bytes);
  EXPECT_EQ(after.global_indexes[0].projection, before.global_indexes[0].projection);
  EXPECT_EQ(after.global_indexes[0].item_count, 50);
  EXPECT_EQ(after.local_indexes[0].key, before.local_indexes[0].key);
  EXPECT_EQ(query_all(scratch, "t", "gi", "g", "x").items, items);
  EXPECT_EQ(query_all(scratch, "t", "li", "pk", "a").count, 50);
}

TEST_F(Restart, GivesNoIdTwice) {
  run(scratch->create_table(table_request("t", false))).value();
  ASSERT_TRUE(put(scratch, "t", {{"pk", "a"}}).ok());
  run(scratch->delete_table({"t"})).value();
  // The data are not dropped yet.
  restart();
  run(scratch->create_table(table_request("t", false))).value();
  EXPECT_EQ(scan_all(scratch, "t").count, 0);
  ASSERT_TRUE(put(scratch, "t", {{"pk", "b"}}).ok());
  scratch.maintain();
  EXPECT_EQ(scan_all(scratch, "t").count, 1);
}

TEST_F(Restart, CountsAgainWhenTheLastOneDidNotEndInOrder) {
  run(scratch->create_table(table_request("t", false))).value();
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(put(scratch, "t", {{"pk", std::to_string(i)}}).ok());
  ScratchFolder copy;
  copy_open_folder(folder.path(), copy.path());
  scratch.close();
  scratch.options().data_dir = copy.path();
  scratch.open();
  ASSERT_TRUE(put(scratch, "t", {{"pk", "new"}}).ok());
  ASSERT_TRUE(erase(scratch, "t", {{"pk", "0"}}).ok());
  ASSERT_TRUE(erase(scratch, "t", {{"pk", "1"}}).ok());
  scratch.maintain();
  EXPECT_EQ(described().item_count, 29);
  EXPECT_EQ(scan_all(scratch, "t").count, 29);
}

TEST_F(Restart, ABackfillGoesOnWhereItWas) {
  run(scratch->create_table(table_request("t", false))).value();
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(put(scratch, "t", {{"pk", std::to_string(i)}, {"g", "x"}}).ok());
    if (i % 100 == 0) scratch.clock().advance(std::chrono::seconds(1));
  }
  UpdateTableRequest request;
  request.table_name = "t";
  request.attribute_definitions = {{{"g", KeyType::S}}};
  request.global_index_updates = {CreateIndexAction{index_request("gi", "g")}};
  run(scratch->update_table(request)).value();
  ASSERT_TRUE(scratch->maintain());
  restart();
  EXPECT_EQ(described().status, TableStatus::updating);
  EXPECT_TRUE(described().global_indexes[0].backfilling);
  scratch.maintain();
  EXPECT_EQ(described().status, TableStatus::active);
  EXPECT_EQ(described().global_indexes[0].item_count, 300);
  EXPECT_EQ(scan_all(scratch, "t", "gi").count, 300);
}

TEST_F(Restart, KeepsPartitions) {
  CreateTableRequest request = table_request("t", true);
  request.billing_mode = BillingMode::provisioned;
  request.provisioned = ProvisionedThroughput{10, 2500};
  run(scratch->create_table(request)).value();
  const auto partitions = [&] {
    return scratch->statistics().resources[0].throughput.partitions.size();
  };
  const std::size_t before = partitions();
  EXPECT_EQ(before, 3);
  // Lower capacity takes no partition away, and a restart must not either.
  UpdateTableRequest update;
  update.table_name = "t";
  update.provisioned = ProvisionedThroughput{10, 10};
  run(scratch->update_table(update)).value();
  scratch.maintain();
  restart();
  EXPECT_EQ(partitions(), before);
}

TEST_F(Restart, ALockedFolderSaysWhatToDo) {
  const auto second = Engine::open(scratch.options());
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.error().code(), ErrorCode::internal);
  EXPECT_NE(second.error().message().find("another process has it open"), std::string::npos)
      << second.error().message();
  EXPECT_NE(second.error().message().find("--data"), std::string::npos);
}

TEST_F(Restart, ADamagedRecordStopsAcknowledgements) {
  run(scratch->create_table(table_request("t", false))).value();
  ASSERT_TRUE(put(scratch, "t", {{"pk", "a"}}).ok());
  ASSERT_TRUE(put(scratch, "t", {{"pk", "b"}}).ok());
  scratch.close();
  {
    rocksdb::DB* raw = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open({}, folder.path(), &raw).ok());
    const std::unique_ptr<rocksdb::DB> db(raw);
    const KeySchema key{{"pk", KeyType::S}, std::nullopt};
    ASSERT_TRUE(db->Put({}, item_key(1, key, {{"pk", "a"}}).bytes(), "garbage").ok());
  }
  scratch.open();
  GetItemRequest request;
  request.table_name = "t";
  request.key = {{"pk", "a"}};
  const auto damaged = run(scratch->get_item(request));
  ASSERT_FALSE(damaged.ok());
  EXPECT_EQ(damaged.error().code(), ErrorCode::internal);
  EXPECT_NE(damaged.error().message().find("is damaged"), std::string::npos);
  // What is whole can be read; nothing is written any more, and the reason is told.
  EXPECT_TRUE(get(scratch, "t", {{"pk", "b"}}));
  const auto refused = put(scratch, "t", {{"pk", "c"}});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message(), damaged.error().message());
  EXPECT_EQ(scratch->statistics().failure, damaged.error().message());
}

TEST(Folder, OfSomebodyElseIsRefused) {
  ScratchFolder folder;
  const std::string file = folder.path() + "/file";
  std::ofstream(file) << "x";
  EngineOptions options;
  options.data_dir = file;
  const auto on_file = Engine::open(options);
  ASSERT_FALSE(on_file.ok());
  EXPECT_NE(on_file.error().message().find("--data"), std::string::npos);
  options.data_dir = file + "/below";
  EXPECT_FALSE(Engine::open(options).ok());

  ScratchFolder foreign;
  {
    rocksdb::Options create;
    create.create_if_missing = true;
    rocksdb::DB* raw = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open(create, foreign.path(), &raw).ok());
    const std::unique_ptr<rocksdb::DB> db(raw);
    ASSERT_TRUE(db->Put({}, "somebody", "else").ok());
  }
  options.data_dir = foreign.path();
  const auto on_foreign = Engine::open(options);
  ASSERT_FALSE(on_foreign.ok());
  EXPECT_NE(on_foreign.error().message().find("not Isotherm's"), std::string::npos);
}

}  // namespace
}  // namespace isotherm::engine
