#include "load/item_source.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace isotherm::load {
namespace {

using Json = nlohmann::json;

// As the service counts: names and values of string attributes.
std::size_t item_bytes(const Json& item) {
  std::size_t bytes = 0;
  for (const auto& [name, value] : item.items())
    bytes += name.size() + value.at("S").get<std::string>().size();
  return bytes;
}

Action one_action(Verb verb, Workload workload = {}) {
  workload.mix = {{verb, 100}};
  ItemSource source(workload, 0, 1);
  Action action;
  source.next(action);
  return action;
}

TEST(ItemSource, MakesItemsOfTheSizeAskedFor) {
  for (const std::uint64_t bytes : {40u, 100u, 1024u, 100'000u, 400u * 1024}) {
    Workload workload;
    workload.item_bytes = bytes;
    const auto action = one_action(Verb::put, workload);
    EXPECT_EQ(action.first.operation, "PutItem");
    EXPECT_EQ(item_bytes(Json::parse(action.first.body).at("Item")), bytes);
  }
}

TEST(ItemSource, EveryVerbMakesItsRequest) {
  EXPECT_EQ(one_action(Verb::get).first.operation, "GetItem");
  EXPECT_EQ(one_action(Verb::remove).first.operation, "DeleteItem");
  const auto update = one_action(Verb::update);
  EXPECT_EQ(update.first.operation, "UpdateItem");
  EXPECT_EQ(Json::parse(update.first.body).at("UpdateExpression"), "SET payload = :p");
  const auto query = Json::parse(one_action(Verb::query).first.body);
  EXPECT_EQ(query.at("Limit"), 10);
  EXPECT_EQ(query.at("KeyConditionExpression"), "pk = :p");
  const auto scan = Json::parse(one_action(Verb::scan).first.body);
  EXPECT_LT(scan.at("Segment"), scan.at("TotalSegments"));
  Workload workload;
  workload.consistent_read = true;
  for (const auto verb : {Verb::get, Verb::query, Verb::range, Verb::scan})
    EXPECT_EQ(Json::parse(one_action(verb, workload).first.body).at("ConsistentRead"), true);
}

TEST(ItemSource, KeysOfOneCollectionShareTheirPartitionKey) {
  Workload workload;
  workload.collection_items = 4;
  workload.keys = {.order = KeyOrder::sequential, .count = 12};
  workload.mix = {{Verb::get, 100}};
  ItemSource source(workload, 0, 1);
  std::map<std::string, std::set<std::string>> collections;
  Action action;
  for (int i = 0; i < 12; ++i) {
    source.next(action);
    const auto key = Json::parse(action.first.body).at("Key");
    collections[key["pk"]["S"]].insert(key["sk"]["S"].get<std::string>());
  }
  ASSERT_EQ(collections.size(), 3u);
  for (const auto& [pk, sorts] : collections) EXPECT_EQ(sorts.size(), 4u);
}

TEST(ItemSource, ABatchNamesEachKeyOnce) {
  Workload workload;
  workload.keys = {.order = KeyOrder::hot, .count = 30};
  const auto read = Json::parse(one_action(Verb::batch_get, workload).first.body);
  const auto& keys = read.at("RequestItems").at(workload.table).at("Keys");
  std::set<std::string> distinct;
  for (const auto& key : keys) distinct.insert(key.dump());
  EXPECT_EQ(keys.size(), 25u);
  EXPECT_EQ(distinct.size(), 25u);
  workload.keys.count = 7;
  const auto write = Json::parse(one_action(Verb::batch_write, workload).first.body);
  EXPECT_EQ(write.at("RequestItems").at(workload.table).size(), 7u);
}

TEST(ItemSource, AReadModifyWriteWritesWhatItRead) {
  const auto action = one_action(Verb::read_modify_write);
  EXPECT_EQ(action.first.operation, "GetItem");
  ASSERT_TRUE(action.then);
  EXPECT_EQ(action.then->operation, "PutItem");
  const auto key = Json::parse(action.first.body).at("Key");
  const auto item = Json::parse(action.then->body).at("Item");
  EXPECT_EQ(item.at("pk"), key.at("pk"));
  EXPECT_EQ(item.at("sk"), key.at("sk"));
}

TEST(ItemSource, RangesAskForOneItemToTheMost) {
  Workload workload;
  ASSERT_TRUE(apply_ycsb("e", workload).ok());
  ItemSource source(workload, 0, 1);
  std::set<int> limits;
  Action action;
  for (int i = 0; i < 5'000; ++i) {
    source.next(action);
    const auto body = Json::parse(action.first.body);
    if (action.first.operation == "Query") limits.insert(body.at("Limit").get<int>());
  }
  EXPECT_EQ(*limits.begin(), 1);
  EXPECT_EQ(*limits.rbegin(), 100);
}

TEST(ItemSource, TheMixIsKept) {
  Workload workload;
  workload.mix = {{Verb::get, 70}, {Verb::put, 25}, {Verb::scan, 5}};
  ItemSource source(workload, 0, 1);
  std::vector<int> counts(3);
  Action action;
  for (int i = 0; i < 20'000; ++i) {
    source.next(action);
    ++counts[action.kind];
  }
  EXPECT_NEAR(counts[0], 14'000, 350);
  EXPECT_NEAR(counts[1], 5'000, 310);
  EXPECT_NEAR(counts[2], 1'000, 160);
  EXPECT_EQ(source.kinds(), (std::vector<std::string>{"get", "put", "scan"}));
}

TEST(ItemSource, TheSameSeedSendsTheSame) {
  Workload workload;
  workload.seed = 42;
  ItemSource one(workload, 0, 1), two(workload, 0, 1);
  workload.seed = 43;
  ItemSource other(workload, 0, 1);
  Action a, b, c;
  bool differs = false;
  for (int i = 0; i < 200; ++i) {
    one.next(a), two.next(b), other.next(c);
    ASSERT_EQ(a.first.body, b.first.body);
    differs |= a.first.body != c.first.body;
  }
  EXPECT_TRUE(differs);
}

}  // namespace
}  // namespace isotherm::load
