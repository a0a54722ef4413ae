// Tables whose shards are drawn: collections that only grow, as votes and events.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "gateway/cursor.h"
#include "gateway/testing/keyed.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the keyed table
using ::testing::HasSubstr;
using ::testing::SizeIs;

const std::string random_votes =
    "strategy: random, shards: 10, format: {separator: '_', digits: decimal, first: 1}";

std::map<std::string, int> keys_of(const std::vector<Item>& stored) {
  std::map<std::string, int> keys;
  for (const Item& item : stored) ++keys[*find(item, "PK")->get_if<std::string>()];
  return keys;
}

TEST(DrawnKeys, RandomPutsSpread) {
  Keyed keyed(random_votes);
  for (int i = 0; i < 300; ++i) keyed.put("A", "v" + std::to_string(i));
  const auto keys = keys_of(keyed.stored());
  EXPECT_THAT(keys, SizeIs(10));
  EXPECT_TRUE(keys.contains("A_1") && keys.contains("A_10"));
  for (const auto& [key, count] : keys) EXPECT_GT(count, 10) << key;
  EXPECT_EQ(keyed.all(keyed.query("A")).size(), 300U);
}

TEST(DrawnKeys, RoundRobinPutsTakeTurns) {
  Keyed keyed("strategy: round-robin, shards: 4, original: o");
  for (int i = 0; i < 40; ++i) keyed.put("A", "v" + std::to_string(i));
  for (const auto& [key, count] : keys_of(keyed.stored())) EXPECT_EQ(count, 10) << key;
  EXPECT_EQ(*keyed.get("A", "v7"), (Item{{"PK", "A"}, {"SK", "v7"}}));
}

TEST(DrawnKeys, AnItemIsFoundAndDeletedByItsKey) {
  Keyed keyed(random_votes);
  keyed.put("A", "v", {{"n", number(1)}});
  GetItemRequest get = keyed.get_of("A", "v");
  EXPECT_EQ(*run(keyed.gateway.get_item(get))->item,
            (Item{{"PK", "A"}, {"SK", "v"}, {"n", number(1)}}));
  get.projection_expression = "n";
  EXPECT_EQ(*run(keyed.gateway.get_item(get))->item, (Item{{"n", number(1)}}));
  get.projection_expression = "n..";
  EXPECT_THAT(run(keyed.gateway.get_item(get)).error().message(), HasSubstr("Syntax error"));
  DeleteItemRequest remove;
  remove.table_name = "Tbl";
  remove.key = {{"PK", "A"}, {"SK", "v"}};
  remove.return_values = ReturnValues::all_old;
  remove.condition_expression = "n = :n";
  remove.placeholders.values = ExpressionValues{{":n", number(2)}};
  EXPECT_EQ(run(keyed.gateway.delete_item(remove)).error().code(),
            ErrorCode::conditional_check_failed);
  remove.placeholders.values = ExpressionValues{{":n", number(1)}};
  const auto removed = run(keyed.gateway.delete_item(remove));
  ASSERT_TRUE(removed.ok()) << removed.error().message();
  EXPECT_EQ(*removed->attributes, (Item{{"PK", "A"}, {"SK", "v"}, {"n", number(1)}}));
  EXPECT_FALSE(keyed.get("A", "v"));
  EXPECT_TRUE(keyed.stored().empty());
}

TEST(DrawnKeys, APutThatIsRepeatedIsOneItem) {
  Keyed keyed(random_votes);
  for (int i = 0; i < 3; ++i) keyed.put("A", "v", {{"n", number(1)}});
  EXPECT_THAT(keyed.stored(), SizeIs(1));
}

