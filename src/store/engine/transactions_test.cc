// Transactions: tokens and their ten minutes, restarts, throughput, and many at once.

#include <gtest/gtest.h>

#include <latch>
#include <random>
#include <thread>

#include "model/error_detail.h"
#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

PutItemRequest put_of(std::string table, Item item) {
  PutItemRequest put;
  put.table_name = std::move(table);
  put.item = std::move(item);
  return put;
}

UpdateItemRequest update_of(Item key, std::string expression, ExpressionValues values) {
  UpdateItemRequest update;
  update.table_name = "t";
  update.key = std::move(key);
  update.update_expression = std::move(expression);
  update.placeholders.values = std::move(values);
  return update;
}

/// One is added to the item's count.
TransactWriteItemsRequest count_request(std::string token) {
  TransactWriteItemsRequest request;
  request.actions = {update_of({{"pk", "a"}}, "ADD n :one", {{":one", Number(1)}})};
  request.client_request_token = std::move(token);
  return request;
}

std::vector<std::string> reason_codes(const Error& error) {
  std::vector<std::string> codes;
  for (const CancellationReason& reason : error.detail().cancellation_reasons) {
    codes.push_back(reason.code);
  }
  return codes;
}

class Transactions : public testing::Test {
 protected:
  explicit Transactions(EngineOptions options = {}) : scratch(std::move(options)) {
    run(scratch->create_table(table_request("t", false))).value();
  }

  Result<TransactWriteItemsResponse> transact(TransactWriteItemsRequest request) {
    return run(scratch->transact_write_items(std::move(request)));
  }
  AttributeValue count() { return get(scratch, "t", {{"pk", "a"}})->at("n"); }

  Scratch scratch;
};

TEST_F(Transactions, ATokenIsGoodForTenMinutes) {
  ASSERT_TRUE(transact(count_request("token")).ok());
  scratch.clock().advance(std::chrono::minutes(10) - std::chrono::milliseconds(1));
  scratch.maintain();
  ASSERT_TRUE(transact(count_request("token")).ok());
  EXPECT_EQ(count(), AttributeValue(Number(1)));
  // The time is that of the write, not of the last question.
  scratch.clock().advance(std::chrono::milliseconds(1));
  ASSERT_TRUE(transact(count_request("token")).ok());
  EXPECT_EQ(count(), AttributeValue(Number(2)));
}

TEST_F(Transactions, TokensDoNotStayForEver) {
  ASSERT_TRUE(transact(count_request("old")).ok());
  scratch.clock().advance(std::chrono::minutes(25));
  ASSERT_TRUE(transact(count_request("new")).ok());
  scratch.maintain();
  ASSERT_TRUE(transact(count_request("new")).ok());
  EXPECT_EQ(count(), AttributeValue(Number(2)));
  ASSERT_TRUE(transact(count_request("old")).ok());
  EXPECT_EQ(count(), AttributeValue(Number(3)));
}

TEST_F(Transactions, ARepetitionDoesNotLookAtTheItemsAgain) {
  TransactWriteItemsRequest request;
  PutItemRequest put = put_of("t", {{"pk", "a"}});
  put.condition_expression = "attribute_not_exists(pk)";
  request.actions = {std::move(put)};
  request.client_request_token = "token";
  ASSERT_TRUE(transact(request).ok());
  ASSERT_TRUE(transact(request).ok());
  request.client_request_token = "other";
  const auto refused = transact(request);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), ErrorCode::transaction_canceled);
}

