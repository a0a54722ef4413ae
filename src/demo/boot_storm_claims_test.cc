#include "demo/boot_storm_claims.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "demo/boot_storm_report.h"
#include "demo/boot_storm_schema.h"
#include "schema/schema.h"

namespace isotherm::demo {
namespace {

void accept(load::KindTally& kind, std::uint64_t count) {
  kind.accept(std::chrono::milliseconds(1), 0);
  kind.accepted = count;
}

void throttle(load::KindTally& kind, std::uint64_t count) {
  load::Failure failure;
  failure.exception = "ThrottlingException";
  failure.throttled = true;
  failure.reasons = {{"IndexWriteKeyRangeThroughputExceeded",
                      "arn:aws:dynamodb:us-east-1:000000000000:table/User/index/member"}};
  for (std::uint64_t i = 0; i < count; ++i) kind.reject(std::chrono::milliseconds(1), failure);
}

// What a machine that keeps up measures in ten seconds.
BootStormResult good_result() {
  BootStormResult result;
  result.shards = 32;
  auto& before = result.before;
  before.outcome.elapsed = std::chrono::seconds(10);
  before.outcome.tally = load::Tally(boot_kind_count);
  accept(before.outcome.tally.kinds[boot_of_big], 9'900);
  throttle(before.outcome.tally.kinds[boot_of_big], 40'100);
  accept(before.outcome.tally.kinds[boot_of_other], 4'700);
  throttle(before.outcome.tally.kinds[boot_of_other], 300);
  accept(before.outcome.tally.kinds[look_up], 2'000);
  before.sent_boots = 66'000;
  before.stored_of_big = before.counted_members_of_big = 13'000;
  before.stored_of_others = 5'600;
  before.counted_users = 18'600;
  before.queries_per_look_up = 1;
  before.index_heat = {100, 510, 20};
  before.table_heat = {40, 40, 20};
  auto& after = result.after;
  after.is_sharded = true;
  after.outcome.elapsed = std::chrono::seconds(10);
  after.outcome.tally = load::Tally(boot_kind_count);
  accept(after.outcome.tally.kinds[boot_of_big], 50'000);
  accept(after.outcome.tally.kinds[boot_of_other], 5'000);
  accept(after.outcome.tally.kinds[look_up], 2'000);
  after.sent_boots = after.counted_users = 66'000;
  after.stored_of_big = after.counted_members_of_big = 60'000;
  after.stored_of_others = 6'000;
  after.queries_per_look_up = 1;
  after.planned = after.planned_one_shard = 100;
  after.index_heat = {63, 63, 20};
  after.table_heat = {40, 40, 20};
  return result;
}

bool holds(BootStormResult result) {
  result.claims = claims_of(result);
  return result.holds();
}

TEST(BootStormClaims, HoldWhenTheFiguresShowTheCure) { EXPECT_TRUE(holds(good_result())); }

TEST(BootStormClaims, EachFigureIsNeeded) {
  const std::pair<const char*, void (*)(BootStormResult&)> spoilings[] = {
      {"arrivals were not sent", [](auto& r) { r.before.outcome.tally.overflowed = 1; }},
      {"the end was late", [](auto& r) { r.after.outcome.elapsed = std::chrono::seconds(12); }},
      {"too few were sent",
       [](auto& r) { r.after.outcome.tally.kinds[boot_of_big].accepted = 40'000; }},
      {"more got through than a partition bears",
       [](auto& r) { r.before.outcome.tally.kinds[boot_of_big].accepted = 20'000; }},
      {"another limit was named",
       [](auto& r) { r.before.outcome.tally.kinds[boot_of_big].throttles[{"Other", "arn"}] = 1; }},
      {"others were spared",
       [](auto& r) { r.before.outcome.tally.kinds[boot_of_other].throttled = 0; }},
      {"an accepted write was lost", [](auto& r) { --r.before.counted_users; }},
      {"something was throttled after",
       [](auto& r) { throttle(r.after.outcome.tally.kinds[boot_of_big], 1); }},
      {"an index entry is missing", [](auto& r) { --r.after.counted_members_of_big; }},
      {"a boot was not stored", [](auto& r) { ++r.after.sent_boots; }},
      {"a look-up took two queries", [](auto& r) { r.after.queries_per_look_up = 1.01; }},
      {"a plan asks all shards", [](auto& r) { --r.after.planned_one_shard; }},
      {"a look-up failed", [](auto& r) { r.after.outcome.tally.kinds[look_up].failed = 1; }},
      {"a partition is full", [](auto& r) { r.after.index_heat.percent_max = 100; }},
      {"no heat was seen at all", [](auto& r) { r.after.index_heat.percent_max = 0; }},
  };
  for (const auto& [what, spoil] : spoilings) {
    auto result = good_result();
    spoil(result);
    EXPECT_FALSE(holds(std::move(result))) << what;
  }
}

TEST(BootStormReport, IsTextAndJson) {
  auto result = good_result();
  result.claims = claims_of(result);
  const auto json = nlohmann::json::parse(json_text(result, boot_storm_schema()));
  EXPECT_EQ(json.at("schema_version"), 1);
  EXPECT_EQ(json.at("holds"), true);
  EXPECT_EQ(json.at("after").at("boots_accepted"), 66'000);
  EXPECT_EQ(json.at("before").at("big_channel").at("throttles")[0].at("reason"),
            "IndexWriteKeyRangeThroughputExceeded");
  EXPECT_EQ(json.at("sharding_schema"), std::string(boot_storm_schema()));
  const auto text = comparison_text(result);
  EXPECT_NE(text.find("100 % (asked: 510 %)"), std::string::npos);
  EXPECT_NE(text.find("32 shards"), std::string::npos);
  EXPECT_EQ(claims_text(result).find("NOT SO"), std::string::npos);
  EXPECT_NE(next_steps_text(result).find("in 20 partitions each"), std::string::npos);
}

TEST(BootStormReport, DrawsTheSecondInEveryCharacterSet) {
  load::Tally recent(boot_kind_count);
  accept(recent.kinds[boot_of_big], 1'000);
  throttle(recent.kinds[boot_of_big], 4'000);
  load::Progress progress;
  progress.interval = std::chrono::seconds(1);
  progress.recent = progress.total = &recent;
  const Tick tick{
      false, std::chrono::seconds(4), std::chrono::seconds(12), &progress, {100, 510, 20}};
  const auto ascii = tick_picture(tick, {}, true);
  EXPECT_NE(ascii.find("########xxxxxxxx"), std::string::npos);
  for (const char c : ascii) EXPECT_GE(c, 0);
  EXPECT_NE(tick_picture(tick, {}, false).find("████████░░░"), std::string::npos);
  EXPECT_NE(tick_line(tick).find("1,000/s stored"), std::string::npos);
  EXPECT_NE(tick_line(tick).find("4,000/s rejected"), std::string::npos);
}

TEST(BootStormSchema, IsAValidSchemaWithTheTablesIndex) {
  const auto schema = schema::parse(boot_storm_schema());
  ASSERT_TRUE(schema.ok());
  const auto* table = schema->find_table(user_table);
  ASSERT_NE(table, nullptr);
  const auto* index = table->find_index(member_index);
  ASSERT_NE(index, nullptr);
  EXPECT_TRUE(index->is_sharded());
  EXPECT_EQ(index->partition_key.name, "channelId");
}

}  // namespace
}  // namespace isotherm::demo