TEST(DrawnKeys, TwoContentsOfOneKeyAreAnErrorUntilItIsDeleted) {
  Keyed keyed("strategy: round-robin, shards: 3");
  keyed.put("A", "v", {{"n", number(1)}});
  keyed.put("A", "v", {{"n", number(2)}});
  keyed.put("A", "w");
  EXPECT_THAT(run(keyed.gateway.get_item(keyed.get_of("A", "v"))).error().message(),
              HasSubstr("put more than once with different contents"));
  EXPECT_THAT(run(keyed.gateway.query(keyed.query("A"))).error().message(),
              HasSubstr("put more than once with different contents"));
  DeleteItemRequest remove;
  remove.table_name = "Tbl";
  remove.key = {{"PK", "A"}, {"SK", "v"}};
  ASSERT_TRUE(run(keyed.gateway.delete_item(remove)).ok());
  EXPECT_EQ(keyed.all(keyed.query("A")).size(), 1U);
}

TEST(DrawnKeys, CopiesOfOneContentAreOneItem) {
  Keyed keyed("strategy: round-robin, shards: 3");
  for (int i = 0; i < 6; ++i) keyed.put("A", "v" + std::to_string(i / 2), {{"n", number(i / 2)}});
  EXPECT_THAT(keyed.stored(), SizeIs(6));
  QueryRequest query = keyed.query("A");
  EXPECT_EQ(keyed.all(query).size(), 3U);
  query.limit = 1;
  EXPECT_EQ(keyed.all(query).size(), 3U);
  EXPECT_TRUE(keyed.get("A", "v1"));
}

TEST(DrawnKeys, WhatCannotBeKeptIsRefused) {
  Keyed keyed(random_votes);
  keyed.put("A", "v");
  const auto why = [&](const auto& answer) {
    return answer.ok() ? std::string("done") : answer.error().message();
  };
  PutItemRequest put = keyed.put_of("A", "v");
  put.condition_expression = "attribute_not_exists(PK)";
  EXPECT_THAT(why(run(keyed.gateway.put_item(put))), HasSubstr("use 'strategy: hash'"));
  put = keyed.put_of("A", "v");
  put.return_values = ReturnValues::all_old;
  EXPECT_THAT(why(run(keyed.gateway.put_item(put))), HasSubstr("cannot return the old item"));
  UpdateItemRequest update = update_of({{"PK", "A"}, {"SK", "new"}}, "SET n = :n", {{":n", "1"}});
  update.table_name = "Tbl";
  EXPECT_THAT(why(run(keyed.gateway.update_item(update))), HasSubstr("cannot make a new item"));
  TransactWriteItemsRequest transaction;
  update.key.insert_or_assign("SK", "v");
  transaction.actions = {update};
  EXPECT_THAT(why(run(keyed.gateway.transact_write_items(transaction))),
              HasSubstr("a transaction can only put items"));
}

TEST(DrawnKeys, AnItemThatIsThereIsUpdated) {
  Keyed keyed(random_votes);
  keyed.put("A", "v", {{"n", number(1)}});
  UpdateItemRequest update = update_of({{"PK", "A"}, {"SK", "v"}}, "ADD n :n", {{":n", number(2)}});
  update.table_name = "Tbl";
  update.return_values = ReturnValues::all_new;
  const auto answer = run(keyed.gateway.update_item(update));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(*find(*answer->attributes, "n"), number(3));
  update.condition_expression = "n = :n";
  const auto failed = run(keyed.gateway.update_item(update));
  EXPECT_EQ(failed.error().code(), ErrorCode::conditional_check_failed);
  EXPECT_FALSE(failed.error().detail().item);
}

TEST(DrawnKeys, AnUpdateOfAnItemThatGoesMeanwhileMakesNone) {
  Keyed keyed(random_votes);
  keyed.put("A", "v");
  keyed.between.before_update = [&](UpdateItemRequest& update) {
    DeleteItemRequest remove;
    remove.table_name = "Tbl";
    remove.key = update.key;
    EXPECT_TRUE(run(keyed.below->delete_item(remove)).ok());
  };
  UpdateItemRequest update = update_of({{"PK", "A"}, {"SK", "v"}}, "SET n = :n", {{":n", "1"}});
  update.table_name = "Tbl";
  EXPECT_THAT(run(keyed.gateway.update_item(update)).error().message(),
              HasSubstr("cannot make a new item"));
  EXPECT_TRUE(keyed.stored().empty());
}

