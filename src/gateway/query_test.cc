// Queries and scans of a sharded index: routes, pages, cursors, failures, cost.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "gateway/testing/between.h"
#include "gateway/testing/twins.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins
using ::testing::HasSubstr;

std::string padded(int i) {
  std::string text = std::to_string(i);
  return std::string(5 - text.size(), '0') + text;
}

class Queries : public ::testing::Test {
 protected:
  void create(const Shape& shape) {
    shape_ = shape;
    gateway_.emplace(between_, schema_of(shape));
    expects(run(gateway_->create_table(create_request(shape))).ok(), "a table is created");
  }
  void put(Item item) {
    const auto answer = run(gateway_->put_item(put_of(std::move(item))));
    expects(answer.ok(), "an item is put");
  }
  /// Items id 0 … count - 1 of partition A, with sort keys s00000, ….
  void put_many(int count) {
    for (int i = 0; i < count; ++i)
      put({{"id", std::to_string(i)}, {"p", "A"}, {"s", "s" + padded(i)}});
  }
  std::vector<std::string> ids(const std::vector<Item>& items) {
    std::vector<std::string> all;
    for (const Item& item : items) all.push_back(*find(item, "id")->get_if<std::string>());
    return all;
  }
  /// Walks pages to the end; fails when a cursor comes again.
  std::vector<std::string> walk(QueryRequest query) {
    std::vector<std::string> all;
    std::set<std::string> cursors;
    for (;;) {
      const auto page = run(gateway_->query(query));
      if (!page.ok()) return {page.error().message()};
      for (std::string& id : ids(page->items)) all.push_back(std::move(id));
      if (!page->last_evaluated_key) return all;
      std::string text;
      for (const auto& [name, value] : *page->last_evaluated_key)
        text +=
            name + "=" + (value.get_if<std::string>() ? *value.get_if<std::string>() : "") + ";";
      if (!cursors.insert(text).second) return {"the cursor " + text + " came again"};
      query.exclusive_start_key = page->last_evaluated_key;
    }
  }

  Shape shape_;
  std::unique_ptr<engine::Engine> engine_ = open_engine();
  Between between_{*engine_};
  std::optional<Gateway> gateway_;
};

TEST_F(Queries, WithTheInputsGoToOneShard) {
  create({.shards = 16});
  put_many(40);
  QueryRequest query = query_of("A");
  query.key_condition_expression = "p = :p AND s = :s";
  query.placeholders.values->emplace(":s", "s00007");
  const auto answer = run(gateway_->query(query));
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(ids(answer->items), std::vector<std::string>{"7"});
  EXPECT_EQ(between_.queries.size(), 1U);
  EXPECT_FALSE(answer->last_evaluated_key.has_value());
  EXPECT_EQ(answer->items[0], (Item{{"id", "7"}, {"p", "A"}, {"s", "s00007"}}));
}

TEST_F(Queries, WithoutThemAskEveryShardAndMergeInOrder) {
  create({.shards = 16});
  put_many(100);
  put({{"id", "other"}, {"p", "B"}, {"s", "s00000"}});
  std::vector<std::string> expected;
  for (int i = 0; i < 100; ++i) expected.push_back(std::to_string(i));
  QueryRequest query = query_of("A");
  EXPECT_EQ(ids(run(gateway_->query(query))->items), expected);
  EXPECT_EQ(between_.queries.size(), 16U);
  std::reverse(expected.begin(), expected.end());
  query.scan_index_forward = false;
  EXPECT_EQ(ids(run(gateway_->query(query))->items), expected);
}

