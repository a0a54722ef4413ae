#include <gtest/gtest.h>

#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

using throughput::KeyHeat;
using Keys = std::vector<std::string>;

constexpr std::size_t reads = 0;
constexpr std::size_t writes = 1;

/// pk, sk; a global index on group and score.
CreateTableRequest teams() {
  CreateTableRequest request = table_request("t", true);
  define(request, {{"group", KeyType::S}, {"score", KeyType::N}});
  request.global_indexes = {index_request("g", "group", "score")};
  return request;
}

class Insights : public testing::Test {
 protected:
  Insights() { start(scratch_); }

  static void start(Scratch& scratch) { run(scratch->create_table(teams())).value(); }

  static Result<ContributorInsights> enable(Scratch& scratch, bool on,
                                            std::optional<std::string> index = {}) {
    return run(scratch->update_contributor_insights({"t", std::move(index), on, {}}));
  }

  static throughput::ResourceStatistics of(Scratch& scratch, std::string_view index) {
    for (auto& one : scratch->statistics().resources) {
      if (one.throughput.index == index) return one.throughput;
    }
    ADD_FAILURE() << "no statistics of " << index;
    return {};
  }

  static Keys texts(const std::vector<KeyHeat>& keys) {
    Keys out;
    for (const KeyHeat& key : keys) {
      out.push_back(key.key_text + (key.sort_text ? "/" + *key.sort_text : ""));
    }
    return out;
  }

  static void play(Scratch& scratch, const std::string& pk, const std::string& sk, int score) {
    ASSERT_TRUE(
        put(scratch, "t", {{"pk", pk}, {"sk", sk}, {"group", "red"}, {"score", Number(score)}})
            .ok());
  }

  Scratch scratch_;
};

TEST_F(Insights, TheHottestKeysOfAnIndexHaveNamesToo) {
  play(scratch_, "a", "1", 7);
  play(scratch_, "a", "1", 8);
  EXPECT_EQ(texts(of(scratch_, "").top_keys[writes]), Keys{"a"});
  EXPECT_EQ(texts(of(scratch_, "g").top_keys[writes]), Keys{"red"});
  query_all(scratch_, "t", "g", "group", "red");
  EXPECT_EQ(texts(of(scratch_, "g").top_keys[reads]), Keys{"red"});
  // A key that is gone was named by the write that took it away.
  ASSERT_TRUE(erase(scratch_, "t", {{"pk", "a"}, {"sk", "1"}}).ok());
  EXPECT_EQ(of(scratch_, "g").top_keys[writes][0].units, 4) << "put, move of two, delete";
}

TEST_F(Insights, ItemsAreToldApartWhileTheyAreEnabled) {
  play(scratch_, "a", "1", 1);
  EXPECT_TRUE(of(scratch_, "").top_items[writes].empty());
  ASSERT_TRUE(enable(scratch_, true).ok());
  play(scratch_, "a", "2", 2);
  play(scratch_, "a", "2", 3);
  play(scratch_, "b", "2", 2);
  ASSERT_TRUE(get(scratch_, "t", {{"pk", "b"}, {"sk", "2"}}));
  query_all(scratch_, "t", "", "pk", "a");
  EXPECT_EQ(texts(of(scratch_, "").top_items[writes]), (Keys{"a/2", "b/2"}));
  EXPECT_EQ(texts(of(scratch_, "").top_items[reads]), Keys{"b/2"}) << "a page is of no one item";
  EXPECT_TRUE(of(scratch_, "g").top_items[writes].empty()) << "an index is enabled by itself";
  ASSERT_TRUE(enable(scratch_, true, "g").ok());
  play(scratch_, "c", "1", 12);
  EXPECT_EQ(texts(of(scratch_, "g").top_items[writes]), Keys{"red/12"});
  ASSERT_TRUE(enable(scratch_, false).ok());
  EXPECT_TRUE(of(scratch_, "").top_items[writes].empty());
  EXPECT_FALSE(of(scratch_, "").top_keys[writes].empty());
}

