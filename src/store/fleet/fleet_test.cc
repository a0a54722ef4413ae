#include "store/fleet/fleet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/fleet/testing/twins.h"

namespace isotherm::fleet {
namespace {

using namespace testing;  // NOLINT: the twins
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

AttributeValue n(std::int64_t value) { return Number(value); }

Item item(std::string k, std::int64_t sub = 1) { return {{"k", std::move(k)}, {"n", n(sub)}}; }

PutItemRequest put_of(Item item) {
  PutItemRequest request;
  request.table_name = table_name;
  request.item = std::move(item);
  request.return_consumed_capacity = ReturnConsumedCapacity::total;
  return request;
}

GetItemRequest get_of(Item key) {
  GetItemRequest request;
  request.table_name = table_name;
  request.key = std::move(key);
  return request;
}

std::int64_t count_in(Store& store, const std::string& table) {
  ScanRequest scan;
  scan.table_name = table;
  return run(store.scan(scan)).value().count;
}

/// A key that lies on the member.
std::string key_on(std::string_view member, int skip = 0) {
  const auto placement = ring({"a", "b", "c"});
  for (int i = 0;; ++i) {
    const std::string key = "k" + std::to_string(i);
    const auto part = placement::KeyPart::of_text(key);
    const auto owner = placement->owner({&part, 1}).value();
    if (placement->nodes()[owner].name == member && skip-- == 0) return key;
  }
}

TEST(Fleet, SpreadsItemsByThePlacementOfTheirPartitionKey) {
  Twins twins;
  for (int i = 0; i < 90; ++i)
    ASSERT_TRUE(run(twins.fleet->put_item(put_of(item("k" + std::to_string(i))))).ok());
  const std::int64_t a = count_in(*twins.one, table_name);
  const std::int64_t b = count_in(*twins.two, "orders_b");
  const std::int64_t c = count_in(*twins.two, "orders_c");
  EXPECT_GT(a, 10);
  EXPECT_GT(b, 10);
  EXPECT_GT(c, 10);
  EXPECT_EQ(a + b + c, 90);
  for (int i = 0; i < 90; ++i)
    EXPECT_TRUE(run(twins.fleet->get_item(get_of(item("k" + std::to_string(i)))))->item);
}

TEST(Fleet, NamesItsTableAsTheApplicationDoes) {
  Twins twins;
  const auto put = run(twins.fleet->put_item(put_of(item(key_on("b")))));
  EXPECT_EQ(put->consumed.table_name, table_name);
  const auto described = run(twins.fleet->describe_table({table_name}));
  EXPECT_EQ(described->name, table_name);
  EXPECT_THAT(described->arn, HasSubstr("table/Orders"));
  PutItemRequest bad = put_of({{"k", key_on("b")}});
  EXPECT_THAT(run(twins.fleet->put_item(bad)).error().message(), Not(HasSubstr("orders_b")));
}

TEST(Fleet, OtherTablesAreThoseOfTheStoreBelow) {
  Twins twins;
  CreateTableRequest other = create_request();
  other.table_name = "Other";
  ASSERT_TRUE(run(twins.fleet->create_table(other)).ok());
  EXPECT_TRUE(run(twins.one->describe_table({"Other"})).ok());
  EXPECT_FALSE(run(twins.two->describe_table({"Other"})).ok());
  EXPECT_THAT(run(twins.fleet->list_tables({}))->table_names, ElementsAre("Orders", "Other"));
  ListTablesRequest first{std::nullopt, 1};
  auto page = run(twins.fleet->list_tables(first));
  EXPECT_THAT(page->table_names, ElementsAre("Orders"));
  first.exclusive_start_table_name = page->last_evaluated_table_name;
  page = run(twins.fleet->list_tables(first));
  EXPECT_THAT(page->table_names, ElementsAre("Other"));
}

TEST(Fleet, DescribesAllMembersTogether) {
  Twins twins;
  for (int i = 0; i < 30; ++i)
    (void)run(twins.fleet->put_item(put_of(item("k" + std::to_string(i)))));
  EXPECT_EQ(run(twins.fleet->describe_table({table_name}))->item_count,
            run(twins.one->describe_table({table_name}))->item_count +
                run(twins.two->describe_table({"orders_b"}))->item_count +
                run(twins.two->describe_table({"orders_c"}))->item_count);
}

TEST(Fleet, RefusesADescriptionOfMembersThatDiffer) {
  Twins twins;
  ASSERT_TRUE(run(twins.two->delete_table({"orders_b"})).ok());
  CreateTableRequest other = create_request();
  other.table_name = "orders_b";
  other.global_indexes->pop_back();
  ASSERT_TRUE(run(twins.two->create_table(other)).ok());
  const auto described = run(twins.fleet->describe_table({table_name}));
  ASSERT_FALSE(described.ok());
  EXPECT_THAT(described.error().message(), HasSubstr("not alike on a and on b"));
}

TEST(Fleet, ATableThatOneMemberCannotMakeIsMadeNowhere) {
  Twins twins;
  ASSERT_TRUE(run(twins.fleet->delete_table({table_name})).ok());
  CreateTableRequest in_the_way = create_request();
  in_the_way.table_name = "orders_c";
  ASSERT_TRUE(run(twins.two->create_table(in_the_way)).ok());
  const auto created = run(twins.fleet->create_table(create_request()));
  ASSERT_FALSE(created.ok());
  EXPECT_EQ(created.error().code(), ErrorCode::resource_in_use);
  EXPECT_FALSE(run(twins.one->describe_table({table_name})).ok());
  EXPECT_FALSE(run(twins.two->describe_table({"orders_b"})).ok());
  EXPECT_TRUE(run(twins.two->describe_table({"orders_c"})).ok()) << "it was there before";
}

TransactWriteItemsRequest puts_of(std::vector<Item> items) {
  TransactWriteItemsRequest request;
  for (Item& one : items) request.actions.push_back(put_of(std::move(one)));
  return request;
}

TEST(Fleet, ATransactionInOneStoreIsRunThere) {
  Twins twins;
  // Two places of one store.
  const auto done =
      run(twins.fleet->transact_write_items(puts_of({item(key_on("b")), item(key_on("c"))})));
  EXPECT_TRUE(done.ok());
  EXPECT_EQ(count_in(*twins.two, "orders_b"), 1);
  EXPECT_EQ(count_in(*twins.two, "orders_c"), 1);
}

TEST(Fleet, ATransactionOverTwoStoresIsRefusedAndDoesNothing) {
  Twins twins;
  const auto done =
      run(twins.fleet->transact_write_items(puts_of({item(key_on("a")), item(key_on("b"))})));
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code(), ErrorCode::validation);
  EXPECT_THAT(done.error().message(), HasSubstr("two stores (a and b)"));
  EXPECT_EQ(count_in(*twins.one, table_name), 0);
  EXPECT_EQ(count_in(*twins.two, "orders_b"), 0);
}

BatchWriteItemRequest batch_of(std::vector<Item> items) {
  BatchWriteItemRequest request;
  for (Item& one : items) request.request_items[table_name].push_back(PutRequest{std::move(one)});
  return request;
}

TEST(Fleet, ABatchWithOneBadItemWritesNothing) {
  Twins twins;
  Item bad = item(key_on("c"));
  bad.emplace("s", "not a number");
  const auto done =
      run(twins.fleet->batch_write_item(batch_of({item(key_on("a")), item(key_on("b")), bad})));
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().code(), ErrorCode::validation);
  EXPECT_EQ(count_in(*twins.one, table_name), 0);
  EXPECT_EQ(count_in(*twins.two, "orders_b"), 0);
}

