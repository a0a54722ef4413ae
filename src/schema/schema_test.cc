#include "schema/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace isotherm::schema {
namespace {

using ::testing::HasSubstr;

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

/// "line: what; cure" of every problem of a text.
std::vector<std::string> problems_of(std::string_view yaml) {
  const auto parsed = parse(yaml);
  std::vector<std::string> all;
  if (!parsed.ok())
    for (const Problem& problem : parsed.error()) all.push_back(to_string(problem, "f"));
  return all;
}

/// The good schema with one line in the place of another.
std::string with(std::string_view from, std::string_view to) {
  std::string text(good);
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// Expects exactly one problem, at the line and with the texts.
void expect_problem(const std::string& yaml, int line, std::string_view what) {
  const auto found = problems_of(yaml);
  ASSERT_EQ(found.size(), 1U) << yaml << ::testing::PrintToString(found);
  EXPECT_THAT(found[0], HasSubstr("f:" + std::to_string(line) + ":"));
  EXPECT_THAT(found[0], HasSubstr(std::string(what)));
}

TEST(Schema, ReadsTheExampleOfTheDocs) {
  const auto parsed = parse(good);
  ASSERT_TRUE(parsed.ok()) << to_string(parsed.error(), "f");
  const TableRule* user = parsed->find_table("User");
  ASSERT_NE(user, nullptr);
  EXPECT_TRUE(user->has_sharded_index());
  const IndexRule* member = user->find_index("member");
  ASSERT_NE(member, nullptr);
  EXPECT_TRUE(member->is_sharded());
  EXPECT_EQ(member->partition_key, (AttributeDefinition{"channelId", KeyType::S}));
  EXPECT_EQ(member->sort_key, "memberId");
  EXPECT_EQ(member->physical, "member-sharded");
  EXPECT_EQ(member->line, 5);
  ASSERT_TRUE(member->shard.has_value());
  EXPECT_EQ(member->shard->attribute, "memberShardedKey");
  EXPECT_EQ(member->shard->strategy.shards(), 16U);
  EXPECT_EQ(member->shard->inputs, std::vector<std::string>{"memberId"});
  EXPECT_EQ(user->find_index("plain")->partition_key.type, KeyType::N);
  EXPECT_FALSE(user->find_index("plain")->is_sharded());
  EXPECT_EQ(parsed->find_table("Other"), nullptr);
}

TEST(Schema, TheSwitchIsOneWord) {
  const auto parsed = parse(with("type: sharded-gsi", "type: gsi"));
  ASSERT_TRUE(parsed.ok()) << to_string(parsed.error(), "f");
  EXPECT_FALSE(parsed->find_table("User")->has_sharded_index());
}

TEST(Schema, NamesAMisspeltKey) {
  const auto found = problems_of(with("shards: 16", "shard: 16"));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0],
            "f:10: tables.User.indexes.member.shard: unknown key 'shard'; did you mean 'shards'?");
  EXPECT_THAT(found[1], HasSubstr("'shards' is missing"));
}

TEST(Schema, ReportsEveryProblemAtOnceInTheOrderOfTheLines) {
  const auto found = problems_of(R"(version: 2
tabels: {}
tables:
  User:
    indices: {}
    indexes:
      member:
        type: shardedgsi
        partition_key: channelId
        sort-key: memberId
        physical: m
        shard: {attribute: k, strategy: md5, inputs: [], shards: many}
)");
  ASSERT_EQ(found.size(), 9U) << ::testing::PrintToString(found);
  EXPECT_THAT(found[0], HasSubstr("f:1: version: '2'"));
  EXPECT_THAT(found[1], HasSubstr("f:2: unknown key 'tabels'; did you mean 'tables'?"));
  EXPECT_THAT(found[2],
              HasSubstr("f:5: tables.User: unknown key 'indices'; did you mean 'indexes'"));
  EXPECT_THAT(found[3],
              HasSubstr("f:8: tables.User.indexes.member.type: unknown type 'shardedgsi'; "
                        "did you mean 'sharded-gsi'?"));
  EXPECT_THAT(found[4], HasSubstr("f:10: "));
  EXPECT_THAT(found[4], HasSubstr("did you mean 'sort_key'?"));
  EXPECT_THAT(found[5], HasSubstr("f:11: tables.User.indexes.member.physical: 'm' is no name"));
  EXPECT_THAT(found[6], HasSubstr("unknown strategy 'md5'"));
  EXPECT_THAT(found[7], HasSubstr("inputs: is empty"));
  EXPECT_THAT(found[8], HasSubstr("'many' is no whole number"));
}

