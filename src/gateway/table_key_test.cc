// A table whose own key is sharded: what the application sees, and what the store has.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/testing/keyed.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the keyed table
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(TableKey, LiesAsTheRuleSays) {
  Keyed keyed("shards: 10, format: {separator: '#', digits: decimal, first: 1}, original: o");
  keyed.put("song-1", "voter-9", {{"weight", number(3)}});
  const auto stored = keyed.stored();
  ASSERT_THAT(stored, SizeIs(1));
  const std::string key = *find(stored[0], "PK")->get_if<std::string>();
  EXPECT_TRUE(key.starts_with("song-1#")) << key;
  EXPECT_EQ(*find(stored[0], "o"), AttributeValue("song-1"));
  const auto read = keyed.get("song-1", "voter-9");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, (Item{{"PK", "song-1"}, {"SK", "voter-9"}, {"weight", number(3)}}));
  EXPECT_FALSE(keyed.get("song-2", "voter-9"));
}

TEST(TableKey, SpreadsItemsOverAllShards) {
  Keyed keyed("shards: 4");
  for (int i = 0; i < 60; ++i) keyed.put("p", "s" + std::to_string(i));
  std::set<std::string> keys;
  for (const Item& item : keyed.stored()) keys.insert(*find(item, "PK")->get_if<std::string>());
  EXPECT_THAT(keys, ElementsAre("p-0", "p-1", "p-2", "p-3"));
  EXPECT_EQ(keyed.all(keyed.query("p")).size(), 60U);
}

TEST(TableKey, NumbersAndBinariesAreKeysOfTheirOwnType) {
  {
    Keyed keyed("shards: 4, original: o", KeyType::N);
    keyed.put(Number::parse("12.50").value(), "s");
    EXPECT_TRUE(find(keyed.stored()[0], "PK")->get_if<std::string>()->starts_with("12.5-"));
    EXPECT_TRUE(keyed.get(Number::parse("1.25e1").value(), "s")) << "one number, two spellings";
    EXPECT_EQ(run(keyed.gateway.describe_table({"Tbl"}))->key.partition.type, KeyType::N);
    EXPECT_EQ(run(keyed.below->describe_table({"Tbl"}))->key.partition.type, KeyType::S);
    const auto bad = run(keyed.gateway.put_item(keyed.put_of("12.5", "s")));
    EXPECT_EQ(bad.error().message(),
              "One or more parameter values were invalid: Type mismatch for key PK expected: N "
              "actual: S");
    EXPECT_EQ(run(keyed.gateway.get_item(keyed.get_of("12.5", "s"))).error().message(),
              "The provided key element does not match the schema");
  }
  Keyed keyed("shards: 4", KeyType::B);
  keyed.put(Binary{std::string("\0-1", 3)}, "s");
  EXPECT_TRUE(keyed.get(Binary{std::string("\0-1", 3)}, "s"));
  EXPECT_EQ(keyed.all(keyed.query(Binary{std::string("\0-1", 3)})).size(), 1U);
}

TEST(TableKey, AKeyThatLooksLikeAShardKeyIsAnother) {
  Keyed keyed("shards: 2");
  keyed.put("a-1", "s");
  keyed.put("a", "s");
  EXPECT_EQ(keyed.all(keyed.query("a")).size(), 1U);
  EXPECT_EQ(keyed.all(keyed.query("a-1")).size(), 1U);
  EXPECT_EQ(keyed.scan().size(), 2U);
}

TEST(TableKey, ConditionsMeanTheLogicalKey) {
  Keyed keyed("shards: 4, original: o");
  keyed.put("a", "s");
  const auto put = [&](std::string condition, ExpressionValues values = {}) {
    PutItemRequest request = keyed.put_of("a", "s");
    request.condition_expression = std::move(condition);
    if (!values.empty()) request.placeholders.values = std::move(values);
    return run(keyed.gateway.put_item(std::move(request)));
  };
  EXPECT_TRUE(put("attribute_exists(PK)").ok());
  EXPECT_EQ(put("attribute_not_exists(PK)").error().code(), ErrorCode::conditional_check_failed);
  EXPECT_TRUE(put("PK = :v", {{":v", "a"}}).ok());
  EXPECT_FALSE(put("PK <> :v", {{":v", "a"}}).ok());
  EXPECT_TRUE(put("begins_with(PK, :v) AND size(PK) = :n", {{":v", "a"}, {":n", number(1)}}).ok());
  EXPECT_THAT(put("o = :v", {{":v", "a"}}).error().message(), HasSubstr("'o' in ConditionExpr"));
  EXPECT_THAT(put("PK = :v", {{":v", "a"}, {":w", "b"}}).error().message(), HasSubstr("unused"));
}

TEST(TableKey, WithoutOriginalAConditionOnItsValueIsRefused) {
  Keyed keyed("shards: 4");
  PutItemRequest request = keyed.put_of("a", "s");
  request.condition_expression = "attribute_not_exists(PK)";
  EXPECT_TRUE(run(keyed.gateway.put_item(request)).ok());
  request.condition_expression = "PK = :v";
  request.placeholders.values = ExpressionValues{{":v", "a"}};
  EXPECT_THAT(run(keyed.gateway.put_item(request)).error().message(),
              HasSubstr("name an attribute with 'original:'"));
}

