// Transactions on sharded tables: shard attributes, other writers in between, tokens.

#include <gtest/gtest.h>

#include <thread>

#include "gateway/testing/between.h"
#include "gateway/testing/twins.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins

class ShardedTransactions : public ::testing::Test {
 protected:
  ShardedTransactions() {
    expects(run(gateway_.create_table(create_request(shape_))).ok(), "a table is created");
    for (const char* id : {"1", "2"})
      expects(run(gateway_.put_item(put_of({{"id", id}, {"p", "A"}, {"s", "user-1"}}))).ok(),
              "put");
  }

  std::optional<Item> stored(const char* id) {
    return run(engine_->get_item(get_of({{"id", id}})))->item;
  }
  /// Whether the hidden attribute of every item is what its inputs say.
  bool all_are_right() {
    ScanRequest scan;
    scan.table_name = table_name;
    const auto all = run(engine_->scan(scan));
    for (const Item& item : all->items) {
      const AttributeValue* p = find(item, "p");
      const AttributeValue* s = find(item, "s");
      const AttributeValue* hidden = find(item, hidden_name);
      if (p == nullptr || s == nullptr) {
        if (hidden != nullptr) return false;
        continue;
      }
      const AttributeValue* inputs[] = {s};
      const auto shard = sharding::HashStrategy(shape_.shards).shard_of(inputs);
      const std::string key = *p->get_if<std::string>() + "-" + std::to_string(shard);
      if (hidden == nullptr || *hidden != AttributeValue(key)) return false;
    }
    return true;
  }

  static UpdateItemRequest new_sort(const char* id, std::string value) {
    return update_of({{"id", id}}, "SET s = :s", {{":s", std::move(value)}});
  }
  static TransactWriteItemsRequest of(std::vector<TransactWriteAction> actions) {
    TransactWriteItemsRequest request;
    request.actions = std::move(actions);
    return request;
  }
  static ConditionCheckRequest check_of(const char* id, std::string condition) {
    ConditionCheckRequest check;
    check.table_name = table_name;
    check.key = {{"id", id}};
    check.condition_expression = std::move(condition);
    return check;
  }
  static std::vector<std::string> codes(const Error& error) {
    std::vector<std::string> codes;
    for (const CancellationReason& reason : error.detail().cancellation_reasons)
      codes.push_back(reason.code);
    return codes;
  }

  /// Writes the first time that a transaction goes down, as another gateway would.
  void meddle_once(UpdateItemRequest request) {
    between_.before_transaction = [this, request = std::move(request),
                                   done = false](TransactWriteItemsRequest&) mutable {
      if (std::exchange(done, true)) return;
      Gateway other(*engine_, schema_of(shape_));
      ASSERT_TRUE(run(other.update_item(request)).ok());
    };
  }

  Shape shape_{.shards = 10};
  std::unique_ptr<engine::Engine> engine_ = open_engine();
  Between between_{*engine_};
  Gateway gateway_{between_, schema_of(shape_)};
};

TEST_F(ShardedTransactions, EveryActionLeavesTheShardRight) {
  DeleteItemRequest remove;
  remove.table_name = table_name;
  remove.key = {{"id", "2"}};
  const auto answer = run(gateway_.transact_write_items(
      of({put_of({{"id", "3"}, {"p", "B"}, {"s", "user-9"}}), new_sort("1", "user-7"),
          std::move(remove), check_of("4", "attribute_not_exists(id)"),
          update_of({{"id", "5"}}, "SET p = :p, s = :s", {{":p", "C"}, {":s", "x"}})})));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_TRUE(all_are_right());
  EXPECT_FALSE(stored("2"));
  EXPECT_TRUE(stored("5")->contains(hidden_name));
  EXPECT_EQ(between_.gets, 1) << "only the update whose other input is not known is read first";
  for (const auto& [index, capacity] : answer->consumed.at(0).global_indexes)
    EXPECT_EQ(index, index_name);
}

TEST_F(ShardedTransactions, AnotherWriterInBetweenIsNoticed) {
  meddle_once(update_of({{"id", "1"}}, "SET p = :p", {{":p", "B"}}));
  const auto answer =
      run(gateway_.transact_write_items(of({new_sort("1", "user-2"), new_sort("2", "user-3")})));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(between_.transactions, 2);
  EXPECT_EQ(between_.gets, 2) << "the failed attempt told what the other writer left";
  EXPECT_TRUE(all_are_right());
  EXPECT_EQ(stored("1")->at("p"), AttributeValue("B"));
}

