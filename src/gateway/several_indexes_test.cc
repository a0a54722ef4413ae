// Several indexes of a gateway on one table: two sharded ones, one without a sort key, of numbers
// and binaries, and one in a table of its own. The same writes go to a plain table.

#include <gtest/gtest.h>

#include <random>

#include "gateway/spelled_out.h"
#include "gateway/testing/twins.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins

struct IndexOf {
  const char* name;
  const char* partition;
  KeyType type;
  const char* sort;
  KeyType sort_type;
  bool in_table;
};
constexpr std::array indexes{
    IndexOf{"by-member", "channel", KeyType::S, "member", KeyType::S, false},
    IndexOf{"by-score", "team", KeyType::N, "score", KeyType::N, false},
    IndexOf{"by-bytes", "bytes", KeyType::B, nullptr, KeyType::S, false},
    IndexOf{"by-manager", "manager", KeyType::S, "score", KeyType::N, true},
};

schema::IndexRule rule_of(const IndexOf& index) {
  schema::IndexRule rule;
  rule.name = index.name;
  rule.partition_key = {index.partition, index.type};
  if (index.sort != nullptr) rule.sort_key = index.sort;
  rule.line = 1;
  if (index.in_table) {
    rule.type = schema::IndexType::table;
    rule.table = schema::IndexTableRule{
        std::string("table-") + index.name, index.sort_type, {}, schema::Maintain::transaction};
    return rule;
  }
  rule.type = schema::IndexType::sharded_gsi;
  rule.physical = std::string(index.name) + "-sharded";
  // One by its sort key, one by two attributes, one by the table's key.
  std::vector<std::string> inputs = {"id"};
  if (index.sort != nullptr) inputs = {index.sort, "member"};
  if (rule.sort_key == "member") inputs = {"member"};
  rule.shard =
      schema::ShardRule{std::string("k_") + index.name, sharding::HashStrategy(4), inputs, {}};
  return rule;
}

std::shared_ptr<const schema::Schema> schema_of_all() {
  schema::TableRule table;
  table.name = table_name;
  table.line = 1;
  for (const IndexOf& index : indexes) table.indexes.push_back(rule_of(index));
  schema::Schema schema;
  schema.tables.emplace(table_name, table);
  return std::make_shared<const schema::Schema>(std::move(schema));
}

CreateTableRequest creation() {
  CreateTableRequest request;
  request.table_name = table_name;
  request.billing_mode = BillingMode::pay_per_request;
  request.attribute_definitions = {
      {"id", KeyType::S},    {"channel", KeyType::S}, {"member", KeyType::S}, {"team", KeyType::N},
      {"score", KeyType::N}, {"bytes", KeyType::B},   {"manager", KeyType::S}};
  request.key_schema = {{"id", true}};
  request.global_indexes.emplace();
  for (const IndexOf& index : indexes) {
    SecondaryIndexRequest wanted;
    wanted.index_name = index.name;
    wanted.key_schema = {{index.partition, true}};
    if (index.sort != nullptr) wanted.key_schema.push_back({index.sort, false});
    wanted.projection = ProjectionRequest{ProjectionType::all, std::nullopt};
    request.global_indexes->push_back(wanted);
  }
  return request;
}

class Several : public ::testing::Test {
 protected:
  Several() : plain_(open_engine()), below_(open_engine()), gateway_(*below_, schema_of_all()) {
    for (Store* store : {static_cast<Store*>(plain_.get()), static_cast<Store*>(&gateway_)}) {
      const auto created = run(store->create_table(creation()));
      expects(created.ok(), created.ok() ? "" : created.error().message().c_str());
    }
  }

  static std::vector<std::string> scanned(Store& store, std::optional<std::string> index) {
    ScanRequest scan;
    scan.table_name = table_name;
    scan.index_name = std::move(index);
    const auto page = run(store.scan(scan));
    EXPECT_TRUE(page.ok()) << page.error().message();
    std::vector<std::string> items;
    if (page.ok())
      for (const Item& item : page->items) items.push_back(spelled_out(item));
    std::sort(items.begin(), items.end());
    return items;
  }
  void compare() {
    EXPECT_EQ(scanned(gateway_, std::nullopt), scanned(*plain_, std::nullopt));
    for (const IndexOf& index : indexes)
      EXPECT_EQ(scanned(gateway_, index.name), scanned(*plain_, index.name)) << index.name;
  }

