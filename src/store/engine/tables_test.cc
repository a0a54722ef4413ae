// Table operations: states, texts, indexes that are added and dropped, counts.

#include <gtest/gtest.h>

#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

template <class T>
std::string message(const Result<T>& result) {
  return result.ok() ? "ok" : result.error().message();
}

class TableOperations : public testing::Test {
 protected:
  TableDescription described(const std::string& name) {
    return run(scratch->describe_table({name})).value();
  }
  UpdateTableRequest add_index(const std::string& table, SecondaryIndexRequest index,
                               std::vector<AttributeDefinition> definitions) {
    UpdateTableRequest request;
    request.table_name = table;
    request.attribute_definitions = std::move(definitions);
    request.global_index_updates = {CreateIndexAction{std::move(index)}};
    return request;
  }
  UpdateTableRequest drop_index(const std::string& table, const std::string& index) {
    UpdateTableRequest request;
    request.table_name = table;
    request.global_index_updates = {DeleteIndexAction{index}};
    return request;
  }

  Scratch scratch;
};

TEST_F(TableOperations, AreCreatingThenActive) {
  scratch.options().state_change_delay = std::chrono::seconds(1);
  scratch.open();
  CreateTableRequest request = table_request("t", false);
  define(request, {{"g", KeyType::S}});
  request.global_indexes = {index_request("gi", "g")};
  EXPECT_EQ(run(scratch->create_table(request)).value().status, TableStatus::creating);
  EXPECT_EQ(described("t").status, TableStatus::creating);
  EXPECT_EQ(described("t").global_indexes[0].status, IndexStatus::creating);
  EXPECT_EQ(message(put(scratch, "t", {{"pk", "a"}})), "Requested resource not found");
  EXPECT_EQ(message(run(scratch->create_table(request))), "Table already exists: t");
  EXPECT_EQ(run(scratch->delete_table({"t"})).error().code(), ErrorCode::resource_in_use);
  scratch.clock().advance(std::chrono::seconds(1));
  EXPECT_EQ(described("t").status, TableStatus::active);
  EXPECT_EQ(described("t").global_indexes[0].status, IndexStatus::active);
  EXPECT_TRUE(put(scratch, "t", {{"pk", "a"}}).ok());

  EXPECT_EQ(run(scratch->delete_table({"t"})).value().status, TableStatus::deleting);
  EXPECT_EQ(described("t").status, TableStatus::deleting);
  EXPECT_EQ(message(put(scratch, "t", {{"pk", "a"}})), "Requested resource not found");
  scratch.clock().advance(std::chrono::seconds(1));
  EXPECT_EQ(message(run(scratch->describe_table({"t"}))),
            "Requested resource not found: Table: t not found");
}

TEST_F(TableOperations, ANewTableOfTheSameNameIsEmpty) {
  run(scratch->create_table(table_request("t", false))).value();
  ASSERT_TRUE(put(scratch, "t", {{"pk", "a"}}).ok());
  run(scratch->delete_table({"t"})).value();
  run(scratch->create_table(table_request("t", false))).value();
  EXPECT_EQ(scan_all(scratch, "t").count, 0);
  scratch.maintain();
  EXPECT_EQ(scan_all(scratch, "t").count, 0);
  ASSERT_TRUE(put(scratch, "t", {{"pk", "b"}}).ok());
  EXPECT_EQ(described("t").item_count, 1);
}

TEST_F(TableOperations, AreListedInPages) {
  for (const char* name : {"ccc", "aaa", "bbb"}) {
    run(scratch->create_table(table_request(name, false))).value();
  }
  ListTablesRequest request;
  request.limit = 2;
  ListTablesResponse page = run(scratch->list_tables(request)).value();
  EXPECT_EQ(page.table_names, (std::vector<std::string>{"aaa", "bbb"}));
  EXPECT_EQ(page.last_evaluated_table_name, "bbb");
  request.exclusive_start_table_name = page.last_evaluated_table_name;
  page = run(scratch->list_tables(request)).value();
  EXPECT_EQ(page.table_names, (std::vector<std::string>{"ccc"}));
  EXPECT_FALSE(page.last_evaluated_table_name);
}

