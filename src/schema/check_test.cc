#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "schema/schema.h"

namespace isotherm::schema {
namespace {

using ::testing::HasSubstr;

TableRule rule(KeyType type = KeyType::S) {
  IndexRule member;
  member.name = "member";
  member.type = IndexType::sharded_gsi;
  member.partition_key = {"channelId", type};
  member.sort_key = "memberId";
  member.physical = "member-sharded";
  member.shard = ShardRule{"k", sharding::HashStrategy(16), {"memberId"}};
  member.line = 5;
  return {"User", {member}, 3};
}

TableDescription live() {
  TableDescription table;
  table.name = "User";
  table.key = {{"id", KeyType::S}, std::nullopt};
  table.attributes = {{"id", KeyType::S}, {"k", KeyType::S}, {"memberId", KeyType::N}};
  GlobalSecondaryIndex index;
  index.name = "member-sharded";
  index.key = {{"k", KeyType::S}, AttributeDefinition{"memberId", KeyType::N}};
  index.projection = {ProjectionType::include, {"channelId"}};
  table.global_indexes.push_back(index);
  return table;
}

std::string problems(const TableRule& r, const TableDescription& table) {
  return to_string(check(r, table), "f");
}

TEST(Check, FindsNothingWhenTheTableFits) { EXPECT_EQ(problems(rule(), live()), ""); }

TEST(Check, NamesAMissingIndexAndHowToCreateIt) {
  TableDescription table = live();
  table.global_indexes.clear();
  EXPECT_EQ(problems(rule(), table),
            "f:5: tables.User.indexes.member: table 'User' has no global index 'member-sharded'; "
            "create it with partition key 'k' and sort key 'memberId'\n");
}

TEST(Check, ReportsEveryMismatchAtOnce) {
  TableDescription table = live();
  table.global_indexes[0].key = {{"other", KeyType::S}, std::nullopt};
  table.global_indexes[0].projection = {ProjectionType::keys_only, {}};
  table.attributes.push_back({"channelId", KeyType::N});
  const auto found = check(rule(), table);
  ASSERT_EQ(found.size(), 4U) << problems(rule(), table);
  EXPECT_THAT(found[0].what, HasSubstr("is of type N in the table, of type S in the schema"));
  EXPECT_THAT(found[1].what, HasSubstr("has partition key 'other', shard.attribute is 'k'"));
  EXPECT_THAT(found[2].what, HasSubstr("has no sort key, the schema says sort key 'memberId'"));
  EXPECT_THAT(found[3].what, HasSubstr("does not project the partition key 'channelId'"));
}

TEST(Check, ABinaryPartitionKeyNeedsABinaryShardKey) {
  EXPECT_THAT(problems(rule(KeyType::B), live()), HasSubstr("of type B"));
  EXPECT_EQ(problems(rule(KeyType::N), live()), "");
}

TEST(Check, ATableKeyNeedsNoProjection) {
  TableDescription table = live();
  table.global_indexes[0].projection = {ProjectionType::keys_only, {}};
  table.key.sort = AttributeDefinition{"channelId", KeyType::S};
  EXPECT_EQ(problems(rule(), table), "");
}

TEST(Check, TheShardAttributeIsNobodyElsesKey) {
  TableDescription table = live();
  table.key.sort = AttributeDefinition{"k", KeyType::S};
  EXPECT_THAT(problems(rule(), table), HasSubstr("'k' is a key of the table"));
}

TEST(Check, HoldsAPlainIndexAgainstTheTable) {
  TableRule plain = rule();
  plain.indexes[0].type = IndexType::gsi;
  EXPECT_THAT(problems(plain, live()), HasSubstr("no global index 'member'"));
  TableDescription table = live();
  table.global_indexes[0].name = "member";
  EXPECT_THAT(problems(plain, table), HasSubstr("has partition key 'k' of type S"));
  table.global_indexes[0].key.partition = {"channelId", KeyType::S};
  EXPECT_EQ(problems(plain, table), "");
}

}  // namespace
}  // namespace isotherm::schema