TEST_F(Queries, ALimitCountsEvaluatedEntriesAndAFullPageHasACursor) {
  create({.shards = 8});
  put_many(20);
  QueryRequest query = query_of("A");
  query.filter_expression = "id = :x";
  query.placeholders.values->emplace(":x", "13");
  query.limit = 5;
  auto page = run(gateway_->query(query));
  EXPECT_EQ(page->count, 0);
  EXPECT_EQ(page->scanned_count, 5);
  EXPECT_TRUE(page->last_evaluated_key.has_value());
  EXPECT_EQ(walk(query), std::vector<std::string>{"13"});
  // Exactly at the end there is a cursor all the same; beyond it there is none.
  query.limit = 20;
  EXPECT_TRUE(run(gateway_->query(query))->last_evaluated_key.has_value());
  query.limit = 21;
  EXPECT_FALSE(run(gateway_->query(query))->last_evaluated_key.has_value());
}

TEST_F(Queries, ACursorIsThePlainIndexsOwn) {
  create({.shards = 8});
  put_many(4);
  QueryRequest query = query_of("A");
  query.limit = 2;
  const auto page = run(gateway_->query(query));
  EXPECT_EQ(*page->last_evaluated_key, (Item{{"id", "1"}, {"p", "A"}, {"s", "s00001"}}));
}

TEST_F(Queries, GoOnAfterACursorWhoseItemWasDeleted) {
  create({.shards = 8});
  put_many(30);
  QueryRequest query = query_of("A");
  query.limit = 11;
  const auto page = run(gateway_->query(query));
  DeleteItemRequest remove;
  remove.table_name = table_name;
  remove.key = {{"id", "10"}};
  ASSERT_TRUE(run(gateway_->delete_item(remove)).ok());
  query.exclusive_start_key = page->last_evaluated_key;
  query.limit = 3;
  EXPECT_EQ(ids(run(gateway_->query(query))->items), (std::vector<std::string>{"11", "12", "13"}));
}

TEST_F(Queries, ACursorOfAnInputThatIsNoKeyCarriesItsShard) {
  create({.shards = 8, .inputs = {"note"}});
  for (int i = 0; i < 40; ++i)
    put({{"id", padded(i)}, {"p", "A"}, {"s", "same"}, {"note", std::to_string(i)}});
  QueryRequest query = query_of("A");
  query.limit = 7;
  const auto page = run(gateway_->query(query));
  ASSERT_TRUE(page->last_evaluated_key.has_value());
  ASSERT_NE(find(*page->last_evaluated_key, "isotherm#shard"), nullptr);
  const auto all = walk(query);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 40U);
  EXPECT_EQ(all.size(), 40U);
  // Not of this index, not of this type, not a shard, too many attributes: refused.
  for (const AttributeValue& bad :
       {AttributeValue("3"), number(8), number(-1), AttributeValue(Number::parse("1.5").value())}) {
    query.exclusive_start_key = page->last_evaluated_key;
    query.exclusive_start_key->insert_or_assign("isotherm#shard", bad);
    EXPECT_EQ(run(gateway_->query(query)).error().message(),
              "The provided starting key is invalid");
  }
  query.exclusive_start_key = page->last_evaluated_key;
  query.exclusive_start_key->erase("isotherm#shard");
  EXPECT_EQ(run(gateway_->query(query)).error().message(), "The provided starting key is invalid");
}

TEST_F(Queries, AForgedCursorIsRefusedAsTheServiceRefusesIt) {
  Twins twins(Shape{.shards = 8});
  const Item good = {{"id", "1"}, {"p", "A"}, {"s", "m"}};
  std::vector<Item> bad = {
      {}, {{"id", "1"}}, {{"id", "1"}, {"p", "A"}}, good, good, good, good, good, good, good};
  bad[3].emplace("extra", "x");
  bad[4].insert_or_assign("s", number(1));
  bad[5].insert_or_assign("id", number(1));
  bad[6].insert_or_assign("p", "B");
  bad[7].insert_or_assign("s", "z");
  bad[8].insert_or_assign("s", "");
  bad[9].emplace(hidden_name, "A-1");
  for (const std::string condition : {"p = :p", "p = :p AND s < :s", "p = :p AND s = :s"}) {
    for (const Item& cursor : bad) {
      QueryRequest query = query_of("A");
      query.key_condition_expression = condition;
      if (condition.size() > 6) query.placeholders.values->emplace(":s", "m");
      query.exclusive_start_key = cursor;
      const auto plain = run(twins.plain->query(query));
      const auto sharded = run(twins.gateway.query(query));
      ASSERT_EQ(plain.ok(), sharded.ok()) << condition;
      if (!plain.ok()) EXPECT_EQ(sharded.error().message(), plain.error().message());
    }
  }
}

