// The promise for tables' own keys: the same random requests go to a plain table and to one whose
// key is sharded, and their answers and states are compared.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "gateway/spelled_out.h"
#include "gateway/testing/twins.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the engines

std::string told(const std::optional<Item>& item) { return item ? spelled_out(*item) : "<none>"; }

std::string told(const Error& error) {
  std::string text = std::string(exception_name(error.code())) + ": " + error.message() +
                     ", item: " + told(error.detail().item);
  for (const CancellationReason& reason : error.detail().cancellation_reasons)
    text += "\n  " + reason.code + ": " + reason.message.value_or("") + ", " + told(reason.item);
  return text;
}

std::string sorted(const std::vector<Item>& items) {
  std::vector<std::string> lines;
  for (const Item& item : items) lines.push_back(spelled_out(item));
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// A table (p, s) with a local index on l and a global one on (g, p).
class KeyTwins {
 public:
  explicit KeyTwins(unsigned seed)
      : random_(seed),
        partition_(static_cast<KeyType>(below(3))),
        sort_(static_cast<KeyType>(below(3))),
        has_original_(below(3) > 0),
        plain_(open_engine()),
        store_(open_engine()),
        gateway_(*store_, schema()) {
    for (Store* store : stores()) {
      const auto created = run(store->create_table(create()));
      EXPECT_TRUE(created.ok()) << (created.ok() ? "" : created.error().message());
    }
  }

  /// What both answered to one random request.
  std::pair<std::string, std::string> step() {
    switch (below(10)) {
      case 0:
      case 1:
      case 2: return both(put());
      case 3:
      case 4: return both(update());
      case 5: return both(with_condition(on_key(DeleteItemRequest())));
      case 6: return both(get());
      case 7: return both(transaction());
      case 8: return both(batch_get());
      default: return walk(query());
    }
  }

  std::pair<std::string, std::string> states() {
    ScanRequest scan;
    scan.table_name = "Things";
    if (has_original_ && below(2) == 0) scan.index_name = "by-g";
    std::vector<std::string> found;
    for (Store* store : stores()) found.push_back(sorted(all(*store, scan)));
    return {found[0], found[1]};
  }

  std::string shape() const {
    return std::string(type_name(partition_)) + " " + std::string(type_name(sort_)) +
           (has_original_ ? " with original" : "");
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  std::vector<Store*> stores() { return {plain_.get(), &gateway_}; }

  std::shared_ptr<const schema::Schema> schema() {
    const std::string yaml =
        "version: 1\ntables:\n  Things:\n    key: {partition: {attribute: p, type: " +
        std::string(type_name(partition_)) + "}, sort: s}\n    shard: {strategy: hash, inputs: [" +
        (below(2) == 0 ? "s" : "p, s") + "], shards: " + std::to_string(1 + below(9)) +
        (below(2) == 0 ? ", format: {separator: '#', digits: decimal, first: 1}" : "") +
        (has_original_ ? ", original: o}\n" : "}\n");
    auto parsed = schema::parse(yaml);
    expects(parsed.ok(), "the schema is right");
    return std::make_shared<const schema::Schema>(std::move(parsed).value());
  }

  CreateTableRequest create() const {
    CreateTableRequest request;
    request.table_name = "Things";
    request.billing_mode = BillingMode::pay_per_request;
    request.attribute_definitions = {
        {"p", partition_}, {"s", sort_}, {"l", KeyType::S}, {"g", KeyType::S}};
    request.key_schema = {{"p", true}, {"s", false}};
    SecondaryIndexRequest local{"by-l", {{"p", true}, {"l", false}}, {}, {}, {}, {}};
    local.projection = ProjectionRequest{ProjectionType::keys_only, std::nullopt};
    request.local_indexes = {{local}};
    SecondaryIndexRequest global{"by-g", {{"g", true}}, {}, {}, {}, {}};
    if (has_original_) global.key_schema.push_back({"p", false});
    global.projection = ProjectionRequest{ProjectionType::all, std::nullopt};
    request.global_indexes = {{global}};
    return request;
  }

  AttributeValue value(KeyType type, std::size_t n) {
    static const std::vector<std::string> texts = {"a", "a-1", "b", "z#2", "\xC3\xA9"};
    static const std::vector<const char*> numbers = {"0", "-1.5", "10", "1E20", "2"};
    const std::size_t i = below(std::min(n, texts.size()));
    if (type == KeyType::S) return texts[i];
    if (type == KeyType::N) return Number::parse(numbers[i]).value();
    return Binary{texts[i] + std::string(1, '\0')};
  }
  Item key() {
    Item key = {{"p", value(partition_, 3)}, {"s", value(sort_, 5)}};
    if (below(40) == 0) key.insert_or_assign("p", value(static_cast<KeyType>(below(3)), 3));
    if (below(60) == 0) key.insert_or_assign("p", "");
    if (below(60) == 0) key.erase("s");
    return key;
  }
  template <class Request>
  Request on_key(Request request) {
    request.table_name = "Things";
    request.key = key();
    return request;
  }
  template <class Request>
  Request with_condition(Request request) {
    static const std::vector<std::string> always = {"attribute_exists(p)",
                                                    "attribute_not_exists(#p)", "n = :n",
                                                    "attribute_exists(l) OR n > :n", "n = = :n"};
    static const std::vector<std::string> with_original = {"p = :p",
                                                           "#p <> :p AND attribute_exists(s)",
                                                           "size(p) > :n",
                                                           "p IN (:p, :n)",
                                                           "attribute_type(p, :t)",
                                                           "s > :p OR p < :p"};
    if (below(2) == 0) return request;
    const std::size_t pick = below(always.size() + (has_original_ ? with_original.size() : 0));
    request.condition_expression =
        pick < always.size() ? always[pick] : with_original[pick - always.size()];
    use(request, *request.condition_expression);
    if (below(2) == 0)
      request.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
    return request;
  }
  template <class Request>
  void use(Request& request, const std::string& text) {
    const auto add = [&](const char* name, AttributeValue value) {
      if (text.find(name) == std::string::npos) return;
      if (!request.placeholders.values) request.placeholders.values.emplace();
      request.placeholders.values->emplace(name, std::move(value));
    };
    add(":p", value(partition_, 3));
    add(":n", number(static_cast<std::int64_t>(below(4))));
    add(":t", std::string(type_name(partition_)));
    add(":g", "g" + std::to_string(below(2)));
    if (text.find("#p") != std::string::npos)
      request.placeholders.names = ExpressionNames{{"#p", "p"}};
  }

  PutItemRequest put() {
    PutItemRequest request;
    request.table_name = "Things";
    request.item = key();
    request.item.emplace("n", number(static_cast<std::int64_t>(below(4))));
    if (below(2) == 0) request.item.emplace("l", "l" + std::to_string(below(3)));
    if (below(2) == 0) request.item.emplace("g", "g" + std::to_string(below(2)));
    if (below(2) == 0) request.return_values = ReturnValues::all_old;
    return with_condition(std::move(request));
  }
  UpdateItemRequest update() {
    static const std::vector<std::string> texts = {"SET n = :n",  "ADD n :n",   "SET l = :g",
                                                   "REMOVE g",    "SET g = :g", "SET p = :p",
                                                   "SET p.x = :n"};
    UpdateItemRequest request = on_key(UpdateItemRequest());
    request.return_values = static_cast<ReturnValues>(below(5));
    if (below(8) == 0) return request;
    request.update_expression = below(5) == 0 ? "SET q = p" : texts[below(texts.size())];
    use(request, *request.update_expression);
    if (below(3) > 0) return request;
    request.condition_expression = "attribute_exists(p)";
    return request;
  }
  GetItemRequest get() {
    GetItemRequest request = on_key(GetItemRequest());
    request.consistent_read = true;
    if (below(3) == 0) request.projection_expression = below(2) == 0 ? "p, n" : "s";
    return request;
  }
  TransactWriteItemsRequest transaction() {
    TransactWriteItemsRequest request;
    for (std::size_t n = 1 + below(3); n > 0; --n) {
      if (below(2) == 0) {
        UpdateItemRequest one = update();
        if (!one.update_expression) one.update_expression = "REMOVE g";
        one.return_values = ReturnValues::none;
        request.actions.emplace_back(std::move(one));
      } else if (below(2) == 0) {
        PutItemRequest one = put();
        one.return_values = ReturnValues::none;
        request.actions.emplace_back(std::move(one));
      } else {
        request.actions.emplace_back(with_condition(on_key(DeleteItemRequest())));
      }
    }
    return request;
  }
  BatchGetItemRequest batch_get() {
    BatchGetItemRequest request;
    for (std::size_t n = 1 + below(5); n > 0; --n)
      request.request_items["Things"].keys.push_back(key());
    request.request_items["Things"].consistent_read = true;
    return request;
  }
  QueryRequest query() {
    static const std::vector<std::string> sorts = {"", " AND s = :s", " AND s > :s",
                                                   " AND s <= :s"};
    QueryRequest request;
    request.table_name = "Things";
    const bool local = below(3) == 0;
    if (local) request.index_name = "by-l";
    const std::string sort = local ? "" : sorts[below(sorts.size())];
    request.key_condition_expression = "p = :p" + sort;
    request.placeholders.values = ExpressionValues{{":p", value(partition_, 3)}};
    if (!sort.empty()) request.placeholders.values->emplace(":s", value(sort_, 5));
    if (below(3) == 0) {
      request.filter_expression = "n > :n";
      request.placeholders.values->emplace(":n", number(1));
    }
    if (below(4) == 0) request.projection_expression = "p, n";
    if (below(5) == 0 && !request.projection_expression) request.select = Select::count;
    request.scan_index_forward = below(2) == 0;
    request.consistent_read = below(2) == 0;
    if (below(2) == 0) request.limit = static_cast<std::int64_t>(1 + below(4));
    return request;
  }

  template <class Request>
  std::vector<Item> all(Store& store, Request request) {
    std::vector<Item> items;
    for (int page = 0; page < 1000; ++page) {
      auto answer = run([&] {
        if constexpr (std::is_same_v<Request, QueryRequest>)
          return store.query(request);
        else
          return store.scan(request);
      }());
      if (!answer.ok()) {
        items.push_back({{"error", answer.error().message()}});
        return items;
      }
      for (Item& item : answer->items) items.push_back(std::move(item));
      items.push_back({{"count", number(answer->count)}});
      if (!answer->last_evaluated_key) break;
      request.exclusive_start_key = answer->last_evaluated_key;
    }
    // Where the pages of a scan end is the store's affair.
    if constexpr (std::is_same_v<Request, ScanRequest>)
      std::erase_if(items, [](const Item& item) { return item.contains("count"); });
    return items;
  }
  std::pair<std::string, std::string> walk(const QueryRequest& query) {
    std::vector<std::string> found;
    for (Store* store : stores()) {
      const std::vector<Item> items = all(*store, query);
      std::string text;
      // Items with one sort key of a local index have no order.
      if (query.index_name)
        text = sorted(items);
      else
        for (const Item& item : items) text += spelled_out(item) + "\n";
      found.push_back(std::move(text));
    }
    if (query.index_name && query.limit && query.filter_expression) {
      // Which of them are on a page is free as well.
      return {"", ""};
    }
    return {found[0], found[1]};
  }

  template <class Request>
  std::pair<std::string, std::string> both(const Request& request) {
    std::vector<std::string> found;
    for (Store* store : stores()) found.push_back(answer(*store, request));
    return {found[0], found[1]};
  }
  static std::string answer(Store& store, const PutItemRequest& r) {
    return of(run(store.put_item(r)));
  }
  static std::string answer(Store& store, const UpdateItemRequest& r) {
    return of(run(store.update_item(r)));
  }
  static std::string answer(Store& store, const DeleteItemRequest& r) {
    return of(run(store.delete_item(r)));
  }
  static std::string answer(Store& store, const GetItemRequest& r) {
    const auto got = run(store.get_item(r));
    return got.ok() ? told(got->item) : told(got.error());
  }
  static std::string answer(Store& store, const TransactWriteItemsRequest& r) {
    const auto done = run(store.transact_write_items(r));
    return done.ok() ? "ok" : told(done.error());
  }
  static std::string answer(Store& store, const BatchGetItemRequest& r) {
    const auto got = run(store.batch_get_item(r));
    return got.ok() ? sorted(got->responses.at("Things")) : told(got.error());
  }
  static std::string of(const Result<WriteItemResponse>& answer) {
    return answer.ok() ? "ok: " + told(answer->attributes) : told(answer.error());
  }

  std::mt19937 random_;
  KeyType partition_;
  KeyType sort_;
  bool has_original_;
  std::unique_ptr<engine::Engine> plain_;
  std::unique_ptr<engine::Engine> store_;
  Gateway gateway_;
};

TEST(KeyTransparency, RandomRequestsHaveTheSameAnswers) {
  const unsigned base = std::random_device()();
  for (unsigned i = 0; i < 12; ++i) {
    const unsigned seed = base + i;
    KeyTwins twins(seed);
    for (int step = 0; step < 250; ++step) {
      const auto [plain, sharded] = twins.step();
      ASSERT_EQ(sharded, plain) << "seed " << seed << ", step " << step << ", " << twins.shape();
    }
    const auto [plain, sharded] = twins.states();
    ASSERT_EQ(sharded, plain) << "seed " << seed << ", " << twins.shape();
  }
}

}  // namespace
}  // namespace isotherm::gateway