TEST(Schema, RefusesShardCountsOutOfBounds) {
  for (const char* count :
       {"0", "-1", "1025", "99999999999999999999", "1.5", "0x10", "16 shards"}) {
    const auto found = problems_of(with("shards: 16", "shards: " + std::string(count)));
    ASSERT_EQ(found.size(), 1U) << count;
    EXPECT_THAT(found[0], HasSubstr("f:10: tables.User.indexes.member.shard.shards")) << count;
  }
  EXPECT_TRUE(parse(with("shards: 16", "shards: 1")).ok());
  EXPECT_TRUE(parse(with("shards: 16", "shards: 1024")).ok());
}

TEST(Schema, SaysWhatThisVersionDoesNotSupportYet) {
  expect_problem(with("type: gsi", "type: table"), 12, "not supported yet by this version");
  for (const char* strategy : {"random", "round-robin", "id-suffix"})
    expect_problem(with("strategy: hash", "strategy: " + std::string(strategy)), 10,
                   "is not supported yet by this version; use 'hash'");
  expect_problem(with("shards: 16", "shards: 16, overrides: {big: 64}"), 10,
                 "'overrides' (shard counts of single keys) is not supported yet");
  expect_problem(with("shards: 16", "shards: 16, format: {separator: '#'}"), 10,
                 "'#' is not supported yet by this version; the default is '-'");
  expect_problem(with("    indexes:", "    aggregates: {VoteCount: sum}\n    indexes:"), 4,
                 "'aggregates' (sharded counters) is not supported yet");
  expect_problem(with("    indexes:", "    key: {partition: PK}\n    indexes:"), 4,
                 "'key' (sharding of a table's own key) is not supported yet");
  expect_problem(with("partition_key: channelId", "partition_key: [a, b]"), 7,
                 "a key of several attributes is not supported yet");
  expect_problem(with("  User:", "  \"*\":"), 3, "a pattern of table names is not supported yet");
}

TEST(Schema, TheDefaultFormatMayBeSpelledOut) {
  EXPECT_TRUE(
      parse(with("shards: 16", "shards: 16, format: {separator: '-', digits: hex, first: 0}"))
          .ok());
}

TEST(Schema, RefusesWhatIsThereTwice) {
  expect_problem(
      with("        sort_key: memberId\n", "        sort_key: memberId\n        sort_key: other\n"),
      9, "'sort_key' stands here twice");
  expect_problem(with("inputs: [memberId]", "inputs: [memberId, memberId]"), 10,
                 "names 'memberId' twice");
  expect_problem(std::string(good) + "  User: {indexes: {}}\n", 14, "'User' stands here twice");
}

TEST(Schema, RefusesNamesThatWouldCollide) {
  expect_problem(with("physical: member-sharded", "physical: member"), 5,
                 "is the name of the index itself");
  expect_problem(with("physical: member-sharded", "physical: plain"), 5,
                 "is the name of another index");
  EXPECT_EQ(problems_of(with("attribute: memberShardedKey", "attribute: memberId")).size(), 2U);
  expect_problem(with("attribute: memberShardedKey", "attribute: channelId"), 5,
                 "is an attribute of the application");
  expect_problem(with("attribute: memberShardedKey", "attribute: score"), 5,
                 "is an attribute of the application (of index 'plain')");
  expect_problem(with("attribute: memberShardedKey", "attribute: 'isotherm#shard'"), 10,
                 "are the gateway's own");
  expect_problem(with("inputs: [memberId]", "inputs: [channelId]"), 10, "on one shard");
}

TEST(Schema, SurvivesAnyText) {
  for (const char* text :
       {"", "~", "[]", "1", "version: 1", "version: 1\ntables: 3", "version: 1\ntables: {User: }",
        "version: 1\ntables: {User: {indexes: []}}",
        "version: 1\ntables: {User: {indexes: {abc: 1}}}", "{{{", "a: [", "\t- x", "? [a]\n: b",
        "version: 1\ntables: {? {a: b} : c}", "a: *b", "\xff\xfe"})
    EXPECT_FALSE(parse(text).ok()) << text;
  expect_problem("version: 1\ntables:\n  User: [", 3, "the text is no YAML");
}

TEST(Schema, AFileThatCannotBeReadIsOneProblem) {
  EXPECT_EQ(parse_file("/nonexistent/isotherm.yaml").error()[0].what, "cannot be read");
  EXPECT_EQ(parse_file("/").error()[0].what, "is a folder");
  const std::string file = ::testing::TempDir() + "schema_test_" + std::to_string(::getpid());
  std::ofstream(file) << good;
  EXPECT_TRUE(parse_file(file).ok());
  std::remove(file.c_str());
}

TEST(Schema, ASecondDocumentIsAnErrorAndNotIgnored) {
  const auto parsed = parse("version: 1\ntables: {}\n---\nversion: 1\ntables: {}\n");
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().front().what, "the file has more than one YAML document");
}

}  // namespace
}  // namespace isotherm::schema