TEST_F(Queries, AFailingShardFailsTheQuery) {
  create({.shards = 16});
  put_many(64);
  between_.before_query = [](const QueryRequest& query) -> std::optional<Error> {
    const AttributeValue& key = query.placeholders.values->at(":s");
    if (key != AttributeValue("A-9")) return std::nullopt;
    Error error(ErrorCode::provisioned_throughput_exceeded, "index by-p-sharded is too busy");
    error.mutable_detail().throttling_reasons = {
        {"IndexReadProvisionedThroughputExceeded",
         "arn:aws:dynamodb:r:a:table/Things/index/by-p-sharded"}};
    return error;
  };
  const auto answer = run(gateway_->query(query_of("A")));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code(), ErrorCode::provisioned_throughput_exceeded);
  EXPECT_EQ(answer.error().message(), "index by-p is too busy");
  EXPECT_EQ(answer.error().detail().throttling_reasons[0].resource,
            "arn:aws:dynamodb:r:a:table/Things/index/by-p");
}

TEST_F(Queries, AShardThatDoesNotGoOnIsAnErrorAndNoLoop) {
  create({.shards = 2});
  put_many(10);
  // A store that answers every page with no entries and the same cursor.
  between_.after_query = [](const QueryRequest& query, ReadManyResponse& answer) {
    answer.items.clear();
    answer.last_evaluated_key =
        Item{{"id", "1"}, {"s", "s00001"}, {hidden_name, query.placeholders.values->at(":s")}};
  };
  const auto page = run(gateway_->query(query_of("A")));
  ASSERT_FALSE(page.ok());
  EXPECT_EQ(page.error().code(), ErrorCode::internal);
  EXPECT_THAT(page.error().message(), HasSubstr("ended where it began"));
}

TEST_F(Queries, ConsumedCapacityIsSummedUnderTheLogicalName) {
  create({.shards = 16});
  put_many(10);
  QueryRequest query = query_of("A");
  query.return_consumed_capacity = ReturnConsumedCapacity::indexes;
  const auto answer = run(gateway_->query(query));
  ASSERT_TRUE(answer.ok());
  EXPECT_EQ(answer->consumed.table_name, table_name);
  ASSERT_EQ(answer->consumed.global_indexes.size(), 1U);
  EXPECT_EQ(answer->consumed.global_indexes.begin()->first, index_name);
  EXPECT_EQ(answer->consumed.global_indexes.begin()->second.read_units, 16 * 0.5);
}

TEST_F(Queries, ReadAmplificationStaysNearOne) {
  create({.shards = 16});
  put_many(3000);
  for (const std::int64_t limit : {100, 1000}) {
    between_.entries_read = 0;
    QueryRequest query = query_of("A");
    query.limit = limit;
    ASSERT_EQ(run(gateway_->query(query))->scanned_count, limit);
    EXPECT_LT(static_cast<double>(between_.entries_read), 1.5 * static_cast<double>(limit));
  }
}

TEST_F(Queries, WithoutASortKeyALimitReadsShardsInTurn) {
  create({.sort = std::nullopt, .shards = 16, .inputs = {"id"}});
  for (int i = 0; i < 200; ++i) put({{"id", std::to_string(i)}, {"p", "A"}});
  QueryRequest query = query_of("A");
  query.limit = 10;
  ASSERT_EQ(run(gateway_->query(query))->scanned_count, 10);
  EXPECT_EQ(between_.entries_read, 10);
  const auto all = walk(query);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 200U);
  EXPECT_EQ(all.size(), 200U);
  std::vector<std::string> forward = all;
  query.scan_index_forward = false;
  auto backward = walk(query);
  std::reverse(backward.begin(), backward.end());
  EXPECT_EQ(backward, forward);
}