TEST(TableKey, AnUpsertKnowsItsKey) {
  Keyed keyed("shards: 4, original: o");
  UpdateItemRequest request;
  request.table_name = "Tbl";
  request.key = {{"PK", "a"}, {"SK", "s"}};
  request.return_values = ReturnValues::all_new;
  auto answer = run(keyed.gateway.update_item(request));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(*answer->attributes, (Item{{"PK", "a"}, {"SK", "s"}}));
  request.update_expression = "SET twin = PK";
  answer = run(keyed.gateway.update_item(request));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(*find(*answer->attributes, "twin"), AttributeValue("a"));
  request.update_expression = "SET twin = if_not_exists(PK, PK)";
  EXPECT_THAT(run(keyed.gateway.update_item(request)).error().message(),
              HasSubstr("the key is always there"));
  request.update_expression = "SET PK = twin";
  EXPECT_THAT(run(keyed.gateway.update_item(request)).error().message(),
              HasSubstr("This attribute is part of the key"));
}

TEST(TableKey, FiltersMeanTheLogicalKey) {
  for (const char* original : {"", ", original: o"}) {
    Keyed keyed("shards: 4" + std::string(original));
    for (const char* partition : {"aa", "ab", "b"})
      for (const char* sort : {"1", "2"}) keyed.put(partition, sort);
    ScanRequest scan;
    scan.table_name = "Tbl";
    scan.filter_expression = "begins_with(PK, :a) OR PK = :b";
    scan.placeholders.values = ExpressionValues{{":a", "a"}, {":b", "b"}};
    EXPECT_EQ(run(keyed.gateway.scan(scan))->count, 6);
    scan.placeholders.values = ExpressionValues{{":a", "ab"}, {":b", "b-1"}};
    scan.projection_expression = "SK";
    const auto page = run(keyed.gateway.scan(scan));
    EXPECT_EQ(page->count, 2);
    EXPECT_EQ(page->scanned_count, 6);
    EXPECT_THAT(page->items[0], SizeIs(1));
  }
}

TEST(TableKey, AQueryWithTheSortKeyReadsOneShard) {
  Keyed keyed("shards: 16");
  for (int i = 0; i < 20; ++i) keyed.put("p", "s" + std::to_string(i));
  QueryRequest query = keyed.query("p");
  query.key_condition_expression = "PK = :p AND SK = :s";
  query.placeholders.values->emplace(":s", "s7");
  EXPECT_EQ(keyed.all(query).size(), 1U);
  EXPECT_THAT(keyed.between.queries, SizeIs(1));
}

TEST(TableKey, ItemsOfAnotherRuleAreNotRead) {
  Keyed keyed("shards: 4");
  for (int i = 0; i < 20; ++i) keyed.put("p", "s" + std::to_string(i));
  keyed.use("shards: 8");
  EXPECT_THAT(run(keyed.gateway.get_item(keyed.get_of("p", "s1"))).error().message(),
              HasSubstr("were not written by this rule"));
  EXPECT_THAT(run(keyed.gateway.check_schema()).value(), SizeIs(1));
  keyed.use("shards: 4");
  EXPECT_TRUE(keyed.get("p", "s1"));
}

TEST(TableKey, AGiantPartitionHasShardsOfItsOwn) {
  Keyed keyed("shards: 1, overrides: {giant: 64}");
  for (int i = 0; i < 200; ++i) {
    keyed.put("giant", "s" + std::to_string(i));
    keyed.put("small", "s" + std::to_string(i));
  }
  std::map<std::string, std::set<std::string>> keys;
  for (const Item& item : keyed.stored()) {
    const std::string key = *find(item, "PK")->get_if<std::string>();
    keys[key.substr(0, 5)].insert(key);
  }
  EXPECT_THAT(keys["small"], ElementsAre("small-0"));
  EXPECT_GT(keys["giant"].size(), 40U);
  EXPECT_EQ(keyed.all(keyed.query("giant")).size(), 200U);
  keyed.between.queries.clear();
  EXPECT_EQ(keyed.all(keyed.query("small")).size(), 200U);
  EXPECT_THAT(keyed.between.queries, SizeIs(1));
}

TEST(TableKey, CreateTableMustFitTheRule) {
  Keyed keyed("shards: 4");
  CreateTableRequest create = Keyed::create_request(KeyType::S);
  ASSERT_TRUE(run(keyed.gateway.delete_table({"Tbl"})).ok());
  create.attribute_definitions[0].type = KeyType::N;
  EXPECT_THAT(run(keyed.gateway.create_table(create)).error().message(),
              HasSubstr("'PK' is of type S there"));
  create = Keyed::create_request(KeyType::S);
  create.key_schema.pop_back();
  EXPECT_THAT(run(keyed.gateway.create_table(create)).error().message(),
              HasSubstr("its sort key is 'SK' there"));
}

}  // namespace
}  // namespace isotherm::gateway
