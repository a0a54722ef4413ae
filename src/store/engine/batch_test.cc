// BatchGetItem and BatchWriteItem: duplicates, and what is left when there is too much.

#include <gtest/gtest.h>

#include "model/error_detail.h"
#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

BatchWriteItemRequest puts(const std::string& table, std::vector<Item> items) {
  BatchWriteItemRequest request;
  for (Item& item : items) request.request_items[table].push_back(PutRequest{std::move(item)});
  return request;
}

TEST(BatchWrite, StoresAllAndCountsEach) {
  Scratch scratch;
  run(scratch->create_table(table_request("t", true))).value();
  BatchWriteItemRequest request =
      puts("t", {{{"pk", "a"}, {"sk", "b"}},
                 {{"pk", "b"}, {"sk", "a"}},
                 {{"pk", "c"}, {"sk", "a"}, {"d", std::string(3000, 'x')}}});
  request.request_items["t"].push_back(DeleteRequest{{{"pk", "x"}, {"sk", "y"}}});
  const auto response = run(scratch->batch_write_item(request)).value();
  EXPECT_TRUE(response.unprocessed_items.empty());
  ASSERT_EQ(response.consumed.size(), 1);
  EXPECT_EQ(response.consumed[0].table.write_units, 1 + 1 + 3 + 1);
  EXPECT_EQ(scan_all(scratch, "t").count, 3);
}

TEST(BatchWrite, RefusesDuplicates) {
  Scratch scratch;
  CreateTableRequest table = table_request("n", false);
  table.attribute_definitions[0].type = KeyType::N;
  run(scratch->create_table(table)).value();
  for (const char* same : {"1", "1.0", "1e0", "01"}) {
    const auto result = run(scratch->batch_write_item(
        puts("n", {{{"pk", Number(1)}}, {{"pk", Number::parse(same).value()}}})));
    ASSERT_FALSE(result.ok()) << same;
    EXPECT_EQ(result.error().message(), "Provided list of item keys contains duplicates");
  }
  BatchWriteItemRequest mixed = puts("n", {{{"pk", Number(1)}}});
  mixed.request_items["n"].push_back(DeleteRequest{{{"pk", Number(1)}}});
  EXPECT_FALSE(run(scratch->batch_write_item(mixed)).ok());
  EXPECT_EQ(scan_all(scratch, "n").count, 0);
}

TEST(BatchGet, FindsAndRefusesDuplicates) {
  Scratch scratch;
  run(scratch->create_table(table_request("t", false))).value();
  ASSERT_TRUE(put(scratch, "t", {{"pk", "a"}, {"x", "1"}}).ok());
  BatchGetItemRequest request;
  request.request_items["t"].keys = {{{"pk", "a"}}, {{"pk", "b"}}};
  const auto response = run(scratch->batch_get_item(request)).value();
  EXPECT_EQ(response.responses.at("t").size(), 1);
  EXPECT_EQ(response.consumed[0].table.read_units, 1);
  request.request_items["t"].keys.push_back({{"pk", "a"}});
  EXPECT_EQ(run(scratch->batch_get_item(request)).error().message(),
            "Provided list of item keys contains duplicates");
}

TEST(BatchGet, StopsAtSixteenMegabytes) {
  Scratch scratch;
  run(scratch->create_table(table_request("t", false))).value();
  BatchGetItemRequest request;
  for (int i = 0; i < 60; ++i) {
    const Item key{{"pk", std::to_string(i)}};
    Item item = key;
    item.emplace("d", std::string(300 * 1024, 'x'));
    ASSERT_TRUE(put(scratch, "t", item).ok());
    request.request_items["t"].keys.push_back(key);
  }
  request.request_items["t"].consistent_read = true;
  const auto response = run(scratch->batch_get_item(request)).value();
  // 54 × 300 KB is the most that 16 MB holds.
  EXPECT_EQ(response.responses.at("t").size(), 54);
  EXPECT_EQ(response.unprocessed_keys.at("t").keys.size(), 6);
  EXPECT_TRUE(response.unprocessed_keys.at("t").consistent_read);
}

/// A table whose partition bears 1,000 writes a second, of which `spent` are gone.
class ThrottledBatch : public testing::Test {
 protected:
  ThrottledBatch() : scratch(options()) {
    CreateTableRequest request = table_request("t", true);
    request.billing_mode = BillingMode::provisioned;
    // Enough for the table, spread over 40 partitions.
    request.provisioned = ProvisionedThroughput{40'000, 40'000};
    run(scratch->create_table(request)).value();
  }
  static EngineOptions options() {
    EngineOptions options;
    options.throughput.mode = throughput::Mode::enforce;
    return options;
  }
  /// Spends all that the partition of `pk` has.
  void heat(const char* pk) {
    for (int i = 0; i < 10; ++i) {
      if (!put(scratch, "t", {{"pk", pk}, {"sk", "heat"}, {"d", std::string(300'000, 'x')}}).ok()) {
        return;
      }
    }
  }
  Scratch scratch;
};

TEST_F(ThrottledBatch, GivesBackExactlyWhatWasThrottled) {
  heat("hot");
  BatchWriteItemRequest request;
  for (int i = 0; i < 10; ++i) {
    request.request_items["t"].push_back(PutRequest{{{"pk", "hot"}, {"sk", std::to_string(i)}}});
  }
  std::vector<Item> cold;
  for (int i = 0; cold.size() < 15; ++i) {
    // Other partitions than the hot one: one in forty falls onto it.
    const Item item{{"pk", "cold" + std::to_string(i)}, {"sk", "x"}};
    if (!put(scratch, "t", item).ok()) continue;
    ASSERT_TRUE(erase(scratch, "t", item).ok());
    cold.push_back(item);
    request.request_items["t"].push_back(PutRequest{item});
  }
  const auto response = run(scratch->batch_write_item(request)).value();
  ASSERT_EQ(response.unprocessed_items.at("t").size(), 10);
  for (const WriteRequest& left : response.unprocessed_items.at("t")) {
    EXPECT_EQ(std::get<PutRequest>(left).item.at("pk"), AttributeValue("hot"));
  }
  for (const Item& item : cold) EXPECT_TRUE(get(scratch, "t", item));
}

TEST_F(ThrottledBatch, FailsWhenAllIsThrottled) {
  heat("hot");
  BatchWriteItemRequest request;
  for (int i = 0; i < 25; ++i) {
    request.request_items["t"].push_back(PutRequest{{{"pk", "hot"}, {"sk", std::to_string(i)}}});
  }
  const auto result = run(scratch->batch_write_item(request));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code(), ErrorCode::provisioned_throughput_exceeded);
  ASSERT_FALSE(result.error().detail().throttling_reasons.empty());
  EXPECT_EQ(result.error().detail().throttling_reasons[0],
            (ThrottlingReason{"TableWriteKeyRangeThroughputExceeded",
                              "arn:aws:dynamodb:us-east-1:000000000000:table/t"}));
  // Time heals.
  scratch.clock().advance(std::chrono::seconds(5));
  EXPECT_TRUE(run(scratch->batch_write_item(request)).value().unprocessed_items.empty());
}

}  // namespace
}  // namespace isotherm::engine
