// Indexes that lie in tables of their own, beyond what the twins compare (transparency_test.cc).

#include <gmock/gmock.h>

#include "gateway/testing/in_table.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins
using ::testing::HasSubstr;

TEST_F(InTable, AnItemHasItsEntryInTheTable) {
  put(managed("u 1", "A", "k#1"));
  ASSERT_EQ(entries().size(), 1U);
  Item entry = entries().front();
  EXPECT_EQ(*find(entry, index_table_sort), AttributeValue("k$c1#u$`1"));
  entry.erase(entry.find(index_table_sort));
  EXPECT_EQ(entry, managed("u 1", "A", "k#1"));
  EXPECT_EQ(run(gateway_.get_item(get_of({{"id", "u 1"}})))->item, managed("u 1", "A", "k#1"));
  EXPECT_EQ(ids(query_of("A")), std::vector<std::string>{"u 1"});
}

TEST_F(InTable, EntriesFollowTheirItems) {
  put(managed("1", "A", "x"));
  put(managed("1", "A", "y"));
  EXPECT_EQ(entries().size(), 1U);
  ASSERT_TRUE(run(gateway_.update_item(update_of({{"id", "1"}}, "SET p = s, s = p"))).ok());
  ASSERT_EQ(entries().size(), 1U);
  EXPECT_EQ(*find(entries().front(), "p"), AttributeValue("y"));
  ASSERT_TRUE(run(gateway_.update_item(update_of({{"id", "1"}}, "REMOVE s"))).ok());
  EXPECT_TRUE(entries().empty());
  put(managed("1", "A", "x"));
  DeleteItemRequest remove;
  remove.table_name = table_name;
  remove.key = {{"id", "1"}};
  ASSERT_TRUE(run(gateway_.delete_item(remove)).ok());
  EXPECT_TRUE(entries().empty());
}

TEST_F(InTable, CanBeReadConsistently) {
  put(managed("1", "A", "x"));
  QueryRequest query = query_of("A");
  query.consistent_read = true;
  EXPECT_EQ(ids(query), std::vector<std::string>{"1"});
  EXPECT_TRUE(between_.queries.back().consistent_read);
  ScanRequest scan;
  scan.table_name = table_name;
  scan.index_name = index_name;
  scan.consistent_read = true;
  EXPECT_EQ(run(gateway_.scan(scan))->count, 1);
}

TEST_F(InTable, TombstonesAreReadOver) {
  for (int i = 0; i < 40; ++i)
    put(managed(std::to_string(100 + i), "A", "s" + std::to_string(100 + i)));
  // All but two became tombstones.
  for (Item entry : entries()) {
    const std::string id = *find(entry, "id")->get_if<std::string>();
    if (id == "120" || id == "139") continue;
    entry.emplace(std::string(tombstone_mark), true);
    PutItemRequest tombstone = put_of(entry);
    tombstone.table_name = index_table_name;
    ASSERT_TRUE(run(engine_->put_item(tombstone)).ok());
  }
  for (const std::optional<std::int64_t> limit :
       {std::optional<std::int64_t>(), std::optional<std::int64_t>(1),
        std::optional<std::int64_t>(3)}) {
    QueryRequest query = query_of("A");
    query.limit = limit;
    EXPECT_EQ(ids(query), (std::vector<std::string>{"120", "139"}));
    query.scan_index_forward = false;
    EXPECT_EQ(ids(query), (std::vector<std::string>{"139", "120"}));
    ScanRequest scan;
    scan.table_name = table_name;
    scan.index_name = index_name;
    scan.limit = limit;
    EXPECT_EQ(run(gateway_.scan(scan))->count, limit == 1 ? 1 : 2);
  }
  // Is anything there? One page says so, and not by its emptiness.
  QueryRequest exists = query_of("A");
  exists.limit = 1;
  const auto page = run(gateway_.query(exists));
  EXPECT_EQ(page->count, 1);
  EXPECT_EQ(page->scanned_count, 1);
  exists.key_condition_expression = "p = :p AND s < :s";
  exists.placeholders.values->emplace(":s", "s120");
  const auto none = run(gateway_.query(exists));
  EXPECT_EQ(none->count, 0);
  EXPECT_EQ(none->scanned_count, 0);
  EXPECT_FALSE(none->last_evaluated_key);
}