TEST_F(TableOperations, ProtectionStopsDeletion) {
  CreateTableRequest request = table_request("t", false);
  request.deletion_protection = true;
  run(scratch->create_table(request)).value();
  EXPECT_EQ(run(scratch->delete_table({"t"})).error().code(), ErrorCode::validation);
  UpdateTableRequest update;
  update.table_name = "t";
  update.deletion_protection = false;
  run(scratch->update_table(update)).value();
  EXPECT_TRUE(run(scratch->delete_table({"t"})).ok());
}

TEST_F(TableOperations, RefuseWhatMakesNoSense) {
  const auto refused = [&](auto change) {
    CreateTableRequest request = table_request("t", true);
    change(request);
    return message(run(scratch->create_table(request)));
  };
  EXPECT_EQ(refused([](CreateTableRequest& r) { r.key_schema = {{"pk", true}}; }),
            "One or more parameter values were invalid: Number of attributes in KeySchema does not "
            "exactly match number of attributes defined in AttributeDefinitions");
  EXPECT_EQ(refused([](CreateTableRequest& r) {
              r.attribute_definitions = {{"pk", KeyType::S}};
              r.key_schema = {{"pk", true}, {"pk", false}};
            }),
            "Invalid KeySchema: Some index key attribute have no definition");
  EXPECT_EQ(refused([](CreateTableRequest& r) { r.key_schema[1].attribute_name = "zz"; }),
            "One or more parameter values were invalid: Some index key attributes are not defined "
            "in AttributeDefinitions. Keys: [pk, zz], AttributeDefinitions: [pk, sk]");
  EXPECT_EQ(refused([](CreateTableRequest& r) { r.provisioned = ProvisionedThroughput{1, 1}; }),
            "One or more parameter values were invalid: Neither ReadCapacityUnits nor "
            "WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST");
  EXPECT_EQ(refused([](CreateTableRequest& r) { r.billing_mode.reset(); }),
            "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits "
            "must both be specified when BillingMode is PROVISIONED");
  EXPECT_EQ(refused([](CreateTableRequest& r) {
              define(r, {{"g", KeyType::S}});
              r.global_indexes = {index_request("same", "g"), index_request("same", "g")};
            }),
            "One or more parameter values were invalid: Duplicate index name: same");
  EXPECT_EQ(refused([](CreateTableRequest& r) {
              define(r, {{"l", KeyType::S}});
              r.local_indexes = {index_request("li", "sk", "l")};
            }),
            "One or more parameter values were invalid: Index KeySchema does not have the same "
            "leading hash key as table KeySchema for index: li. index hash key: sk, table hash "
            "key: pk");
}

TEST_F(TableOperations, AnUpdateThatChangesNothingIsRefused) {
  CreateTableRequest request = table_request("t", false);
  request.billing_mode = BillingMode::provisioned;
  request.provisioned = ProvisionedThroughput{5, 5};
  run(scratch->create_table(request)).value();
  UpdateTableRequest update;
  update.table_name = "t";
  EXPECT_EQ(run(scratch->update_table(update)).error().code(), ErrorCode::validation);
  update.billing_mode = BillingMode::provisioned;
  update.provisioned = ProvisionedThroughput{5, 5};
  EXPECT_EQ(message(run(scratch->update_table(update)))
                .find("The provisioned throughput for the table will not change."),
            0);
  update.provisioned = ProvisionedThroughput{10, 5};
  EXPECT_EQ(run(scratch->update_table(update)).value().status, TableStatus::updating);
  EXPECT_EQ(described("t").provisioned, (ProvisionedThroughput{10, 5}));
  EXPECT_EQ(described("t").status, TableStatus::active);
}

TEST_F(TableOperations, BillingModeSwitches) {
  CreateTableRequest request = table_request("t", false);
  define(request, {{"g", KeyType::S}});
  request.global_indexes = {index_request("gi", "g")};
  run(scratch->create_table(request)).value();
  UpdateTableRequest update;
  update.table_name = "t";
  update.billing_mode = BillingMode::provisioned;
  update.provisioned = ProvisionedThroughput{5, 5};
  EXPECT_EQ(message(run(scratch->update_table(update))),
            "One or more parameter values were invalid: ProvisionedThroughput must be specified "
            "for index: gi");
  update.global_index_updates = {UpdateIndexAction{"gi", ProvisionedThroughput{6, 6}, {}, {}}};
  run(scratch->update_table(update)).value();
  EXPECT_EQ(described("t").global_indexes[0].provisioned, (ProvisionedThroughput{6, 6}));
  UpdateTableRequest back;
  back.table_name = "t";
  back.billing_mode = BillingMode::pay_per_request;
  run(scratch->update_table(back)).value();
  EXPECT_EQ(described("t").provisioned, (ProvisionedThroughput{0, 0}));
  EXPECT_EQ(described("t").billing_mode, BillingMode::pay_per_request);
}

