// Tables with aggregates: counters whose parts lie in all shards.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <thread>

#include "gateway/testing/keyed.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the keyed table
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr const char* shards = "shards: 5, original: o";
constexpr const char* aggregates =
    "    aggregates: {votes: sum, least: min, most: max, voters: union}\n";

struct Counted : Keyed {
  Counted() : Keyed(shards, KeyType::S, aggregates) {}

  static UpdateItemRequest update(std::string text, ExpressionValues values = {}) {
    UpdateItemRequest request;
    request.table_name = "Tbl";
    request.key = {{"PK", "song"}, {"SK", "total"}};
    request.update_expression = std::move(text);
    if (!values.empty()) request.placeholders.values = std::move(values);
    return request;
  }
  /// "done", or why not.
  std::string send(UpdateItemRequest request) {
    const auto answer = run(gateway.update_item(std::move(request)));
    return answer.ok() ? "done" : answer.error().message();
  }
  std::string add(std::int64_t votes) {
    return send(update("ADD votes :n", {{":n", number(votes)}}));
  }
  std::optional<AttributeValue> read(const std::string& attribute) {
    const auto item = get("song", "total");
    const AttributeValue* value = item ? find(*item, attribute) : nullptr;
    return value == nullptr ? std::nullopt : std::optional(*value);
  }
};

TEST(Aggregates, AddsSpreadAndReadsSum) {
  Counted table;
  for (int i = 1; i <= 20; ++i) ASSERT_EQ(table.add(i), "done");
  EXPECT_THAT(table.stored(), SizeIs(5)) << "one part in each shard";
  EXPECT_EQ(*table.get("song", "total"),
            (Item{{"PK", "song"}, {"SK", "total"}, {"votes", number(210)}}));
  const auto found = table.all(table.query("song"));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(*find(found[0], "votes"), number(210));
  const auto scanned = table.scan();
  ASSERT_THAT(scanned, SizeIs(1));
  EXPECT_EQ(*find(scanned[0], "votes"), number(210));
}

TEST(Aggregates, OtherAttributesLieAtHome) {
  Counted table;
  table.put("song", "total", {{"title", "x"}, {"votes", number(7)}});
  for (int i = 0; i < 10; ++i) ASSERT_EQ(table.add(1), "done");
  ASSERT_EQ(
      table.send(table.update("SET title = :t ADD votes :n", {{":t", "y"}, {":n", number(1)}})),
      "done");
  EXPECT_EQ(*table.get("song", "total"),
            (Item{{"PK", "song"}, {"SK", "total"}, {"title", "y"}, {"votes", number(18)}}));
  GetItemRequest get = table.get_of("song", "total");
  get.projection_expression = "votes";
  EXPECT_EQ(*run(table.gateway.get_item(get))->item, (Item{{"votes", number(18)}}));
}

TEST(Aggregates, LeastGreatestAndUnion) {
  Counted table;
  for (const int value : {5, 3, 9, 4, 8, 7}) {
    ASSERT_EQ(table.send(table.update("ADD least :n", {{":n", number(value)}})), "done");
    ASSERT_EQ(table.send(table.update("ADD most :n", {{":n", number(value)}})), "done");
    ASSERT_EQ(table.send(table.update("ADD voters :v",
                                      {{":v", StringSet{{"v" + std::to_string(value % 4)}}}})),
              "done");
  }
  EXPECT_EQ(table.read("least"), number(3));
  EXPECT_EQ(table.read("most"), number(9));
  EXPECT_EQ(table.read("voters"), AttributeValue(StringSet{{"v0", "v1", "v3"}}));
  ASSERT_EQ(table.send(table.update("DELETE voters :v", {{":v", StringSet{{"v1", "v9"}}}})),
            "done");
  EXPECT_EQ(table.read("voters"), AttributeValue(StringSet{{"v0", "v3"}}));
}

TEST(Aggregates, WhatSetsChangesAllShards) {
  Counted table;
  for (int i = 0; i < 10; ++i) table.add(1);
  ASSERT_EQ(table.send(table.update("SET votes = :n", {{":n", number(100)}})), "done");
  EXPECT_EQ(table.read("votes"), number(100));
  table.add(1);
  ASSERT_EQ(table.send(table.update("REMOVE votes")), "done");
  EXPECT_EQ(table.read("votes"), std::nullopt);
  table.add(2);
  EXPECT_EQ(table.read("votes"), number(2));
  table.put("song", "total", {{"votes", number(50)}});
  EXPECT_EQ(table.read("votes"), number(50));
  DeleteItemRequest remove;
  remove.table_name = "Tbl";
  remove.key = {{"PK", "song"}, {"SK", "total"}};
  ASSERT_TRUE(run(table.gateway.delete_item(remove)).ok());
  EXPECT_TRUE(table.stored().empty());
  EXPECT_FALSE(table.get("song", "total"));
  table.add(1);
  EXPECT_EQ(table.read("votes"), number(1));
}

