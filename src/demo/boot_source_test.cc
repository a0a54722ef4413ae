#include "demo/boot_source.h"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace isotherm::demo {
namespace {

using Json = nlohmann::json;

const load::Reply stored{.status = 200, .body = "{}", .transport_error = {}};

TEST(BootSource, KeepsTheMixExactlyOverAnySecond) {
  const BootRates rates;
  BootCounts counts;
  BootSource source(rates, counts, 1, 0, 1);
  load::Action action;
  for (int second = 0; second < 3; ++second) {
    std::map<std::size_t, int> kinds;
    for (int i = 0; i < 5'700; ++i) {
      source.next(action);
      ++kinds[action.kind];
      source.finished(action, stored);
    }
    EXPECT_NEAR(kinds[boot_of_big], 5'000, 2);
    EXPECT_NEAR(kinds[boot_of_other], 500, 2);
    EXPECT_NEAR(kinds[look_up], 200, 2);
  }
}

TEST(BootSource, EveryBootIsANewUserWhoeverSendsIt) {
  BootCounts counts;
  std::set<std::string> ids;
  std::map<std::string, int> channels;
  for (unsigned thread = 0; thread < 2; ++thread) {
    BootSource source({}, counts, 1, thread, 2);
    load::Action action;
    for (int i = 0; i < 2'000; ++i) {
      source.next(action);
      if (action.kind == look_up) continue;
      const auto item = Json::parse(action.first.body).at("Item");
      EXPECT_TRUE(ids.insert(item.at("id").at("S")).second);
      ++channels[item.at("channelId").at("S")];
      EXPECT_EQ(item.at("channelId").at("S") == "big", action.kind == boot_of_big);
    }
  }
  EXPECT_EQ(counts.sent_boots, ids.size());
  // The others spread over many channels.
  EXPECT_GT(channels.size(), 100u);
}

TEST(BootSource, LooksUpOnlyWhoBooted) {
  BootCounts counts;
  BootSource source({.big = 10, .others = 10, .look_ups = 10}, counts, 1, 0, 1);
  std::map<std::string, std::string> booted;
  load::Action action;
  for (int i = 0; i < 300; ++i) {
    source.next(action);
    const auto body = Json::parse(action.first.body);
    if (action.kind != look_up) {
      // Every other boot is rejected.
      const load::Reply rejected{.status = 400, .body = "{}", .transport_error = {}};
      source.finished(action, i % 2 == 0 ? stored : rejected);
      if (i % 2 == 0)
        booted[body["Item"]["memberId"]["S"]] = body["Item"]["channelId"]["S"].get<std::string>();
      continue;
    }
    EXPECT_EQ(action.first.operation, "Query");
    const auto& values = body["ExpressionAttributeValues"];
    EXPECT_EQ(booted.at(values[":m"]["S"]), values[":c"]["S"].get<std::string>());
  }
  EXPECT_EQ(counts.stored(), booted.size());
}

TEST(BootSource, ALookUpMustFindItsMember) {
  BootCounts counts;
  BootSource source({.big = 1, .others = 1, .look_ups = 100}, counts, 1, 0, 1);
  load::Action action;
  source.next(action);
  source.finished(action, stored);
  const auto user = Json::parse(action.first.body)["Item"];
  source.next(action);
  ASSERT_EQ(action.kind, look_up);
  const auto answer = [&](Json items) {
    const auto count = items.size();
    const Json json = {{"Items", std::move(items)}, {"Count", count}, {"ScannedCount", count}};
    return std::string(
        source.finished(action, {.status = 200, .body = json.dump(), .transport_error = {}}));
  };
  EXPECT_EQ(answer(Json::array({user})), "");
  EXPECT_NE(answer(Json::array()), "");
  auto other = user;
  other["id"]["S"] = "user-999";
  EXPECT_NE(answer(Json::array({other})), "");
  auto shows_more = user;
  shows_more["memberShardedKey"]["S"] = "big-1";
  EXPECT_NE(answer(Json::array({shows_more})), "");
}

}  // namespace
}  // namespace isotherm::demo