  std::unique_ptr<engine::Engine> plain_;
  std::unique_ptr<engine::Engine> below_;
  Gateway gateway_;
};

AttributeValue random_value(std::mt19937& random, const std::string& name) {
  const int n = static_cast<int>(random() % 4);
  if (name == "team" || name == "score")
    return Number::parse(n == 0 ? "-1.50" : n == 1 ? "1E2" : "7").value();
  if (name == "bytes") return Binary{std::string(1, static_cast<char>(n == 0 ? 0 : 250 + n))};
  return "v" + std::to_string(n);
}

TEST_F(Several, AllFollowEachWrite) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::vector<std::string> names = {"channel", "member", "team", "score", "bytes", "manager"};
  for (int i = 0; i < 400; ++i) {
    const Item key = {{"id", "i" + std::to_string(random() % 8)}};
    const std::string& a = names[random() % names.size()];
    const std::string& b = names[random() % names.size()];
    if (random() % 4 == 0) {
      Item item = key;
      for (const std::string& name : names)
        if (random() % 3 != 0) item.emplace(name, random_value(random, name));
      EXPECT_EQ(run(gateway_.put_item(put_of(item))).ok(),
                run(plain_->put_item(put_of(item))).ok());
      continue;
    }
    static const std::vector<std::string> texts = {"SET #a = :a", "REMOVE #a",
                                                   "SET #a = :a REMOVE #b",
                                                   "SET #a = if_not_exists(#b, :a)", "SET #a = #b"};
    const std::string& text = texts[random() % texts.size()];
    const bool two = text.find("#b") != std::string::npos;
    if (two && a == b) continue;
    UpdateItemRequest update = update_of(key, text);
    update.placeholders.names = ExpressionNames{{"#a", a}};
    if (two) update.placeholders.names->emplace("#b", b);
    if (text.find(":a") != std::string::npos)
      update.placeholders.values = ExpressionValues{{":a", random_value(random, a)}};
    update.return_values = static_cast<ReturnValues>(random() % 5);
    const auto sharded = run(gateway_.update_item(update));
    const auto plain = run(plain_->update_item(update));
    ASSERT_EQ(sharded.ok(), plain.ok())
        << text << ' ' << a << ' ' << b
        << (sharded.ok() ? plain.error().message() : sharded.error().message());
    if (plain.ok())
      EXPECT_EQ(sharded->attributes, plain->attributes) << text;
    else
      EXPECT_EQ(sharded.error().message(), plain.error().message()) << text << ' ' << a << ' ' << b;
  }
  compare();
}

TEST_F(Several, OneTransactionMovesItemsInAll) {
  TransactWriteItemsRequest both;
  both.actions.emplace_back(put_of({{"id", "1"},
                                    {"channel", "A"},
                                    {"member", "m"},
                                    {"team", number(1)},
                                    {"score", number(2)},
                                    {"bytes", Binary{"x"}},
                                    {"manager", "B"}}));
  both.actions.emplace_back(put_of({{"id", "2"}, {"channel", "A"}, {"member", "m"}}));
  TransactWriteItemsRequest swap;
  swap.actions.emplace_back(update_of({{"id", "1"}}, "SET manager = channel, channel = manager"));
  swap.actions.emplace_back(
      update_of({{"id", "2"}}, "SET manager = member, score = :s", {{":s", number(9)}}));
  // Two writes of one item are refused, whatever they become.
  TransactWriteItemsRequest twice;
  twice.actions.emplace_back(update_of({{"id", "1"}}, "REMOVE member"));
  twice.actions.emplace_back(update_of({{"id", "1"}}, "REMOVE score"));
  for (const TransactWriteItemsRequest& request : {both, swap, twice}) {
    const auto sharded = run(gateway_.transact_write_items(request));
    const auto plain = run(plain_->transact_write_items(request));
    ASSERT_EQ(sharded.ok(), plain.ok());
    if (!plain.ok()) EXPECT_EQ(sharded.error().message(), plain.error().message());
    compare();
  }
}

}  // namespace
}  // namespace isotherm::gateway