TEST_F(ShardedTransactions, AnothersWriteIsNoReasonOfOurs) {
  meddle_once(update_of({{"id", "1"}}, "SET p = :p", {{":p", "B"}}));
  const auto answer = run(gateway_.transact_write_items(
      of({new_sort("1", "user-2"), check_of("2", "attribute_not_exists(id)")})));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(codes(answer.error()), (std::vector<std::string>{"None", "ConditionalCheckFailed"}));
}

TEST_F(ShardedTransactions, TheClientsConditionIsHeldAgainstTheLaterItem) {
  meddle_once(update_of({{"id", "1"}}, "SET p = :p", {{":p", "B"}}));
  UpdateItemRequest update = new_sort("1", "user-2");
  update.condition_expression = "p = :a";
  update.placeholders.values->emplace(":a", "A");
  update.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  const auto answer = run(gateway_.transact_write_items(of({std::move(update)})));
  ASSERT_FALSE(answer.ok());
  ASSERT_EQ(codes(answer.error()), (std::vector<std::string>{"ConditionalCheckFailed"}));
  EXPECT_EQ(answer.error().detail().cancellation_reasons[0].item,
            (Item{{"id", "1"}, {"p", "B"}, {"s", "user-1"}}));
}

TEST_F(ShardedTransactions, AConditionThatComesToHoldInBetweenIsTriedAgain) {
  meddle_once(update_of({{"id", "1"}}, "SET note = :n", {{":n", "ready"}}));
  UpdateItemRequest update = new_sort("1", "user-2");
  update.condition_expression = "attribute_exists(note)";
  const auto answer = run(gateway_.transact_write_items(of({std::move(update)})));
  ASSERT_TRUE(answer.ok()) << answer.error().message();
  EXPECT_EQ(stored("1")->at("s"), AttributeValue("user-2"));
  EXPECT_TRUE(all_are_right());
}

TEST_F(ShardedTransactions, ATokenStandsForWhatTheClientAsked) {
  TransactWriteItemsRequest request =
      of({update_of({{"id", "1"}}, "SET s = note, note = s ADD n :one", {{":one", number(1)}})});
  request.client_request_token = "token";
  ASSERT_TRUE(
      run(gateway_.update_item(update_of({{"id", "1"}}, "SET note = :n", {{":n", "user-5"}})))
          .ok());
  ASSERT_TRUE(run(gateway_.transact_write_items(request)).ok());
  // The item is another now, and so would the physical request be.
  Gateway other(*engine_, schema_of(shape_));
  const auto repeated = run(other.transact_write_items(request));
  ASSERT_TRUE(repeated.ok()) << repeated.error().message();
  EXPECT_EQ(stored("1")->at("n"), AttributeValue(number(1)));
  request.actions.push_back(check_of("2", "attribute_exists(id)"));
  EXPECT_EQ(run(other.transact_write_items(request)).error().code(),
            ErrorCode::idempotent_parameter_mismatch);
}

TEST_F(ShardedTransactions, HiddenAttributesAreNobodysToWrite) {
  const auto put = run(gateway_.transact_write_items(
      of({check_of("1", "attribute_exists(id)"), put_of({{"id", "3"}, {hidden_name, "A-1"}})})));
  ASSERT_FALSE(put.ok());
  EXPECT_EQ(put.error().code(), ErrorCode::validation);
  const auto check =
      run(gateway_.transact_write_items(of({check_of("1", "attribute_exists(p_shard)")})));
  ASSERT_FALSE(check.ok());
  EXPECT_EQ(check.error().code(), ErrorCode::validation);
}

TEST_F(ShardedTransactions, ManyWritersLeaveTheShardsRight) {
  std::vector<std::thread> writers;
  for (int n = 0; n < 3; ++n) {
    writers.emplace_back([&, n] {
      Gateway own(*engine_, schema_of(shape_), {.scatter_concurrency = 1, .update_attempts = 1000});
      for (int i = 0; i < 100; ++i) {
        const std::string value = "v" + std::to_string((i * 7 + n) % 9);
        const char* attribute = (i + n) % 2 == 0 ? "p" : "s";
        const std::string text = std::string("SET ") + attribute + " = :v";
        const auto answer =
            run(own.transact_write_items(of({update_of({{"id", "1"}}, text, {{":v", value}}),
                                             update_of({{"id", "2"}}, text, {{":v", value}})})));
        ASSERT_TRUE(answer.ok()) << answer.error().message();
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_TRUE(all_are_right());
  Item one = *stored("1");
  Item two = *stored("2");
  one.erase("id");
  two.erase("id");
  EXPECT_EQ(one, two) << "both items change together";
}

}  // namespace
}  // namespace isotherm::gateway