TEST_F(Transactions, SixteenAtOnceWithOneTokenWriteOnce) {
  std::latch all(16);
  std::vector<std::thread> threads;
  for (int n = 0; n < 16; ++n) {
    threads.emplace_back([&] {
      all.arrive_and_wait();
      EXPECT_TRUE(transact(count_request("token")).ok());
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(count(), AttributeValue(Number(1)));
}

TEST(TransactionTokens, SurviveARestart) {
  ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  options.durability = Durability::os;
  Scratch scratch(options);
  run(scratch->create_table(table_request("t", false))).value();
  ASSERT_TRUE(run(scratch->transact_write_items(count_request("token"))).ok());
  scratch.close();
  scratch.open();
  ASSERT_TRUE(run(scratch->transact_write_items(count_request("token"))).ok());
  EXPECT_EQ(get(scratch, "t", {{"pk", "a"}})->at("n"), AttributeValue(Number(1)));
  TransactWriteItemsRequest other = count_request("token");
  other.actions.push_back(put_of("t", {{"pk", "b"}}));
  EXPECT_EQ(run(scratch->transact_write_items(other)).error().code(),
            ErrorCode::idempotent_parameter_mismatch);
}

TEST_F(Transactions, AFingerprintOfTheCallerStandsForTheActions) {
  TransactWriteItemsRequest request = count_request("token");
  request.token_fingerprint = "same";
  ASSERT_TRUE(transact(request).ok());
  std::get<UpdateItemRequest>(request.actions[0]).update_expression = "SET n = :one";
  ASSERT_TRUE(transact(request).ok());
  request.token_fingerprint = "other";
  EXPECT_EQ(transact(request).error().code(), ErrorCode::idempotent_parameter_mismatch);
}

EngineOptions enforcing() {
  EngineOptions options;
  options.throughput.mode = throughput::Mode::enforce;
  return options;
}

class ThrottledTransactions : public Transactions {
 protected:
  ThrottledTransactions() : Transactions(enforcing()) {
    CreateTableRequest request = table_request("narrow", false);
    request.billing_mode = BillingMode::provisioned;
    request.provisioned = ProvisionedThroughput{1, 1};
    run(scratch->create_table(request)).value();
    scratch.maintain();
  }
};

TEST_F(ThrottledTransactions, AThrottledActionCancelsAndSaysSo) {
  TransactWriteItemsRequest request;
  request.actions = {put_of("t", {{"pk", "a"}}), put_of("narrow", {{"pk", "b"}})};
  Result<TransactWriteItemsResponse> answer = transact(request);
  int written = 0;
  for (; answer.ok() && written < 2000; ++written) answer = transact(request);
  ASSERT_FALSE(answer.ok()) << "nothing was throttled";
  EXPECT_EQ(answer.error().code(), ErrorCode::transaction_canceled);
  EXPECT_EQ(reason_codes(answer.error()),
            (std::vector<std::string>{"None", "ProvisionedThroughputExceeded"}));
  EXPECT_EQ(answer.error().detail().cancellation_reasons[1].message,
            "The level of configured provisioned throughput for the table was exceeded. Consider "
            "increasing your provisioning level with the UpdateTable API.");
}

TEST_F(ThrottledTransactions, ReadsAreThrottledToo) {
  TransactGetItemsRequest request;
  request.gets = {{"t", {{"pk", "a"}}, {}, {}}, {"narrow", {{"pk", "b"}}, {}, {}}};
  Result<TransactGetItemsResponse> answer = run(scratch->transact_get_items(request));
  for (int i = 0; answer.ok() && i < 2000; ++i) answer = run(scratch->transact_get_items(request));
  ASSERT_FALSE(answer.ok()) << "nothing was throttled";
  EXPECT_EQ(reason_codes(answer.error()),
            (std::vector<std::string>{"None", "ProvisionedThroughputExceeded"}));
}

/// Accounts in two tables, between which money goes back and forth.
class Accounts {
 public:
  static constexpr int count = 8;
  static constexpr int start = 100;

  explicit Accounts(Scratch& scratch) : scratch_(scratch) {
    for (const char* name : {"even", "odd"}) {
      CreateTableRequest request = table_request(name, false);
      define(request, {{"owner", KeyType::S}, {"money", KeyType::N}});
      request.global_indexes = {index_request("by-owner", "owner", "money")};
      run(scratch->create_table(request)).value();
    }
    for (int i = 0; i < count; ++i) {
      put(scratch, table(i), {{"pk", key(i)}, {"owner", "o"}, {"money", Number(start)}}).value();
    }
  }

  static std::string table(int account) { return account % 2 == 0 ? "even" : "odd"; }
  static std::string key(int account) { return std::to_string(account); }

  /// Moves an amount if the account has it; whether it did.
  bool move(int from, int to, int amount) {
    TransactWriteItemsRequest request;
    UpdateItemRequest take = change(from, "SET money = money - :m", amount);
    take.condition_expression = "money >= :m";
    request.actions = {std::move(take), change(to, "SET money = money + :m", amount)};
    const auto answer = run(scratch_->transact_write_items(request));
    if (!answer.ok()) {
      EXPECT_EQ(reason_codes(answer.error()),
                (std::vector<std::string>{"ConditionalCheckFailed", "None"}));
    }
    return answer.ok();
  }

  /// The money of all accounts at one moment.
  std::int64_t total() {
    TransactGetItemsRequest request;
    for (int i = 0; i < count; ++i) {
      request.gets.push_back({table(i), {{"pk", key(i)}}, {}, {}});
    }
    std::int64_t sum = 0;
    const auto answer = run(scratch_->transact_get_items(request)).value();
    for (const std::optional<Item>& item : answer.items) sum += money(*item);
    return sum;
  }

  static std::int64_t money(const Item& item) {
    const std::int64_t money = std::stoll(item.at("money").get_if<Number>()->to_string());
    EXPECT_GE(money, 0);
    return money;
  }

 private:
  static UpdateItemRequest change(int account, std::string expression, int amount) {
    UpdateItemRequest update;
    update.table_name = table(account);
    update.key = {{"pk", key(account)}};
    update.update_expression = std::move(expression);
    update.placeholders.values = ExpressionValues{{":m", Number(amount)}};
    return update;
  }

  Scratch& scratch_;
};

TEST(TransactionProperty, MoneyIsNeitherMadeNorLost) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Scratch scratch;
  Accounts accounts(scratch);
  std::atomic<int> writers{4};
  std::atomic<int> moved{0};
  std::vector<std::thread> threads;
  for (int n = 0; n < 4; ++n) {
    threads.emplace_back([&, n] {
      std::mt19937_64 random(seed + static_cast<std::uint64_t>(n));
      for (int i = 0; i < 300; ++i) {
        const int from = static_cast<int>(random() % Accounts::count);
        const int to =
            static_cast<int>((from + 1 + random() % (Accounts::count - 1)) % Accounts::count);
        moved += accounts.move(from, to, static_cast<int>(random() % 60));
      }
      --writers;
    });
  }
  const std::int64_t all = Accounts::count * Accounts::start;
  do {
    ASSERT_EQ(accounts.total(), all);
  } while (writers > 0);
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(moved, 0);
  EXPECT_EQ(accounts.total(), all);
  std::int64_t indexed = 0;
  for (const char* table : {"even", "odd"}) {
    for (const Item& entry : scan_all(scratch, table, "by-owner").items) {
      indexed += Accounts::money(entry);
    }
  }
  EXPECT_EQ(indexed, all);
}

}  // namespace
}  // namespace isotherm::engine