TEST(DrawnKeys, BatchesReachAllShards) {
  Keyed keyed(random_votes);
  BatchWriteItemRequest write;
  for (int i = 0; i < 20; ++i)
    write.request_items["Tbl"].push_back(
        PutRequest{keyed.put_of("A", "v" + std::to_string(i), {{"n", number(i)}}).item});
  ASSERT_TRUE(run(keyed.gateway.batch_write_item(write)).ok());
  BatchGetItemRequest get;
  for (int i = 0; i < 25; ++i)
    get.request_items["Tbl"].keys.push_back({{"PK", "A"}, {"SK", "v" + std::to_string(i)}});
  get.request_items["Tbl"].projection_expression = "n";
  const auto read = run(keyed.gateway.batch_get_item(get));
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_THAT(read->responses.at("Tbl"), SizeIs(20));
  EXPECT_THAT(read->responses.at("Tbl")[0], SizeIs(1));
  get.request_items["Tbl"].keys.push_back({{"PK", "A"}, {"SK", "v1"}});
  EXPECT_THAT(run(keyed.gateway.batch_get_item(get)).error().message(), HasSubstr("duplicates"));
  write.request_items["Tbl"] = {DeleteRequest{{{"PK", "A"}, {"SK", "v3"}}},
                                DeleteRequest{{{"PK", "A"}, {"SK", "none"}}}};
  ASSERT_TRUE(run(keyed.gateway.batch_write_item(write)).ok());
  EXPECT_THAT(keyed.stored(), SizeIs(19));
}

TEST(DrawnKeys, TransactionsPutAndRead) {
  Keyed keyed(random_votes);
  TransactWriteItemsRequest write;
  write.actions = {keyed.put_of("A", "v"), keyed.put_of("A", "w")};
  ASSERT_TRUE(run(keyed.gateway.transact_write_items(write)).ok());
  write.actions.emplace_back(keyed.put_of("A", "w", {{"n", number(1)}}));
  EXPECT_THAT(run(keyed.gateway.transact_write_items(write)).error().message(),
              HasSubstr("multiple operations on one item"));
  TransactGetItemsRequest read;
  for (const char* sort : {"w", "none", "v"})
    read.gets.push_back({"Tbl", {{"PK", "A"}, {"SK", sort}}, std::nullopt, std::nullopt});
  const auto answer = run(keyed.gateway.transact_get_items(read));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  ASSERT_THAT(answer->items, SizeIs(3));
  EXPECT_EQ(*answer->items[0], (Item{{"PK", "A"}, {"SK", "w"}}));
  EXPECT_FALSE(answer->items[1]);
  EXPECT_TRUE(answer->items[2]);
}

TEST(DrawnKeys, PagesGoOnWhereTheyEnded) {
  Keyed keyed(random_votes);
  std::vector<std::string> sorts;
  for (int i = 100; i < 160; ++i) keyed.put("A", sorts.emplace_back("v" + std::to_string(i)));
  for (const bool forward : {true, false}) {
    QueryRequest query = keyed.query("A");
    query.limit = 7;
    query.scan_index_forward = forward;
    std::vector<std::string> read;
    for (const Item& item : keyed.all(query))
      read.push_back(*find(item, "SK")->get_if<std::string>());
    if (!forward) std::reverse(read.begin(), read.end());
    EXPECT_EQ(read, sorts);
  }
  EXPECT_EQ(keyed.scan(7).size(), 60U);
  ScanRequest scan;
  scan.table_name = "Tbl";
  scan.limit = 7;
  auto cursor = *run(keyed.gateway.scan(scan))->last_evaluated_key;
  EXPECT_THAT(cursor, SizeIs(3));
  cursor.erase(cursor.find(cursor_shard_attribute));
  scan.exclusive_start_key = cursor;
  EXPECT_FALSE(run(keyed.gateway.scan(scan)).ok());
}

}  // namespace
}  // namespace isotherm::gateway