TEST(Fleet, ABatchIsRefusedForItsLengthThoughEachPartIsShort) {
  Twins twins;
  std::vector<Item> items;
  for (int i = 0; i < 26; ++i) items.push_back(item("k" + std::to_string(i)));
  const auto done = run(twins.fleet->batch_write_item(batch_of(items)));
  const auto plain = run(twins.plain->batch_write_item(batch_of(items)));
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().message(), plain.error().message());
  EXPECT_EQ(count_in(*twins.two, "orders_b"), 0);

  BatchGetItemRequest get;
  for (int i = 0; i < 101; ++i)
    get.request_items[table_name].keys.push_back(item("k" + std::to_string(i)));
  const auto got = run(twins.fleet->batch_get_item(get));
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().message(), run(twins.plain->batch_get_item(get)).error().message());
}

/// A store that refuses everything, as one that throttles does.
class Throttled final : public ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;
  bool is_on = false;
  Task<Result<BatchWriteItemResponse>> batch_write_item(BatchWriteItemRequest request) override {
    if (is_on) return no();
    return below_.batch_write_item(std::move(request));
  }

 private:
  static Task<Result<BatchWriteItemResponse>> no() {
    co_return Error(ErrorCode::provisioned_throughput_exceeded, "too much for table orders_b");
  }
};

