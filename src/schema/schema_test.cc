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
  for (const char* strategy : {"random", "round-robin"})
    expect_problem(with("strategy: hash", "strategy: " + std::string(strategy)), 10,
                   "draws a shard for each write, so the gateway could not find an item's shard "
                   "again; use 'hash'");
  expect_problem(with("partition_key: channelId", "partition_key: [a, b]"), 7,
                 "a key of several attributes is not supported yet");
  expect_problem(with("  User:", "  \"U*\":"), 3, "a pattern of table names is not supported yet");
}

constexpr const char* index_table = R"(version: 1
tables:
  User:
    indexes:
      managed:
        type: table
        table: user_managed_index
        partition_key: ID
        sort_key: {attribute: managedKey, type: N}
        projection: [name, level]
)";

std::string table_with(std::string_view from, std::string_view to) {
  std::string text = index_table;
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(Schema, ReadsAnIndexTable) {
  const auto parsed = parse(index_table);
  ASSERT_TRUE(parsed.ok()) << to_string(parsed.error(), "f");
  const IndexRule& rule = *parsed->find_table("User")->find_index("managed");
  EXPECT_FALSE(rule.is_sharded());
  EXPECT_TRUE(rule.is_consistent());
  EXPECT_EQ(rule.table, (IndexTableRule{"user_managed_index",
                                        KeyType::N,
                                        {ProjectionType::include, {"name", "level"}},
                                        Maintain::transaction}));
  const auto streamed = parse(
      table_with("projection: [name, level]", "projection: KEYS_ONLY\n        maintain: stream"));
  ASSERT_TRUE(streamed.ok()) << to_string(streamed.error(), "f");
  const IndexTableRule& stream = *streamed->find_table("User")->find_index("managed")->table;
  EXPECT_EQ(stream.maintain, Maintain::stream);
  EXPECT_EQ(stream.projection.type, ProjectionType::keys_only);
  const auto sharded =
      parse(table_with("projection: [name, level]",
                       "shard: {attribute: k, strategy: hash, inputs: [managedKey], shards: 16}"));
  ASSERT_TRUE(sharded.ok()) << to_string(sharded.error(), "f");
  EXPECT_TRUE(sharded->find_table("User")->has_sharded_index());
  EXPECT_EQ(sharded->find_table("User")->find_index("managed")->physical, "managed-sharded");
}

TEST(Schema, RefusesAnIndexTableThatIsInDoubt) {
  expect_problem(table_with("        table: user_managed_index\n", ""), 5, "'table' is missing");
  expect_problem(table_with("user_managed_index", "'no name'"), 7, "is no name");
  expect_problem(table_with("user_managed_index", "User"), 5, "is a table of the schema");
  expect_problem(table_with("[name, level]", "SOME"), 10, "unknown projection 'SOME'");
  expect_problem(table_with("projection: [name, level]", "maintain: streams"), 10,
                 "unknown word 'streams'; did you mean 'stream'?");
  expect_problem(std::string(index_table) +
                     "      other: {type: table, table: user_managed_index, partition_key: p}\n",
                 11, "is also that of tables.User.indexes.managed");
  expect_problem(with("type: gsi", "type: gsi\n        maintain: stream"), 13,
                 "is of the type 'table'");
  expect_problem(table_with("projection: [name, level]", "physical: abc"), 10,
                 "is of sharded indexes");
}

TEST(Schema, SaysWhatMayBecomeOfQueriesOfAllShards) {
  const auto scatter_of = [](const std::string& line) {
    const auto parsed =
        parse(with("        sort_key: memberId\n", "        sort_key: memberId\n" + line));
    EXPECT_TRUE(parsed.ok()) << to_string(parsed.error(), "f");
    return parsed->find_table("User")->find_index("member")->scatter;
  };
  EXPECT_EQ(scatter_of(""), Scatter::allow);
  EXPECT_EQ(scatter_of("        scatter: allow\n"), Scatter::allow);
  EXPECT_EQ(scatter_of("        scatter: warn\n"), Scatter::warn);
  EXPECT_EQ(scatter_of("        scatter: forbid\n"), Scatter::forbid);
  expect_problem(with("        sort_key: memberId\n",
                      "        sort_key: memberId\n        scatter: forbidden\n"),
                 9, "unknown word 'forbidden'; did you mean 'forbid'?");
}

TEST(Schema, TheDefaultFormatMayBeSpelledOut) {
  EXPECT_TRUE(
      parse(with("shards: 16", "shards: 16, format: {separator: '-', digits: hex, first: 0}"))
          .ok());
}

TEST(Schema, ReadsAFormat) {
  const auto parsed = parse(with(
      "shards: 16",
      "shards: 10, format: {separator: '#', digits: decimal, padding: 2, first: 1, hash: xxh64}"));
  ASSERT_TRUE(parsed.ok()) << to_string(parsed.error(), "f");
  const ShardRule& rule = *parsed->find_table("User")->find_index("member")->shard;
  EXPECT_EQ(rule.fields, (sharding::FormatFields{"#", sharding::Digits::decimal, 2, 1}));
  EXPECT_EQ(rule.strategy, sharding::AnyStrategy(sharding::HashStrategy(10, HashFunction::xxh64)));
}

TEST(Schema, RefusesAFormatThatWouldBeInDoubt) {
  const auto expect_format = [](const std::string& fields, std::string_view what) {
    expect_problem(with("shards: 16", "shards: 16, format: {" + fields + "}"), 10, what);
  };
  expect_format("separator: 'a'", "ends in a digit");
  expect_format("separator: ''", "is empty");
  expect_format("separator: 'longer than 8'", "1 to 8 bytes");
  expect_format("padding: 1, digits: decimal", "the padding of 1 digits is too narrow");
  expect_format("padding: 9", "9 is not from 0 to 8");
  expect_format("first: -1", "-1 is not from 0");
  expect_format("digits: octal", "unknown digits 'octal'");
  expect_format("hash: murmur3", "unknown hash 'murmur3'");
  expect_format("seperator: '#'", "did you mean 'separator'?");
}

TEST(Schema, ReadsAPartOfAnId) {
  const auto rule_of = [](std::string_view shard) {
    const auto parsed = parse(with("strategy: hash, inputs: [memberId], shards: 16", shard));
    EXPECT_TRUE(parsed.ok()) << to_string(parsed.error(), "f");
    return *parsed->find_table("User")->find_index("member")->shard;
  };
  const ShardRule modulo = rule_of(
      "strategy: id-suffix, inputs: [memberId], shards: 16, part: {take: first, count: 4, unit: "
      "bytes, digits: bytes}");
  ASSERT_NE(modulo.strategy.id_suffix(), nullptr);
  EXPECT_EQ(modulo.strategy.id_suffix()->part(),
            (sharding::IdPart{sharding::IdPart::Take::first, 4, sharding::IdPart::Unit::bytes,
                              sharding::IdPart::Reading::bytes}));
  EXPECT_EQ(modulo.strategy.shards(), 16U);
  const ShardRule as_it_is =
      rule_of("strategy: id-suffix, inputs: [memberId], part: {count: 3, digits: decimal}");
  EXPECT_EQ(as_it_is.strategy.shards(), 1000U);
  EXPECT_EQ(as_it_is.fields.padding, 3U);
  EXPECT_EQ(as_it_is.fields.digits, sharding::Digits::decimal);
}

TEST(Schema, RefusesAPartThatItCannotServe) {
  const auto expect_part = [](const std::string& shard, std::string_view what) {
    expect_problem(with("strategy: hash, inputs: [memberId], shards: 16", shard), 10, what);
  };
  expect_part("strategy: id-suffix, inputs: [memberId], shards: 16", "'part' is missing");
  expect_part("strategy: id-suffix, inputs: [a, b], shards: 4, part: {count: 2}",
              "takes one input");
  expect_part("strategy: id-suffix, inputs: [a], part: {count: 3}",
              "the last 3 characters as hex has 4096 values, and an index at most 1024 shards");
  expect_part("strategy: id-suffix, inputs: [a], part: {count: 9}", "more than 65536 values");
  expect_part("strategy: id-suffix, inputs: [a], part: {take: middle, count: 1}",
              "unknown take 'middle'");
  expect_part("strategy: id-suffix, inputs: [a], shards: 4, part: {}", "'count' is missing");
  expect_part(
      "strategy: id-suffix, inputs: [a], shards: 4, part: {count: 1}, format: {hash: xxh64}",
      "'hash' is of the strategy hash");
  expect_part("strategy: hash, inputs: [a], shards: 4, part: {count: 1}",
              "is of the strategy id-suffix");
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

TEST(Schema, ATextThatNoDocumentCanBeginWithHasAnEnd) {
  for (const auto* text : {",", ", a: 1\nb: 2\n", "]", "}"}) {
    const auto parsed = parse(text);
    ASSERT_FALSE(parsed.ok()) << text;
    EXPECT_TRUE(parsed.error().back().what.starts_with("the text is no YAML")) << text;
  }
}

TEST(Schema, ASecondDocumentIsAnErrorAndNotIgnored) {
  const auto parsed = parse("version: 1\ntables: {}\n---\nversion: 1\ntables: {}\n");
  ASSERT_FALSE(parsed.ok());
  EXPECT_EQ(parsed.error().front().what, "the file has more than one YAML document");
}

}  // namespace
}  // namespace isotherm::schema
