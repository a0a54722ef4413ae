#include "schema/diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isotherm::schema {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view good = R"(version: 1
tables:
  User:
    indexes:
      member:
        type: sharded-gsi
        partition_key: channelId
        sort_key: memberId
        physical: member-sharded
        shard: {attribute: memberShardedKey, strategy: hash, inputs: [memberId], shards: 16}
      plain:
        type: gsi
        partition_key: {attribute: score, type: N}
)";

constexpr std::string_view nothing = "version: 1\ntables: {}\n";

std::string with(std::string_view from, std::string_view to) {
  std::string text(good);
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::vector<Change> changes(std::string_view before, std::string_view after) {
  const auto old_schema = parse(before);
  const auto new_schema = parse(after);
  EXPECT_TRUE(old_schema.ok()) << before;
  EXPECT_TRUE(new_schema.ok()) << to_string(new_schema.error(), "f") << after;
  if (!old_schema.ok() || !new_schema.ok()) return {};
  return diff(*old_schema, *new_schema);
}

/// The one change from the good schema to another.
Change only_change(const std::string& after) {
  const auto found = changes(good, after);
  EXPECT_THAT(found, SizeIs(1)) << after;
  return found.empty() ? Change() : found.front();
}

TEST(SchemaDiff, OrderAndCommentsAreNoChanges) {
  EXPECT_THAT(changes(good, good), IsEmpty());
  EXPECT_THAT(changes(good, "# a comment\n" + std::string(good)), IsEmpty());
  EXPECT_THAT(changes(good, R"(version: 1
tables:
  User:
    indexes:
      plain: {partition_key: {type: N, attribute: score}, type: gsi}
      member:
        shard: {shards: 16, attribute: memberShardedKey, inputs: [memberId], strategy: hash}
        type: sharded-gsi
        physical: member-sharded
        partition_key: channelId
        sort_key: memberId
)"),
              IsEmpty());
}

TEST(SchemaDiff, WhatDecidesWhereEntriesLieNeedsAMigration) {
  const std::pair<std::string_view, std::pair<std::string_view, std::string_view>> cases[] = {
      {"shards: 16", {"shards: 32", ".shard.shards: 16 -> 32"}},
      {"inputs: [memberId]", {"inputs: [userId]", ".shard.inputs: [memberId] -> [userId]"}},
      {"memberShardedKey", {"otherKey", ".shard.attribute: 'memberShardedKey' -> 'otherKey'"}},
      {"shards: 16",
       {"shards: 16, format: {separator: \"#\"}", ".shard.format.separator: '-' -> '#'"}},
      {"shards: 16",
       {"shards: 16, format: {digits: decimal}", ".shard.format.digits: hex -> decimal"}},
      {"shards: 16", {"shards: 16, format: {padding: 2}", ".shard.format.padding: 0 -> 2"}},
      {"shards: 16", {"shards: 16, format: {first: 1}", ".shard.format.first: 0 -> 1"}},
      {"shards: 16",
       {"shards: 16, format: {hash: xxh64}", ".shard.format.hash: murmur3_x86_32 -> xxh64"}},
      {"strategy: hash",
       {"strategy: id-suffix, part: {take: last, count: 2, unit: characters, digits: hex}",
        ".shard.strategy: hash -> id-suffix"}},
      {"partition_key: channelId",
       {"partition_key: {attribute: channelId, type: N}",
        ".partition_key: channelId (S) -> channelId (N)"}},
      {"partition_key: channelId",
       {"partition_key: roomId", ".partition_key: channelId (S) -> roomId (S)"}},
      {"sort_key: memberId", {"sort_key: joined", ".sort_key: memberId -> joined"}},
      {"type: sharded-gsi", {"type: gsi", ".type: sharded-gsi -> gsi"}},
  };
  for (const auto& [from, to] : cases) {
    const Change change = only_change(with(from, to.first));
    EXPECT_EQ(change.what, "tables.User.indexes.member" + std::string(to.second));
    EXPECT_EQ(change.effect, Effect::migration) << change.what;
    EXPECT_EQ(change.line, 5) << change.what;
    EXPECT_FALSE(change.why.empty()) << change.what;
  }
}

TEST(SchemaDiff, SaysHowManyKeysMove) {
  EXPECT_THAT(only_change(with("shards: 16", "shards: 32")).why, HasSubstr("50 % of the keys"));
  EXPECT_THAT(only_change(with("shards: 16", "shards: 17")).why, HasSubstr("94 % of the keys"));
}

TEST(SchemaDiff, AnotherPhysicalNameIsHarmless) {
  const Change change = only_change(with("member-sharded", "member-by-shard"));
  EXPECT_EQ(change.effect, Effect::harmless);
  EXPECT_EQ(change.what,
            "tables.User.indexes.member.physical: 'member-sharded' -> 'member-by-shard'");
}

TEST(SchemaDiff, AShardSectionThatIsNotInUseChangesNothing) {
  const std::string before = with("type: sharded-gsi", "type: gsi");
  std::string after = before;
  after.replace(after.find("shards: 16"), 10, "shards: 64");
  const auto found = changes(before, after);
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].effect, Effect::harmless);
}

TEST(SchemaDiff, RulesThatComeAndGo) {
  const auto come = changes(nothing, good);
  ASSERT_THAT(come, SizeIs(2));
  EXPECT_EQ(come[0].what, "tables.User.indexes.member: new, sharded");
  EXPECT_EQ(come[0].effect, Effect::migration);
  EXPECT_EQ(come[0].line, 5);
  EXPECT_FALSE(come[0].is_gone);
  EXPECT_EQ(come[1].what, "tables.User.indexes.plain: new");
  EXPECT_EQ(come[1].effect, Effect::harmless);

  const auto gone = changes(good, nothing);
  ASSERT_THAT(gone, SizeIs(2));
  EXPECT_EQ(gone[0].what, "tables.User.indexes.member: removed");
  EXPECT_EQ(gone[0].effect, Effect::migration);
  EXPECT_EQ(gone[0].line, 5);
  EXPECT_TRUE(gone[0].is_gone);
  EXPECT_EQ(gone[1].effect, Effect::harmless);
  EXPECT_TRUE(needs_migration(gone));
  EXPECT_FALSE(needs_migration({gone[1]}));
}

TEST(SchemaDiff, FindsSeveralChangesOfOneIndex) {
  std::string after = with("shards: 16", "shards: 8");
  after.replace(after.find("[memberId]"), 10, "[userId]");
  after.replace(after.find("member-sharded"), 14, "member-other");
  std::vector<std::string> fields;
  for (const Change& change : changes(good, after))
    fields.push_back(change.what.substr(0, change.what.find(':')));
  EXPECT_THAT(fields, ElementsAre("tables.User.indexes.member.physical",
                                  "tables.User.indexes.member.shard.inputs",
                                  "tables.User.indexes.member.shard.shards"));
}

}  // namespace
}  // namespace isotherm::schema