TEST_F(Insights, ThrottledItemsAreNamed) {
  EngineOptions options;
  options.throughput.mode = throughput::Mode::enforce;
  Scratch scratch(std::move(options));
  CreateTableRequest request = teams();
  request.billing_mode = BillingMode::provisioned;
  request.provisioned = ProvisionedThroughput{1, 1};
  request.global_indexes->front().provisioned = ProvisionedThroughput{1, 1};
  run(scratch->create_table(std::move(request))).value();
  ASSERT_TRUE(enable(scratch, true).ok());
  const Item large = {{"pk", "a"}, {"sk", "hot"}, {"d", std::string(100'000, 'x')}};
  int denied = 0;
  for (int i = 0; i < 20; ++i) denied += put(scratch, "t", large).ok() ? 0 : 1;
  ASSERT_GT(denied, 0);
  EXPECT_EQ(texts(of(scratch, "").top_throttled_items[writes]), Keys{"a/hot"});
}

TEST_F(Insights, SurviveARestart) {
  const ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  Scratch scratch(std::move(options));
  start(scratch);
  ASSERT_TRUE(
      run(scratch->update_contributor_insights({"t", "g", true, InsightsMode::throttled})).ok());
  const auto before = run(scratch->describe_contributor_insights({"t", "g"})).value();
  scratch.close();
  scratch.open();
  const auto after = run(scratch->describe_contributor_insights({"t", "g"})).value();
  EXPECT_EQ(after.status, InsightsStatus::enabled);
  EXPECT_EQ(after.mode, InsightsMode::throttled);
  EXPECT_EQ(after.rules, before.rules);
  EXPECT_EQ(run(scratch->describe_contributor_insights({"t", {}})).value().status,
            InsightsStatus::disabled);
  play(scratch, "a", "1", 5);
  EXPECT_EQ(texts(of(scratch, "g").top_items[writes]), Keys{"red/5"});
}

TEST_F(Insights, TakeTheTimeOfAStateChange) {
  scratch_.close();
  scratch_.options().state_change_delay = std::chrono::seconds(5);
  scratch_.open();
  start(scratch_);
  scratch_.clock().advance(std::chrono::seconds(5));
  const auto status = [&] {
    return run(scratch_->describe_contributor_insights({"t", {}})).value().status;
  };
  ASSERT_TRUE(enable(scratch_, true).ok());
  EXPECT_EQ(status(), InsightsStatus::enabling);
  scratch_.clock().advance(std::chrono::seconds(5));
  EXPECT_EQ(status(), InsightsStatus::enabled);
  ASSERT_TRUE(enable(scratch_, false).ok());
  EXPECT_EQ(status(), InsightsStatus::disabling);
  scratch_.clock().advance(std::chrono::seconds(5));
  EXPECT_EQ(status(), InsightsStatus::disabled);
}

TEST_F(Insights, AreListedToTheEndOnceEach) {
  for (const char* name : {"ta", "ta-b", "tc"}) {
    CreateTableRequest request = teams();
    request.table_name = name;
    run(scratch_->create_table(std::move(request))).value();
    for (const std::optional<std::string>& index :
         {std::optional<std::string>(), std::optional<std::string>("g")}) {
      ASSERT_TRUE(run(scratch_->update_contributor_insights({name, index, true, {}})).ok());
    }
  }
  for (const std::int64_t size : {1, 2, 4, 5, 6, 7}) {
    Keys listed;
    ListContributorInsightsRequest request;
    request.max_results = size;
    for (int page = 0; page < 10; ++page) {
      const auto answer = run(scratch_->list_contributor_insights(request)).value();
      for (const auto& one : answer.summaries) {
        listed.push_back(one.table_name + one.index_name.value_or(""));
      }
      if (!answer.next_token) break;
      request.next_token = answer.next_token;
    }
    EXPECT_EQ(listed, (Keys{"ta", "tag", "ta-b", "ta-bg", "tc", "tcg"})) << size;
  }
}

}  // namespace
}  // namespace isotherm::engine