TEST_F(TableOperations, AnAddedIndexIsFilledAndADroppedOneGoes) {
  run(scratch->create_table(table_request("t", false))).value();
  for (int i = 0; i < 200; ++i) {
    Item item{{"pk", std::to_string(i)}};
    if (i % 2 == 0) item.emplace("g", "x");
    // No key can hold these: such items are left out of the index.
    if (i == 3) item.emplace("g", Number(1));
    if (i == 5) item.emplace("g", "");
    if (i == 7) item.emplace("g", std::string(100'000, 'x'));
    ASSERT_TRUE(put(scratch, "t", item).ok());
  }
  const TableDescription answer =
      run(scratch->update_table(add_index("t", index_request("gi", "g"), {{"g", KeyType::S}})))
          .value();
  EXPECT_EQ(answer.status, TableStatus::updating);
  EXPECT_EQ(answer.global_indexes[0].status, IndexStatus::creating);
  EXPECT_TRUE(described("t").global_indexes[0].backfilling);
  EXPECT_EQ(described("t").status, TableStatus::updating);
  ScanRequest scan;
  scan.table_name = "t";
  scan.index_name = "gi";
  EXPECT_FALSE(run(scratch->scan(scan)).ok());

  scratch.maintain();
  EXPECT_EQ(described("t").status, TableStatus::active);
  EXPECT_EQ(described("t").global_indexes[0].status, IndexStatus::active);
  EXPECT_EQ(described("t").global_indexes[0].item_count, 100);
  EXPECT_EQ(query_all(scratch, "t", "gi", "g", "x").count, 100);
  // Items with such values may change in other ways.
  EXPECT_TRUE(update(scratch, "t", {{"pk", "7"}}, "SET y = :y", {{":y", "1"}}).ok());
  EXPECT_TRUE(update(scratch, "t", {{"pk", "3"}}, "SET y = :y", {{":y", "1"}}).ok());

  EXPECT_EQ(message(run(scratch->update_table(
                add_index("t", index_request("gi", "g"), {{"g", KeyType::S}})))),
            "Attempting to create an index which already exists");
  run(scratch->update_table(drop_index("t", "gi"))).value();
  EXPECT_EQ(described("t").global_indexes[0].status, IndexStatus::deleting);
  EXPECT_FALSE(run(scratch->scan(scan)).ok());
  scratch.maintain();
  EXPECT_TRUE(described("t").global_indexes.empty());
  EXPECT_EQ(described("t").attributes.size(), 1);
  EXPECT_EQ(run(scratch->update_table(drop_index("t", "gi"))).error().code(),
            ErrorCode::resource_not_found);
  EXPECT_EQ(message(run(scratch->update_table(add_index("t", index_request("gi", "zz"), {})))),
            "One or more parameter values were invalid: Some index key attributes are not defined "
            "in AttributeDefinitions. Keys: [zz], AttributeDefinitions: [pk]");
}

TEST_F(TableOperations, AnIndexThatIsBeingFilledCanBeDropped) {
  run(scratch->create_table(table_request("t", false))).value();
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(put(scratch, "t", {{"pk", std::to_string(i)}, {"g", "x"}}).ok());
  }
  run(scratch->update_table(add_index("t", index_request("gi", "g"), {{"g", KeyType::S}}))).value();
  ASSERT_TRUE(scratch->maintain());
  EXPECT_EQ(
      run(scratch->update_table(add_index("t", index_request("other", "g"), {{"g", KeyType::S}})))
          .error()
          .code(),
      ErrorCode::resource_in_use);
  run(scratch->update_table(drop_index("t", "gi"))).value();
  scratch.maintain();
  EXPECT_TRUE(described("t").global_indexes.empty());
  EXPECT_EQ(described("t").status, TableStatus::active);
}

TEST_F(TableOperations, AreFoundByArn) {
  run(scratch->create_table(table_request("t", false))).value();
  EXPECT_EQ(described("arn:aws:dynamodb:us-east-1:000000000000:table/t").name, "t");
}

}  // namespace
}  // namespace isotherm::engine