TEST_F(InTable, RunsOfTombstonesTakeFewQuestions) {
  for (int i = 0; i < 500; ++i)
    put(managed(std::to_string(i), "A", "s" + std::to_string(1000 + i)));
  for (Item entry : entries()) {
    if (*find(entry, "id") == AttributeValue("499")) continue;
    entry.emplace(std::string(tombstone_mark), true);
    PutItemRequest tombstone = put_of(entry);
    tombstone.table_name = index_table_name;
    ASSERT_TRUE(run(engine_->put_item(tombstone)).ok());
  }
  between_.queries.clear();
  QueryRequest query = query_of("A");
  query.limit = 1;
  EXPECT_EQ(run(gateway_.query(query))->count, 1);
  EXPECT_LE(between_.queries.size(), 10U);
}

TEST_F(InTable, NobodySeesTheTableBehindIt) {
  const auto listed = run(gateway_.list_tables({}));
  EXPECT_EQ(listed->table_names, std::vector<std::string>{table_name});
  EXPECT_EQ(run(gateway_.describe_table({index_table_name})).error().code(),
            ErrorCode::resource_not_found);
  EXPECT_EQ(run(gateway_.delete_table({index_table_name})).error().code(),
            ErrorCode::resource_not_found);
  PutItemRequest write = put_of({{"p", "A"}, {"isotherm#sort", "x"}});
  write.table_name = index_table_name;
  EXPECT_EQ(run(gateway_.put_item(write)).error().code(), ErrorCode::resource_not_found);
  GetItemRequest read = get_of({{"p", "A"}, {"isotherm#sort", "x"}});
  read.table_name = index_table_name;
  EXPECT_EQ(run(gateway_.get_item(read)).error().code(), ErrorCode::resource_not_found);
  CreateTableRequest create = create_request(shape_);
  create.table_name = index_table_name;
  EXPECT_THAT(run(gateway_.create_table(create)).error().message(), HasSubstr("is reserved"));
}

TEST_F(InTable, GoesWithItsTable) {
  const auto described = run(gateway_.describe_table({table_name}));
  ASSERT_EQ(described->global_indexes.size(), 1U);
  EXPECT_EQ(described->global_indexes[0].name, index_name);
  EXPECT_EQ(described->attributes.size(), 3U);
  ASSERT_TRUE(run(gateway_.delete_table({table_name})).ok());
  EXPECT_FALSE(run(engine_->describe_table({index_table_name})).ok());
}

TEST_F(InTable, IsNotMadeOverATableThatIsThere) {
  ASSERT_TRUE(run(engine_->delete_table({table_name})).ok());
  const auto answer = run(gateway_.create_table(create_request(shape_)));
  EXPECT_THAT(answer.error().message(), HasSubstr("which is there already"));
  EXPECT_FALSE(run(engine_->describe_table({table_name})).ok());
}

TEST_F(InTable, IsAddedAndDroppedAsAnIndexIs) {
  put(managed("1", "A", "x"));
  UpdateTableRequest drop;
  drop.table_name = table_name;
  drop.global_index_updates = {{DeleteIndexAction{index_name}}};
  ASSERT_TRUE(run(gateway_.update_table(drop)).ok());
  EXPECT_FALSE(run(engine_->describe_table({index_table_name})).ok());
  put(managed("2", "A", "y"));
  EXPECT_FALSE(run(gateway_.query(query_of("A"))).ok());
  UpdateTableRequest add;
  add.table_name = table_name;
  const CreateTableRequest made = create_request(shape_);
  add.attribute_definitions = made.attribute_definitions;
  add.global_index_updates = {{CreateIndexAction{made.global_indexes->front()}}};
  const auto added = run(gateway_.update_table(add));
  ASSERT_TRUE(added.ok()) << added.error().message();
  EXPECT_EQ(ids(query_of("A")), (std::vector<std::string>{"1", "2"}));
  EXPECT_EQ(run(gateway_.update_table(add)).error().message(),
            "Attempting to create an index which already exists");
}

