// Updates that must read first, and other writers in between.

#include <gtest/gtest.h>

#include <thread>

#include "gateway/testing/between.h"
#include "gateway/testing/twins.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins

class Races : public ::testing::Test {
 protected:
  Races() {
    expects(run(gateway_.create_table(create_request(shape_))).ok(), "a table is created");
    expects(run(gateway_.put_item(put_of({{"id", "1"}, {"p", "A"}, {"s", "user-1"}}))).ok(), "put");
  }

  std::optional<Item> stored() { return run(engine_->get_item(get_of({{"id", "1"}})))->item; }

  /// Whether the item's hidden attribute is what its inputs say.
  bool is_right() {
    const std::optional<Item> item = stored();
    if (!item) return false;
    const AttributeValue* p = find(*item, "p");
    const AttributeValue* s = find(*item, "s");
    const AttributeValue* hidden = find(*item, hidden_name);
    if (p == nullptr || s == nullptr) return hidden == nullptr;
    const AttributeValue* inputs[] = {s};
    const auto shard = sharding::HashStrategy(shape_.shards).shard_of(inputs);
    const std::string suffix = std::to_string(shard);
    return hidden != nullptr && *hidden == AttributeValue(*p->get_if<std::string>() + "-" + suffix);
  }

  UpdateItemRequest change_of_sort() {
    return update_of({{"id", "1"}}, "SET s = :s", {{":s", "user-2"}});
  }

  Shape shape_{.shards = 10};
  std::unique_ptr<engine::Engine> engine_ = open_engine();
  Between between_{*engine_};
  Gateway gateway_{between_, schema_of(shape_)};
};

TEST_F(Races, AnotherWriterBetweenReadAndWriteIsNoticed) {
  int meddled = 0;
  between_.after_get = [&](const GetItemRequest&) {
    if (meddled++ > 0) return;
    Gateway other(*engine_, schema_of(shape_));
    ASSERT_TRUE(run(other.update_item(update_of({{"id", "1"}}, "SET p = :p", {{":p", "B"}}))).ok());
  };
  ASSERT_TRUE(run(gateway_.update_item(change_of_sort())).ok());
  EXPECT_EQ(*find(*stored(), "p"), AttributeValue("B"));
  EXPECT_EQ(*find(*stored(), "s"), AttributeValue("user-2"));
  EXPECT_TRUE(is_right());
  // The failed write told what the other writer left: no second read.
  EXPECT_EQ(between_.gets, 1);
  EXPECT_EQ(between_.updates, 2);
}

TEST_F(Races, AChangeThatDoesNotMatterIsNoRace) {
  between_.after_get = [&](const GetItemRequest&) {
    ASSERT_TRUE(
        run(engine_->update_item(update_of({{"id", "1"}}, "SET note = :n", {{":n", "x"}}))).ok());
  };
  ASSERT_TRUE(run(gateway_.update_item(change_of_sort())).ok());
  EXPECT_EQ(between_.updates, 1);
  EXPECT_TRUE(is_right());
}

TEST_F(Races, ADeleteInBetweenIsNoticed) {
  bool done = false;
  between_.after_get = [&](const GetItemRequest&) {
    if (std::exchange(done, true)) return;
    DeleteItemRequest remove;
    remove.table_name = table_name;
    remove.key = {{"id", "1"}};
    ASSERT_TRUE(run(engine_->delete_item(remove)).ok());
  };
  ASSERT_TRUE(run(gateway_.update_item(change_of_sort())).ok());
  EXPECT_EQ(*stored(), (Item{{"id", "1"}, {"s", "user-2"}}));
}

TEST_F(Races, TheClientsConditionIsHeldAgainstTheLaterItem) {
  bool done = false;
  between_.after_get = [&](const GetItemRequest&) {
    if (std::exchange(done, true)) return;
    Gateway other(*engine_, schema_of(shape_));
    ASSERT_TRUE(run(other.update_item(update_of({{"id", "1"}}, "SET p = :p", {{":p", "B"}}))).ok());
  };
  UpdateItemRequest request = change_of_sort();
  request.condition_expression = "p = :a";
  request.placeholders.values->emplace(":a", "A");
  request.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  const auto answer = run(gateway_.update_item(request));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code(), ErrorCode::conditional_check_failed);
  EXPECT_EQ(*answer.error().detail().item, (Item{{"id", "1"}, {"p", "B"}, {"s", "user-1"}}));
  EXPECT_TRUE(is_right());
}

TEST_F(Races, GivesUpWithAnErrorThatClientsRetry) {
  int round = 0;
  between_.before_update = [&](UpdateItemRequest&) {
    const std::string p = "P" + std::to_string(round++);
    ASSERT_TRUE(
        run(engine_->update_item(update_of({{"id", "1"}}, "SET p = :p", {{":p", p}}))).ok());
  };
  const auto answer = run(gateway_.update_item(change_of_sort()));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code(), ErrorCode::throttling);
  EXPECT_EQ(round, GatewayOptions().update_attempts);
}

TEST_F(Races, WritersOfDifferentInputsLeaveTheShardRight) {
  constexpr int rounds = 300;
  const auto writer = [&](const char* attribute, const char* prefix) {
    Gateway own(*engine_, schema_of(shape_), {.scatter_concurrency = 1, .update_attempts = 1000});
    for (int i = 0; i < rounds; ++i) {
      const std::string value = prefix + std::to_string(i % 7);
      const std::string text = i % 11 == 10 ? "REMOVE " + std::string(attribute)
                                            : "SET " + std::string(attribute) + " = :v";
      ExpressionValues values;
      if (i % 11 != 10) values.emplace(":v", value);
      const auto answer = run(own.update_item(update_of({{"id", "1"}}, text, values)));
      ASSERT_TRUE(answer.ok()) << answer.error().message();
    }
  };
  std::thread first([&] { writer("p", "P"); });
  std::thread second([&] { writer("s", "S"); });
  std::thread third([&] { writer("s", "T"); });
  first.join();
  second.join();
  third.join();
  EXPECT_TRUE(is_right());
}

}  // namespace
}  // namespace isotherm::gateway
