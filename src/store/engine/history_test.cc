#include <gtest/gtest.h>

#include <random>
#include <set>

#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

using std::chrono::milliseconds;

Item versioned(std::string pk, int version) {
  return {{"pk", std::move(pk)}, {"group", "g"}, {"v", std::to_string(version)}};
}

class Lagging : public testing::Test {
 protected:
  void start(Duration index_lag, Duration read_lag_max, std::uint64_t seed = 1) {
    EngineOptions options;
    options.index_lag = index_lag;
    options.read_lag_max = read_lag_max;
    options.throughput.seed = seed;
    scratch_.emplace(std::move(options));
    CreateTableRequest request = table_request("t", false);
    define(request, {{"group", KeyType::S}});
    request.global_indexes = {index_request("by-group", "group")};
    ASSERT_TRUE(run(scratch()->create_table(std::move(request))).ok());
    scratch_->clock().advance(std::chrono::hours(1));
  }

  Scratch& scratch() { return *scratch_; }
  void wait(Duration by) { scratch().clock().advance(by); }

  void write(int version, std::string pk = "a") {
    ASSERT_TRUE(put(scratch(), "t", versioned(std::move(pk), version)).ok());
  }

  static std::string version_in(const std::optional<Item>& item) {
    return item ? *item->at("v").get_if<std::string>() : "none";
  }

  // The version of the only item, as the index shows it.
  std::string indexed() {
    const auto page = query_all(scratch(), "t", "by-group", "group", "g");
    return page.items.empty() ? "none" : version_in(page.items.front());
  }

  std::string read(bool consistent) {
    GetItemRequest request;
    request.table_name = "t";
    request.key = {{"pk", "a"}};
    request.consistent_read = consistent;
    return version_in(run(scratch()->get_item(std::move(request))).value().item);
  }

  std::optional<Scratch> scratch_;
};

TEST_F(Lagging, AnIndexShowsAWriteAfterItsDelayAndNoSooner) {
  start(milliseconds(100), {});
  write(1);
  EXPECT_EQ(indexed(), "none");
  wait(milliseconds(99));
  EXPECT_EQ(indexed(), "none");
  EXPECT_EQ(scan_all(scratch(), "t", "by-group").count, 0);
  EXPECT_EQ(read(false), "1") << "the table does not lag";
  EXPECT_EQ(scan_all(scratch(), "t").count, 1);
  wait(milliseconds(1));
  EXPECT_EQ(indexed(), "1");
  ASSERT_TRUE(erase(scratch(), "t", {{"pk", "a"}}).ok());
  EXPECT_EQ(indexed(), "1") << "nor does it forget sooner";
  wait(milliseconds(100));
  EXPECT_EQ(indexed(), "none");
}

TEST_F(Lagging, AnIndexShowsEveryVersionInTurn) {
  start(milliseconds(100), {});
  for (int i = 0; i < 60; ++i) {
    if (i < 40) write(i);
    wait(milliseconds(5));
    const std::string now = indexed();
    const int expected = std::min(i - 19, 39);
    EXPECT_EQ(now, expected < 0 ? "none" : std::to_string(expected)) << i;
  }
}

TEST_F(Lagging, WritesThatComeFasterThanAStepAreSeenTogetherAndAllOfThem) {
  start(milliseconds(640), {});
  for (int i = 0; i < 100; ++i) {
    write(i);
    wait(milliseconds(1));
  }
  // The last write was 1 ms ago, and nothing follows it.
  wait(milliseconds(638));
  EXPECT_NE(indexed(), "99");
  wait(milliseconds(1));
  EXPECT_EQ(indexed(), "99");
}

TEST_F(Lagging, ConsistentReadsNeverLag) {
  start({}, milliseconds(100));
  for (int i = 0; i < 50; ++i) {
    write(i);
    EXPECT_EQ(read(true), std::to_string(i));
    QueryRequest request;
    request.table_name = "t";
    request.consistent_read = true;
    request.key_condition_expression = "pk = :p";
    request.placeholders.values = ExpressionValues{{":p", "a"}};
    EXPECT_EQ(version_in(run(scratch()->query(std::move(request))).value().items.at(0)),
              std::to_string(i));
    wait(milliseconds(3));
  }
}

TEST_F(Lagging, OtherReadsLagByARandomTimeWithinTheBound) {
  const auto seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  start({}, milliseconds(100), seed);
  std::set<int> lags;
  for (int i = 0; i < 400; ++i) {
    write(i);
    wait(milliseconds(10));
    const std::string seen = read(false);
    if (i < 20) continue;
    ASSERT_NE(seen, "none");
    // The step is 1.5 ms: writes are 10 ms apart, so each has its own state.
    lags.insert(i - std::stoi(seen));
  }
  EXPECT_EQ(*lags.begin(), 0) << "some are fresh";
  EXPECT_GE(*lags.rbegin(), 7) << "some are old";
  EXPECT_LE(*lags.rbegin(), 10) << "none is older than the bound";
  wait(milliseconds(100));
  EXPECT_EQ(read(false), "399") << "in the end all agree";
}

TEST_F(Lagging, TheSameSeedGivesTheSameReads) {
  std::vector<std::string> runs[3];
  const std::uint64_t seeds[] = {7, 7, 8};
  for (int n = 0; n < 3; ++n) {
    start({}, milliseconds(100), seeds[n]);
    for (int i = 0; i < 100; ++i) {
      write(i);
      wait(milliseconds(10));
      runs[n].push_back(read(false));
    }
  }
  EXPECT_EQ(runs[0], runs[1]);
  EXPECT_NE(runs[0], runs[2]);
}

TEST_F(Lagging, ABatchOfReadsSeesOneMoment) {
  start({}, milliseconds(100));
  for (int i = 0; i < 100; ++i) {
    write(i, "a");
    write(i, "b");
    wait(milliseconds(10));
    BatchGetItemRequest request;
    request.request_items["t"].keys = {Item{{"pk", "a"}}, Item{{"pk", "b"}}};
    const auto response = run(scratch()->batch_get_item(std::move(request))).value();
    const auto& items = response.responses.at("t");
    ASSERT_TRUE(items.empty() || items.size() == 2);
    if (!items.empty()) EXPECT_EQ(version_in(items[0]), version_in(items[1]));
  }
}

TEST_F(Lagging, ALocalIndexAndItsItemsAreOfOneMoment) {
  EngineOptions options;
  options.read_lag_max = milliseconds(100);
  scratch_.emplace(std::move(options));
  CreateTableRequest request = table_request("t", true);
  define(request, {{"group", KeyType::S}});
  SecondaryIndexRequest local = index_request("by-group", "pk", "group");
  local.projection = ProjectionRequest{ProjectionType::keys_only, std::nullopt};
  request.local_indexes = {local};
  ASSERT_TRUE(run(scratch()->create_table(std::move(request))).ok());
  for (int i = 0; i < 100; ++i) {
    const std::string now = std::to_string(i);
    ASSERT_TRUE(put(scratch(), "t", {{"pk", "a"}, {"sk", "s"}, {"group", now}, {"v", now}}).ok());
    wait(milliseconds(10));
    QueryRequest query;
    query.table_name = "t";
    query.index_name = "by-group";
    query.select = Select::all_attributes;
    query.key_condition_expression = "pk = :p";
    query.placeholders.values = ExpressionValues{{":p", "a"}};
    const auto page = run(scratch()->query(std::move(query)));
    ASSERT_TRUE(page.ok()) << page.error().message();
    for (const Item& item : page->items) EXPECT_EQ(item.at("group"), item.at("v"));
  }
}

}  // namespace
}  // namespace isotherm::engine
