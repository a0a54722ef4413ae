#include "cli/assumed_table.h"

#include <gtest/gtest.h>

namespace isotherm::cli {
namespace {

constexpr std::string_view yaml = R"(version: 1
tables:
  User:
    indexes:
      member:
        type: sharded-gsi
        partition_key: channelId
        sort_key: memberId
        physical: member-sharded
        shard: {attribute: memberShardedKey, strategy: hash, inputs: [memberId], shards: 16}
      plain: {type: gsi, partition_key: {attribute: age, type: N}}
)";

TEST(AssumedTable, FitsItsOwnSchema) {
  const auto schema = schema::parse(yaml);
  ASSERT_TRUE(schema.ok());
  const auto* rule = schema->find_table("User");
  KeyTypes types;
  ASSERT_TRUE(add_key_type("memberId:N", types).ok());
  const auto table = assumed_table("User", rule, parse_table_key("id").value(), types);
  EXPECT_TRUE(schema::check(*rule, table).empty());
  const auto* index = table.find_global_index("member-sharded");
  ASSERT_NE(index, nullptr);
  EXPECT_EQ(index->key.partition.name, "memberShardedKey");
  EXPECT_EQ(index->key.sort->type, KeyType::N);
  EXPECT_EQ(table.find_global_index("plain")->key.partition.type, KeyType::N);
}

TEST(AssumedTable, ReadsATablesKey) {
  const auto key = parse_table_key("PK,SK:N");
  ASSERT_TRUE(key.ok());
  EXPECT_EQ(key->partition, (AttributeDefinition{"PK", KeyType::S}));
  EXPECT_EQ(key->sort, (AttributeDefinition{"SK", KeyType::N}));
  EXPECT_FALSE(parse_table_key("PK:X").ok());
  EXPECT_FALSE(parse_table_key("").ok());
  EXPECT_FALSE(parse_table_key("PK,").ok());
  EXPECT_FALSE(parse_table_key("PK,SK,more").ok());
  EXPECT_FALSE(parse_table_key("PK,PK:N").ok());
}

TEST(AssumedTable, ReadsTypesOnce) {
  KeyTypes types;
  EXPECT_TRUE(add_key_type("a:N", types).ok());
  EXPECT_TRUE(add_key_type("a:N", types).ok());
  EXPECT_FALSE(add_key_type("a:S", types).ok());
  EXPECT_FALSE(add_key_type("b", types).ok());
}

}  // namespace
}  // namespace isotherm::cli