TEST(Fleet, APartThatIsThrottledIsHandedBackAsUnprocessed) {
  const auto one = open_engine();
  const auto two = open_engine();
  Throttled throttled(*two);
  std::vector<FleetRule> rules(1);
  rules[0] = {table_name,
              {{"a", one.get(), table_name}, {"b", &throttled, "orders_b"}},
              ring({"a", "b"}),
              ring({"a", "b"})};
  const auto fleet = Fleet::make(*one, std::move(rules)).value();
  ASSERT_TRUE(run(fleet->create_table(create_request())).ok());
  throttled.is_on = true;
  std::vector<Item> items;
  for (int i = 0; i < 20; ++i) items.push_back(item("k" + std::to_string(i)));
  const auto done = run(fleet->batch_write_item(batch_of(items)));
  ASSERT_TRUE(done.ok());
  const std::size_t unprocessed = done->unprocessed_items.at(table_name).size();
  EXPECT_EQ(unprocessed + static_cast<std::size_t>(count_in(*one, table_name)), 20U);
  EXPECT_GT(unprocessed, 0U);
  BatchWriteItemRequest again;
  again.request_items = done->unprocessed_items;
  const auto none = run(fleet->batch_write_item(again));
  ASSERT_FALSE(none.ok()) << "nothing at all could be done";
  EXPECT_EQ(none.error().message(), "too much for table Orders");
  throttled.is_on = false;
  ASSERT_TRUE(run(fleet->batch_write_item(again)).ok());
  EXPECT_EQ(count_in(*one, table_name) + count_in(*two, "orders_b"), 20);
}

TEST(Fleet, RefusesRulesThatDoNotHold) {
  const auto one = open_engine();
  const auto refused = [&](std::vector<FleetRule> rules) {
    const auto made = Fleet::make(*one, std::move(rules));
    return made.ok() ? std::string("made") : made.error();
  };
  const auto ab = ring({"a", "b"});
  EXPECT_THAT(refused({{"T", {}, ab, ab}}), HasSubstr("no members"));
  EXPECT_THAT(refused({{"T", {{"a", one.get(), "x"}, {"a", one.get(), "y"}}, ab, ab}}),
              HasSubstr("two members called a"));
  EXPECT_THAT(refused({{"T", {{"a", one.get(), "x"}, {"b", one.get(), "x"}}, ab, ab}}),
              HasSubstr("x"));
  EXPECT_THAT(refused({{"T", {{"a", one.get(), "x"}}, ab, ab}}), HasSubstr("none of its members"));
  EXPECT_THAT(refused({{"T", {{"a", one.get(), "x"}, {"b", one.get(), "y"}}, ab, nullptr}}),
              HasSubstr("no placement"));
}

}  // namespace
}  // namespace isotherm::fleet
