// Table operations through the gateway: the application sees the index that it asked for.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gateway/testing/twins.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins
using ::testing::HasSubstr;

void expect_same(const TableDescription& a, const TableDescription& b) {
  EXPECT_EQ(a.attributes, b.attributes);
  EXPECT_EQ(a.key, b.key);
  EXPECT_EQ(a.arn, b.arn);
  ASSERT_EQ(a.global_indexes.size(), b.global_indexes.size());
  for (std::size_t i = 0; i < a.global_indexes.size(); ++i) {
    EXPECT_EQ(a.global_indexes[i].name, b.global_indexes[i].name);
    EXPECT_EQ(a.global_indexes[i].key, b.global_indexes[i].key);
    EXPECT_EQ(a.global_indexes[i].projection, b.global_indexes[i].projection);
    EXPECT_EQ(a.global_indexes[i].status, b.global_indexes[i].status);
  }
}

TEST(Tables, ADescriptionIsThatOfThePlainTable) {
  for (const KeyType type : {KeyType::S, KeyType::N, KeyType::B}) {
    for (const Projection& projection : {Projection{}, Projection{ProjectionType::keys_only, {}},
                                         Projection{ProjectionType::include, {"a", "b"}}}) {
      Twins twins(Shape{.partition = type, .projection = projection});
      const auto plain = run(twins.plain->describe_table({table_name}));
      const auto sharded = run(twins.gateway.describe_table({table_name}));
      ASSERT_TRUE(plain.ok() && sharded.ok());
      expect_same(*sharded, *plain);
    }
  }
}

TEST(Tables, ThePhysicalIndexHasTheShardKeyAndProjectsThePartitionKey) {
  Twins twins(Shape{.partition = KeyType::N, .projection = {ProjectionType::keys_only, {}}});
  const auto live = run(twins.below->describe_table({table_name}));
  const GlobalSecondaryIndex* index = live->find_global_index(physical_name);
  ASSERT_NE(index, nullptr);
  EXPECT_EQ(index->key.partition, (AttributeDefinition{hidden_name, KeyType::S}));
  EXPECT_EQ(index->projection, (Projection{ProjectionType::include, {"p"}}));
  EXPECT_TRUE(schema::check(rule_of(twins.shape), *live).empty());
  EXPECT_TRUE(run(twins.gateway.check_schema())->empty());
}

TEST(Tables, AnInvalidRequestIsRefusedInTheServicesWords) {
  const Shape shape;
  const auto plain = open_engine();
  const auto below = open_engine();
  Gateway gateway(*below, schema_of(shape));
  std::vector<CreateTableRequest> bad(7, create_request(shape));
  bad[0].attribute_definitions.pop_back();
  bad[1].attribute_definitions.push_back({"unused", KeyType::S});
  bad[2].attribute_definitions.erase(bad[2].attribute_definitions.begin() + 1);
  (*bad[3].global_indexes)[0].projection = ProjectionRequest{ProjectionType::include, std::nullopt};
  (*bad[4].global_indexes)[0].key_schema[0].is_partition_key = false;
  bad[5].global_indexes->push_back((*bad[5].global_indexes)[0]);
  (*bad[6].global_indexes)[0].projection =
      ProjectionRequest{ProjectionType::keys_only, std::vector<std::string>{"a"}};
  for (std::size_t i = 0; i < bad.size(); ++i) {
    const auto expected = run(plain->create_table(bad[i]));
    const auto answer = run(gateway.create_table(bad[i]));
    ASSERT_FALSE(expected.ok()) << i;
    ASSERT_FALSE(answer.ok()) << i;
    EXPECT_EQ(answer.error().message(), expected.error().message()) << i;
  }
}

TEST(Tables, ARequestThatDiffersFromTheRuleIsRefusedWithTheReason) {
  const Shape shape;
  const auto below = open_engine();
  Gateway gateway(*below, schema_of(shape));
  const auto refused = [&](const CreateTableRequest& request) {
    const auto answer = run(gateway.create_table(request));
    return answer.ok() ? std::string("<created>") : answer.error().message();
  };
  CreateTableRequest request = create_request({.partition = KeyType::N});
  EXPECT_THAT(refused(request), HasSubstr("'p' is of type S there"));
  request = create_request({.sort = std::nullopt});
  EXPECT_THAT(refused(request), HasSubstr("its sort key is 's' there"));
  request = create_request(shape);
  (*request.global_indexes)[0].index_name = physical_name;
  EXPECT_THAT(refused(request), HasSubstr("the index name 'by-p-sharded' is reserved"));
}

UpdateTableRequest add_index(const Shape& shape) {
  const CreateTableRequest create = create_request(shape);
  UpdateTableRequest update;
  update.table_name = table_name;
  update.attribute_definitions = create.attribute_definitions;
  update.global_index_updates = {{CreateIndexAction{(*create.global_indexes)[0]}}};
  return update;
}

CreateTableRequest without_index(const Shape& shape) {
  CreateTableRequest create = create_request(shape);
  create.global_indexes.reset();
  create.attribute_definitions = {{"id", KeyType::S}};
  return create;
}

