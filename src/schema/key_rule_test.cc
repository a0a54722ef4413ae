// Rules of a table's own key: what they may say.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "schema/diff.h"
#include "schema/schema.h"

namespace isotherm::schema {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string with_table(const std::string& lines) {
  return "version: 1\ntables:\n  Votes:\n" + lines;
}

std::string with_shard(const std::string& shard) {
  return with_table("    key: {partition: PK, sort: SK}\n    shard: " + shard + "\n");
}

/// The problems of a schema, one line each.
std::string problems_of(const std::string& yaml) {
  const auto parsed = parse(yaml);
  return parsed.ok() ? "" : to_string(parsed.error(), "f");
}

TEST(KeyRule, IsRead) {
  const auto parsed = parse(with_table(
      "    key: {partition: {attribute: PK, type: N}, sort: SK}\n"
      "    shard: {strategy: hash, inputs: [SK], shards: 10, original: OriginalPK,\n"
      "            format: {separator: '#', digits: decimal, first: 1}, overrides: {12: 64}}\n"
      "    aggregates: {VoteCount: sum, Voters: union}\n"));
  ASSERT_TRUE(parsed.ok()) << to_string(parsed.error(), "f");
  const KeyRule& rule = *parsed->find_table("Votes")->key;
  EXPECT_EQ(rule.partition, (AttributeDefinition{"PK", KeyType::N}));
  EXPECT_EQ(rule.sort, "SK");
  EXPECT_EQ(rule.placing, Placing::computed);
  EXPECT_THAT(rule.shard.inputs, ElementsAre("SK"));
  EXPECT_EQ(rule.shard.strategy.shards(), 10U);
  EXPECT_EQ(rule.shard.shards_max(), 64U);
  EXPECT_EQ(rule.shard.strategy_of(Number(std::int64_t{12})).shards(), 64U);
  EXPECT_EQ(rule.shard.strategy_of(Number(std::int64_t{13})).shards(), 10U);
  EXPECT_EQ(rule.shard.fields.separator, "#");
  EXPECT_EQ(rule.original, "OriginalPK");
  EXPECT_EQ(rule.aggregates.at("Voters"), Aggregate::set_union);
  EXPECT_FALSE(parsed->find_table("Votes")->has_sharded_index());
}

TEST(KeyRule, MayDrawItsShards) {
  for (const auto& [word, placing] :
       {std::pair("random", Placing::random), std::pair("round-robin", Placing::round_robin)}) {
    const auto parsed = parse(with_shard("{strategy: " + std::string(word) + ", shards: 200}"));
    ASSERT_TRUE(parsed.ok()) << to_string(parsed.error(), "f");
    EXPECT_EQ(parsed->find_table("Votes")->key->placing, placing);
    EXPECT_EQ(parsed->find_table("Votes")->key->shard.shards_max(), 200U);
  }
}

TEST(KeyRule, SaysWhatIsWrong) {
  const auto expect = [](const std::string& yaml, const std::string& text) {
    EXPECT_THAT(problems_of(yaml), HasSubstr(text)) << yaml;
  };
  expect(with_table("    key: {partition: PK, sort: SK}\n"),
         "f:4: tables.Votes.key: 'shard' is missing");
  expect(with_table("    shard: {strategy: hash, inputs: [SK], shards: 4}\n"),
         "f:4: tables.Votes.shard: goes with the table's own key");
  expect(with_shard("{strategy: hash, inputs: [voter], shards: 4}"),
         "f:5: tables.Votes.shard.inputs: 'voter' is no attribute of the key");
  expect(with_shard("{strategy: hash, inputs: [PK], shards: 4}"),
         "the partition key alone puts all its items on one shard");
  expect(with_shard("{strategy: random, inputs: [SK], shards: 4}"), "has no inputs");
  expect(with_shard("{strategy: random, shards: 4, overrides: {a: 2}}"), "go with 'hash'");
  expect(with_shard("{strategy: hash, inputs: [SK], shards: 4, original: PK}"),
         "f:5: tables.Votes.shard.original: is an attribute of the key");
  expect(with_shard("{strategy: hash, inputs: [SK], shards: 4, overrides: {a: 0}}"),
         "tables.Votes.shard.overrides.a: 0 is not from 1 to 1024");
  expect(with_shard("{strategy: hash, inputs: [SK], shards: 4, attribute: x}"),
         "unknown key 'attribute'");
  expect(with_table(
             "    key: {partition: PK}\n    shard: {strategy: hash, inputs: [PK], shards: 4}\n"),
         "without a sort key each partition key has one item");
  expect(with_shard(
             "{strategy: hash, inputs: [SK], shards: 4, original: o}\n    aggregates: {n: avg}"),
         "f:6: tables.Votes.aggregates.n: unknown aggregate 'avg'");
  expect(with_shard(
             "{strategy: hash, inputs: [SK], shards: 4, original: o}\n    aggregates: {SK: sum}"),
         "is a key attribute");
  expect(with_shard(
             "{strategy: hash, inputs: [SK], shards: 101, original: o}\n    aggregates: {n: sum}"),
         "at most 100 shards");
  expect(with_shard("{strategy: random, shards: 4}\n    aggregates: {n: sum}"),
         "need a strategy that finds an item's shard again");
}

TEST(KeyRule, OfEveryTable) {
  const std::string top = "version: 1\ntables:\n  \"*\":\n";
  const auto parsed = parse(top +
                            "    shard: {strategy: hash, shards: 4, original: o}\n"
                            "    indexes: {\"*\": {shard: {strategy: hash, shards: 3}}}\n");
  ASSERT_TRUE(parsed.ok()) << to_string(parsed.error(), "f");
  EXPECT_TRUE(parsed->tables.empty());
  EXPECT_EQ(parsed->wildcard->key->shard.strategy.shards(), 4U);
  EXPECT_EQ(parsed->wildcard->index->strategy.shards(), 3U);
  EXPECT_TRUE(diff(*parsed, *parsed).empty());
  const auto gone = diff(*parsed, *parse("version: 1\ntables: {}\n"));
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone[0].what, "tables.*: removed");
  EXPECT_EQ(gone[0].effect, Effect::migration);
  EXPECT_THAT(problems_of(top + "    indexes: {by-x: {}}\n"), HasSubstr("unknown key 'by-x'"));
  EXPECT_THAT(problems_of(top + "    key: {}\n"), HasSubstr("unknown key 'key'"));
  EXPECT_THAT(problems_of("version: 1\ntables:\n  \"*\": {}\n"), HasSubstr("says nothing"));
}