TEST_F(InTable, RefusesWhatItCannotKeep) {
  for (const char* name : {"_deleted", "isotherm#version", "isotherm#sort", "_expires"}) {
    Item item = managed("1", "A", "x");
    item.emplace(name, "mine");
    EXPECT_THAT(message(run(gateway_.put_item(put_of(item)))), HasSubstr("is reserved")) << name;
  }
  const std::string long_sort(1000, 's');
  EXPECT_EQ(message(run(gateway_.put_item(put_of(managed("1", "A", long_sort))))), "ok");
  EXPECT_THAT(
      message(run(gateway_.put_item(put_of(managed(std::string(30, 'i'), "A", long_sort))))),
      HasSubstr("more than 1024 bytes as the text"));
  GetItemRequest get = get_of({{"id", "1"}});
  get.projection_expression = "#v";
  get.placeholders.names = ExpressionNames{{"#v", "isotherm#version"}};
  EXPECT_THAT(run(gateway_.get_item(get)).error().message(), HasSubstr("is reserved"));
}

TEST_F(InTable, ATransactionTooLargeWithItsEntriesIsRefused) {
  TransactWriteItemsRequest request;
  for (int i = 0; i < 51; ++i)
    request.actions.emplace_back(put_of(managed(std::to_string(i), "A", "x")));
  const auto answer = run(gateway_.transact_write_items(request));
  ASSERT_FALSE(answer.ok());
  EXPECT_THAT(answer.error().message(), HasSubstr("are 102 writes"));
  EXPECT_TRUE(entries().empty());
}

TEST_F(InTable, CapacityIsToldUnderTheIndexsName) {
  PutItemRequest write = put_of(managed("1", "A", "x"));
  write.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  const auto written = run(gateway_.put_item(write));
  EXPECT_EQ(written->consumed.table_name, table_name);
  EXPECT_EQ(written->consumed.table.write_units, 2);
  EXPECT_EQ(written->consumed.global_indexes.at(index_name).write_units, 2);
  QueryRequest query = query_of("A");
  query.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  const auto read = run(gateway_.query(query));
  EXPECT_EQ(read->consumed.table_name, table_name);
  EXPECT_EQ(read->consumed.table.read_units, 0);
  EXPECT_EQ(read->consumed.global_indexes.at(index_name).read_units, 0.5);
}

TEST_F(InTable, WithAStreamWritesGoToTheTableAlone) {
  schema::TableRule rule = rule_of(in_table);
  rule.indexes[0].table->maintain = schema::Maintain::stream;
  schema::Schema schema;
  schema.tables.emplace(table_name, rule);
  auto engine = open_engine();
  Gateway gateway(*engine, std::make_shared<const schema::Schema>(schema));
  ASSERT_TRUE(run(gateway.create_table(create_request(in_table))).ok());
  ASSERT_TRUE(run(gateway.put_item(put_of(managed("1", "A", "x")))).ok());
  EXPECT_EQ(run(engine->get_item(get_of({{"id", "1"}})))->item, managed("1", "A", "x"));
  EXPECT_EQ(run(gateway.query(query_of("A")))->count, 0);
  QueryRequest query = query_of("A");
  query.consistent_read = true;
  EXPECT_EQ(run(gateway.query(query)).error().message(),
            "Consistent reads are not supported on global secondary indexes");
}

class InShardedTable : public InTable {
 protected:
  InShardedTable() : InTable(Shape{.place = Place::sharded_table}) {}
};

TEST_F(InShardedTable, EntriesLieUnderShardKeys) {
  for (int i = 0; i < 20; ++i) put(managed(std::to_string(i), "A", "s" + std::to_string(100 + i)));
  std::set<std::string> keys;
  for (const Item& entry : entries()) keys.insert(*find(entry, hidden_name)->get_if<std::string>());
  EXPECT_GT(keys.size(), 1U);
  EXPECT_EQ(ids(query_of("A")).size(), 20U);
  QueryRequest one = query_of("A");
  one.key_condition_expression = "p = :p AND s = :s";
  one.placeholders.values->emplace(":s", "s107");
  between_.queries.clear();
  one.consistent_read = true;
  EXPECT_EQ(ids(one), std::vector<std::string>{"7"});
  EXPECT_EQ(between_.queries.size(), 1U);
  EXPECT_EQ(between_.queries[0].table_name, index_table_name);
  EXPECT_TRUE(between_.queries[0].consistent_read);
}

}  // namespace
}  // namespace isotherm::gateway
