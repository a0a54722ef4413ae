// The rule of every table, and what explain tells of sharded keys.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/testing/keyed.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the keyed table
using ::testing::HasSubstr;
using ::testing::SizeIs;

std::shared_ptr<const schema::Schema> everything() {
  auto parsed = schema::parse(
      "version: 1\ntables:\n  \"*\":\n"
      "    shard: {strategy: hash, shards: 4, original: _key}\n"
      "    indexes: {\"*\": {shard: {strategy: hash, shards: 3}}}\n");
  expects(parsed.ok(), "the schema is right");
  return std::make_shared<const schema::Schema>(std::move(parsed).value());
}

struct Everything {
  std::unique_ptr<engine::Engine> below = open_engine();
  Gateway gateway{*below, everything()};

  static CreateTableRequest with_index(KeyType type) {
    CreateTableRequest request = Keyed::create_request(type);
    request.attribute_definitions.push_back({"g", KeyType::S});
    SecondaryIndexRequest index{"by-g", {{"g", true}}, {}, {}, {}, {}};
    index.projection = ProjectionRequest{ProjectionType::all, std::nullopt};
    request.global_indexes = {{index}};
    return request;
  }
};

TEST(Wildcard, ShardsWhatIsCreated) {
  Everything all;
  ASSERT_TRUE(run(all.gateway.create_table(Everything::with_index(KeyType::N))).ok());
  PutItemRequest put;
  put.table_name = "Tbl";
  put.item = {{"PK", number(7)}, {"SK", "s"}, {"g", "x"}};
  ASSERT_TRUE(run(all.gateway.put_item(put)).ok());
  const Item stored = run(all.below->scan([] {
                        ScanRequest scan;
                        scan.table_name = "Tbl";
                        return scan;
                      }()))
                          ->items[0];
  EXPECT_TRUE(find(stored, "PK")->get_if<std::string>()->starts_with("7-"));
  EXPECT_TRUE(find(stored, "_shard_of_by-g")->get_if<std::string>()->starts_with("x-"));
  const auto described = run(all.gateway.describe_table({"Tbl"}));
  EXPECT_EQ(described->key.partition.type, KeyType::N);
  EXPECT_EQ(described->global_indexes[0].name, "by-g");
  EXPECT_EQ(described->global_indexes[0].key.partition.name, "g");
}

TEST(Wildcard, ATableOfTheSameNameMayHaveAnotherKeyLater) {
  Everything all;
  ASSERT_TRUE(run(all.gateway.create_table(Keyed::create_request(KeyType::N))).ok());
  EXPECT_EQ(run(all.gateway.create_table(Keyed::create_request(KeyType::S))).error().code(),
            ErrorCode::resource_in_use);
  EXPECT_EQ(run(all.gateway.describe_table({"Tbl"}))->key.partition.type, KeyType::N);
  ASSERT_TRUE(run(all.gateway.delete_table({"Tbl"})).ok());
  ASSERT_TRUE(run(all.gateway.create_table(Keyed::create_request(KeyType::B))).ok());
  EXPECT_EQ(run(all.gateway.describe_table({"Tbl"}))->key.partition.type, KeyType::B);
  all.gateway.use_schema(everything());
  EXPECT_EQ(run(all.gateway.describe_table({"Tbl"}))->key.partition.type, KeyType::B);
  all.gateway.use_schema(std::make_shared<const schema::Schema>());
  EXPECT_EQ(run(all.gateway.describe_table({"Tbl"}))->key.partition.type, KeyType::B);
}

TEST(Wildcard, TablesFromBeforeAreAProblem) {
  Everything all;
  ASSERT_TRUE(run(all.below->create_table(Keyed::create_request(KeyType::S))).ok());
  const auto problems = run(all.gateway.check_schema());
  ASSERT_THAT(*problems, SizeIs(1));
  EXPECT_THAT((*problems)[0].what, HasSubstr("table 'Tbl' was there before"));
}

TEST(ExplainKeys, ShowsShardsOfTableKeys) {
  Keyed keyed("shards: 4, original: o");
  const auto plan = [&](LogicalRequest request) {
    return run(keyed.gateway.explain(std::move(request))).value();
  };
  const Plan put = plan(keyed.put_of("a", "s"));
  EXPECT_EQ(put.route, Route::rewritten);
  EXPECT_THAT(put.requests.at(0).detail, HasSubstr("PK = \"a-"));
  const Plan scatter = plan(keyed.query("a"));
  EXPECT_EQ(scatter.route, Route::scatter);
  EXPECT_THAT(scatter.requests, SizeIs(4));
  QueryRequest query = keyed.query("a");
  query.key_condition_expression = "PK = :p AND SK = :s";
  query.placeholders.values->emplace(":s", "s");
  EXPECT_EQ(plan(query).route, Route::one_shard);
  Keyed drawn("strategy: random, shards: 3");
  const Plan asked = run(drawn.gateway.explain(drawn.get_of("a", "s"))).value();
  EXPECT_EQ(asked.requests.at(0).operation, "BatchGetItem");
  EXPECT_EQ(asked.read_units, 3.0);
  EXPECT_EQ(run(drawn.gateway.explain(drawn.put_of("a", "s")))->route, Route::rewritten);
  PutItemRequest refused = keyed.put_of("a", "s");
  refused.item.emplace("o", "mine");
  EXPECT_EQ(plan(refused).route, Route::refused);
}

}  // namespace
}  // namespace isotherm::gateway