TEST(KeyRule, OfATableWithIndexRulesToo) {
  const std::string index =
      "    indexes:\n      by-x:\n        type: sharded-gsi\n        partition_key: x\n"
      "        physical: by-x-sharded\n"
      "        shard: {attribute: xs, strategy: hash, inputs: [SK], shards: 4}\n";
  const std::string key = "{strategy: hash, inputs: [SK], shards: 4, original: ";
  EXPECT_EQ(problems_of(with_shard(key + "o}") + index), "");
  EXPECT_THAT(problems_of(with_shard(key + "xs}") + index),
              HasSubstr("'xs' is also an attribute of index 'by-x'"));
}

TEST(KeyRule, ItsChangesNeedAMigration) {
  const auto changes = [](const std::string& before, const std::string& after) {
    std::string text;
    for (const Change& change : diff(*parse(with_shard(before)), *parse(with_shard(after)))) {
      EXPECT_EQ(change.effect, Effect::migration);
      text += change.what + "\n";
    }
    return text;
  };
  const std::string plain = "{strategy: hash, inputs: [SK], shards: 4}";
  EXPECT_EQ(changes(plain, plain), "");
  EXPECT_EQ(changes(plain, "{strategy: hash, inputs: [SK], shards: 8}"),
            "tables.Votes.key.shard.shards: 4 -> 8\n");
  EXPECT_EQ(changes(plain, "{strategy: hash, inputs: [SK], shards: 4, overrides: {a: 9}}"),
            "tables.Votes.key.shard.overrides: {} -> {a: 9}\n");
  EXPECT_EQ(changes(plain, "{strategy: random, shards: 4}"),
            "tables.Votes.key.shard.strategy: hash -> random\n");
  EXPECT_EQ(changes(plain, "{strategy: hash, inputs: [SK], shards: 4, original: o}"),
            "tables.Votes.key.shard.original: none -> o\n");
  const auto gone = diff(*parse(with_shard(plain)), *parse("version: 1\ntables: {}\n"));
  ASSERT_EQ(gone.size(), 1U);
  EXPECT_EQ(gone[0].what, "tables.Votes.key: removed");
}

TEST(KeyRule, IsHeldAgainstTheTable) {
  const auto parsed = parse(with_shard("{strategy: hash, inputs: [SK], shards: 4}"));
  ASSERT_TRUE(parsed.ok());
  const TableRule& rule = *parsed->find_table("Votes");
  TableDescription table;
  table.key = {{"PK", KeyType::S}, AttributeDefinition{"SK", KeyType::N}};
  EXPECT_TRUE(check_key(rule, table).empty());
  table.key.partition.type = KeyType::N;
  EXPECT_THAT(to_string(check_key(rule, table), "f"), HasSubstr("are of type S"));
  table.key = {{"PK", KeyType::S}, std::nullopt};
  EXPECT_THAT(to_string(check_key(rule, table), "f"), HasSubstr("the table has no sort key"));
  table.key = {{"id", KeyType::S}, AttributeDefinition{"SK", KeyType::N}};
  EXPECT_THAT(to_string(check_key(rule, table), "f"), HasSubstr("has partition key 'id'"));
  table.key = {{"PK", KeyType::S}, AttributeDefinition{"SK", KeyType::N}};
  GlobalSecondaryIndex index;
  index.name = "by-pk";
  index.key.partition = {"PK", KeyType::S};
  table.global_indexes = {index};
  EXPECT_THAT(to_string(check_key(rule, table), "f"), HasSubstr("which holds shard keys"));
}

}  // namespace
}  // namespace isotherm::schema