TEST(Aggregates, WhatCannotBeExactIsRefused) {
  Counted table;
  table.add(1);
  const auto n = [](int value) { return ExpressionValues{{":n", number(value)}}; };
  EXPECT_THAT(table.send(table.update("SET votes = votes + :n", n(1))),
              HasSubstr("write with ADD"));
  EXPECT_THAT(table.send(table.update("SET x = votes")), HasSubstr("would have to read"));
  UpdateItemRequest update = table.update("ADD votes :n", n(1));
  update.return_values = ReturnValues::updated_new;
  EXPECT_THAT(table.send(update), HasSubstr("would have to return"));
  update = table.update("SET x = :n", n(1));
  update.condition_expression = "votes < :n";
  EXPECT_THAT(table.send(update), HasSubstr("ConditionExpression would have to read"));
  EXPECT_THAT(table.send(table.update("SET votes = :n", {{":n", "text"}})),
              HasSubstr("takes numbers"));
  EXPECT_THAT(table.send(table.update("ADD votes :n SET least = :n", n(1))), HasSubstr("send two"));
  EXPECT_THAT(table.send(table.update("ADD votes :n, most :n", n(1))), HasSubstr("stands alone"));
  PutItemRequest put = table.put_of("song", "total");
  put.return_values = ReturnValues::all_old;
  EXPECT_THAT(run(table.gateway.put_item(put)).error().message(),
              HasSubstr("would have to return"));
  EXPECT_EQ(table.read("votes"), number(1));
}

TEST(Aggregates, ConditionsOnOtherAttributesHold) {
  Counted table;
  table.put("song", "total", {{"open", true}});
  UpdateItemRequest vote = table.update("ADD votes :n", {{":n", number(1)}, {":t", true}});
  vote.condition_expression = "#open = :t";
  vote.placeholders.names = ExpressionNames{{"#open", "open"}};
  EXPECT_EQ(table.send(vote), "done");
  table.put("song", "total", {{"open", false}, {"votes", number(1)}});
  EXPECT_EQ(run(table.gateway.update_item(vote)).error().code(),
            ErrorCode::conditional_check_failed);
  PutItemRequest put = table.put_of("song", "total");
  put.condition_expression = "attribute_not_exists(PK)";
  EXPECT_EQ(run(table.gateway.put_item(put)).error().code(), ErrorCode::conditional_check_failed);
}

TEST(Aggregates, BatchesAndTransactionsSeeWholeItems) {
  Counted table;
  for (int i = 0; i < 10; ++i) table.add(1);
  BatchGetItemRequest batch;
  batch.request_items["Tbl"].keys = {{{"PK", "song"}, {"SK", "total"}},
                                     {{"PK", "song"}, {"SK", "none"}}};
  const auto read = run(table.gateway.batch_get_item(batch));
  ASSERT_TRUE(read.ok()) << read.error().message();
  ASSERT_THAT(read->responses.at("Tbl"), SizeIs(1));
  EXPECT_EQ(*find(read->responses.at("Tbl")[0], "votes"), number(10));
  TransactGetItemsRequest get;
  get.gets.push_back({"Tbl", {{"PK", "song"}, {"SK", "total"}}, "votes", std::nullopt});
  const auto got = run(table.gateway.transact_get_items(get));
  ASSERT_TRUE(got.ok()) << got.error().message();
  EXPECT_EQ(*got->items[0], (Item{{"votes", number(10)}}));
  TransactWriteItemsRequest write;
  write.actions = {table.update("ADD votes :n", {{":n", number(5)}}),
                   table.put_of("song", "other")};
  ASSERT_TRUE(run(table.gateway.transact_write_items(write)).ok());
  EXPECT_EQ(table.read("votes"), number(15));
  BatchWriteItemRequest puts;
  puts.request_items["Tbl"] = {PutRequest{table.put_of("song", "total").item},
                               DeleteRequest{{{"PK", "song"}, {"SK", "other"}}}};
  ASSERT_TRUE(run(table.gateway.batch_write_item(puts)).ok());
  EXPECT_THAT(table.stored(), SizeIs(1));
}