TEST_F(Queries, APageEndsAtOneMegabyteOfEntries) {
  create({.shards = 4});
  const std::string filler(100'000, 'x');
  for (int i = 0; i < 30; ++i)
    put({{"id", std::to_string(i)}, {"p", "A"}, {"s", "s" + padded(i)}, {"filler", filler}});
  const auto page = run(gateway_->query(query_of("A")));
  // The entry that crosses the line is in.
  EXPECT_EQ(page->scanned_count, 11);
  EXPECT_TRUE(page->last_evaluated_key.has_value());
  EXPECT_EQ(walk(query_of("A")).size(), 30U);
}

TEST_F(Queries, AScanOfTheIndexShowsEachItemOnceInEverySegmentation) {
  for (const std::vector<std::string>& inputs :
       {std::vector<std::string>{"s"}, std::vector<std::string>{"note"}}) {
    engine_ = open_engine();
    Between between(*engine_);
    const Shape shape{.shards = 8, .inputs = inputs};
    Gateway gateway(between, schema_of(shape));
    ASSERT_TRUE(run(gateway.create_table(create_request(shape))).ok());
    for (int i = 0; i < 60; ++i)
      ASSERT_TRUE(run(gateway.put_item(put_of({{"id", std::to_string(i)},
                                               {"p", "P" + std::to_string(i % 3)},
                                               {"s", padded(i)},
                                               {"note", std::to_string(i)}})))
                      .ok());
    for (const std::int64_t segments : {1, 3}) {
      std::multiset<std::string> seen;
      for (std::int64_t segment = 0; segment < segments; ++segment) {
        ScanRequest scan;
        scan.table_name = table_name;
        scan.index_name = index_name;
        scan.limit = 7;
        if (segments > 1) {
          scan.segment = segment;
          scan.total_segments = segments;
        }
        for (;;) {
          const auto page = run(gateway.scan(scan));
          ASSERT_TRUE(page.ok()) << page.error().message();
          for (const Item& item : page->items) {
            EXPECT_EQ(find(item, hidden_name), nullptr);
            seen.insert(*find(item, "id")->get_if<std::string>());
          }
          if (!page->last_evaluated_key) break;
          EXPECT_EQ(find(*page->last_evaluated_key, hidden_name), nullptr);
          scan.exclusive_start_key = page->last_evaluated_key;
        }
      }
      EXPECT_EQ(seen.size(), 60U);
      EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 60U);
    }
  }
}

TEST_F(Queries, TheTableShowsNothingHidden) {
  create({.shards = 8});
  put_many(5);
  ScanRequest scan;
  scan.table_name = table_name;
  const auto page = run(gateway_->scan(scan));
  ASSERT_TRUE(page.ok());
  for (const Item& item : page->items) EXPECT_EQ(find(item, hidden_name), nullptr);
  QueryRequest query;
  query.table_name = table_name;
  query.key_condition_expression = "id = :id";
  query.placeholders.values = ExpressionValues{{":id", "3"}};
  EXPECT_EQ(run(gateway_->query(query))->items[0],
            (Item{{"id", "3"}, {"p", "A"}, {"s", "s00003"}}));
  query.index_name = physical_name;
  EXPECT_EQ(run(gateway_->query(query)).error().message(),
            "The table does not have the specified index: by-p-sharded");
  scan.filter_expression = "begins_with(p_shard, :a)";
  scan.placeholders.values = ExpressionValues{{":a", "A"}};
  EXPECT_THAT(run(gateway_->scan(scan)).error().message(), HasSubstr("is reserved"));
}

}  // namespace
}  // namespace isotherm::gateway