TEST(Tables, AnIndexCanBeAddedWhenItemsWereWrittenThroughTheRule) {
  const Shape shape;
  const auto below = open_engine();
  Gateway gateway(*below, schema_of(shape));
  ASSERT_TRUE(run(gateway.create_table(without_index(shape))).ok());
  ASSERT_TRUE(run(gateway.put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "x"}}))).ok());
  ASSERT_TRUE(run(gateway.put_item(put_of({{"id", "2"}, {"p", number(5)}, {"s", "x"}}))).ok());
  ASSERT_TRUE(run(gateway.put_item(put_of({{"id", "3"}, {"p", ""}, {"s", "x"}}))).ok());
  ASSERT_TRUE(
      run(gateway.put_item(put_of({{"id", "4"}, {"p", std::string(2049, 'x')}, {"s", "x"}}))).ok());
  ASSERT_TRUE(run(gateway.put_item(put_of({{"id", "5"}, {"p", "A"}, {"s", true}}))).ok());
  const auto query = query_of("A");
  EXPECT_EQ(run(gateway.query(query)).error().message(),
            "The table does not have the specified index: by-p");
  const auto added = run(gateway.update_table(add_index(shape)));
  ASSERT_TRUE(added.ok()) << added.error().message();
  for (int round = 0; round < 1000 && !run(gateway.query(query)).ok(); ++round) below->maintain();
  const auto answer = run(gateway.query(query));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(answer->items, (std::vector<Item>{{{"id", "1"}, {"p", "A"}, {"s", "x"}}}));
}

TEST(Tables, AnIndexOverItemsFromBeforeTheRuleIsRefused) {
  const Shape shape;
  const auto below = open_engine();
  Gateway gateway(*below, schema_of(shape));
  ASSERT_TRUE(run(gateway.create_table(without_index(shape))).ok());
  ASSERT_TRUE(run(below->put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "x"}}))).ok());
  const auto added = run(gateway.update_table(add_index(shape)));
  ASSERT_FALSE(added.ok());
  EXPECT_THAT(added.error().message(), HasSubstr("the table has items from before its rule"));
  EXPECT_TRUE(run(below->describe_table({table_name}))->global_indexes.empty());
}

TEST(Tables, AProjectionThatNamesThePartitionKeyFirstComesBackAsGiven) {
  Twins twins(Shape{.projection = {ProjectionType::include, {"p", "a"}}});
  const auto table = run(twins.gateway.describe_table({table_name}));
  EXPECT_EQ(table->global_indexes[0].projection, (Projection{ProjectionType::include, {"p", "a"}}));
}

TEST(Tables, TwentyAttributesLeaveNoPlaceForThePartitionKey) {
  Shape shape;
  shape.projection.type = ProjectionType::include;
  for (int i = 0; i < 20; ++i)
    shape.projection.non_key_attributes.push_back("a" + std::to_string(i));
  const auto below = open_engine();
  Gateway gateway(*below, schema_of(shape));
  EXPECT_THAT(run(gateway.create_table(create_request(shape))).error().message(),
              HasSubstr("its partition key 'p' is projected too, and takes one place"));
}

TEST(Tables, AnIndexIsDroppedByItsLogicalName) {
  Twins twins;
  UpdateTableRequest update;
  update.table_name = table_name;
  update.global_index_updates = {{DeleteIndexAction{physical_name}}};
  EXPECT_THAT(run(twins.gateway.update_table(update)).error().message(), HasSubstr("is reserved"));
  update.global_index_updates = {{DeleteIndexAction{index_name}}};
  const auto answer = run(twins.gateway.update_table(update));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(run(twins.gateway.query(query_of("A"))).error().message(),
            "The table does not have the specified index: by-p");
  // Writes go on keeping the attribute: the rule is still there.
  ASSERT_TRUE(run(twins.gateway.put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "x"}}))).ok());
  EXPECT_NE(find(*run(twins.below->get_item(get_of({{"id", "1"}})))->item, hidden_name), nullptr);
}

TEST(Tables, ADroppedAndRecreatedTableIsSeenAnew) {
  Twins twins;
  ASSERT_TRUE(run(twins.gateway.put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "x"}}))).ok());
  ASSERT_TRUE(run(twins.gateway.delete_table({table_name})).ok());
  for (int i = 0; i < 1000 && run(twins.below->describe_table({table_name})).ok(); ++i)
    twins.below->maintain();
  EXPECT_EQ(run(twins.gateway.query(query_of("A"))).error().code(), ErrorCode::resource_not_found);
  ASSERT_TRUE(run(twins.gateway.create_table(create_request(twins.shape))).ok());
  EXPECT_EQ(run(twins.gateway.query(query_of("A")))->count, 0);
}

TEST(Tables, ASchemaThatDoesNotFitIsNotReadThrough) {
  const auto below = open_engine();
  Gateway fitting(*below, schema_of({}));
  ASSERT_TRUE(run(fitting.create_table(create_request({}))).ok());
  schema::Schema other = *schema_of({});
  other.tables.at(table_name).indexes[0].sort_key.reset();
  fitting.use_schema(std::make_shared<const schema::Schema>(other));
  EXPECT_EQ(run(fitting.check_schema())->size(), 1U);
  EXPECT_THAT(run(fitting.query(query_of("A"))).error().message(),
              HasSubstr("the sharding schema does not fit the table"));
}

TEST(Tables, TablesWithoutARuleAreTheStoresOwn) {
  const auto below = open_engine();
  Gateway gateway(*below, std::make_shared<const schema::Schema>());
  ASSERT_TRUE(run(gateway.create_table(create_request({}))).ok());
  ASSERT_TRUE(run(gateway.put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "x"}}))).ok());
  EXPECT_EQ(run(gateway.query(query_of("A")))->count, 1);
  EXPECT_EQ(run(gateway.list_tables({}))->table_names, std::vector<std::string>{table_name});
}

}  // namespace
}  // namespace isotherm::gateway