TEST(Aggregates, PagesCountItemsAndNotParts) {
  Counted table;
  for (int item = 0; item < 12; ++item)
    for (int i = 0; i < 5; ++i) {
      UpdateItemRequest request = table.update("ADD votes :n", {{":n", number(1)}});
      request.key = {{"PK", "p"}, {"SK", "s" + std::to_string(100 + item)}};
      ASSERT_EQ(table.send(request), "done");
    }
  QueryRequest query = table.query("p");
  query.limit = 5;
  const auto page = run(table.gateway.query(query));
  EXPECT_EQ(page->count, 5);
  for (const Item& item : page->items) EXPECT_EQ(*find(item, "votes"), number(5));
  EXPECT_THAT(table.all(query), SizeIs(12));
  ScanRequest scan;
  scan.table_name = "Tbl";
  scan.limit = 5;
  EXPECT_EQ(run(table.gateway.scan(scan))->scanned_count, 5);
  EXPECT_THAT(table.scan(5), SizeIs(12));
  scan.filter_expression = "votes = :n";
  scan.placeholders.values = ExpressionValues{{":n", number(5)}};
  scan.select = Select::count;
  EXPECT_EQ(run(table.gateway.scan(scan))->count, 5);
}

TEST(Aggregates, NoVoteIsLostAmongManyVoters) {
  Counted table;
  constexpr int threads = 4;
  constexpr int votes = 40;
  const auto voting = [&] {
    // Each voter has a gateway of its own, as in several processes.
    Gateway gateway(*table.below, table.gateway.current_schema());
    for (int i = 0; i < votes; ++i)
      EXPECT_TRUE(
          run(gateway.update_item(Counted::update("ADD votes :n", {{":n", number(1)}}))).ok());
  };
  {
    std::vector<std::jthread> voters;
    for (int i = 0; i < threads; ++i) voters.emplace_back(voting);
  }
  EXPECT_EQ(table.read("votes"), number(threads * votes));
}

/// What an item is, when nothing is sharded.
struct Model {
  bool exists = false;
  std::optional<std::int64_t> votes;
  std::optional<std::int64_t> most;

  void add(std::int64_t n) {
    exists = true;
    votes = votes.value_or(0) + n;
  }
  void raise(std::int64_t n) {
    exists = true;
    most = std::max(most.value_or(n), n);
  }
};

/// Sends one of the requests with a number, and does to the model what it means.
void act(Counted& table, const std::string& sort, std::size_t kind, std::int64_t n, Model& model) {
  const auto send = [&](const char* text, bool has_value) {
    UpdateItemRequest request = table.update(text);
    request.key.insert_or_assign("SK", sort);
    if (has_value) request.placeholders.values = ExpressionValues{{":n", number(n)}};
    return table.send(std::move(request));
  };
  switch (kind) {
    case 0:
      ASSERT_EQ(send("SET votes = :n", true), "done");
      model.exists = true;
      model.votes = n;
      break;
    case 1:
      ASSERT_EQ(send("REMOVE votes, most", false), "done");
      model = {true, std::nullopt, std::nullopt};
      break;
    case 2: {
      table.put("song", sort, {{"votes", number(n)}});
      model = {true, n, std::nullopt};
      break;
    }
    case 3: {
      BatchWriteItemRequest batch;
      batch.request_items["Tbl"] = {DeleteRequest{{{"PK", "song"}, {"SK", sort}}}};
      ASSERT_TRUE(run(table.gateway.batch_write_item(batch)).ok());
      model = {};
      break;
    }
    case 4:
    case 5:
      ASSERT_EQ(send("ADD most :n", true), "done");
      model.raise(n);
      break;
    case 6:
      ASSERT_EQ(send("ADD votes :n SET title = :n", true), "done");
      model.add(n);
      break;
    default: ASSERT_EQ(send("ADD votes :n", true), "done"); model.add(n);
  }
}

TEST(Aggregates, AreAsTheModelAfterAnyRequests) {
  const unsigned seed = std::random_device()();
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::int64_t>(random() % n); };
  Counted table;
  std::map<std::string, Model> models;
  for (int step = 0; step < 400; ++step) {
    const std::string sort = "s" + std::to_string(below(3));
    Model& model = models[sort];
    act(table, sort, static_cast<std::size_t>(below(12)), below(20) - 10, model);
    const auto item = table.get("song", sort);
    ASSERT_EQ(item.has_value(), model.exists) << "seed " << seed << ", step " << step;
    if (!item) continue;
    const auto has = [&](const char* name, const std::optional<std::int64_t>& value) {
      const AttributeValue* found = find(*item, name);
      return value ? found != nullptr && *found == number(*value) : found == nullptr;
    };
    ASSERT_TRUE(has("votes", model.votes) && has("most", model.most))
        << "seed " << seed << ", step " << step;
  }
  std::size_t there = 0;
  for (const auto& [sort, model] : models) there += model.exists ? 1 : 0;
  EXPECT_EQ(table.all(table.query("song")).size(), there) << "seed " << seed;
  EXPECT_EQ(table.scan(2).size(), there) << "seed " << seed;
}

}  // namespace
}  // namespace isotherm::gateway
