// The fleet's promise as a property: the same random requests go to a table in one store and to one
// in three places, and their answers are the same.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "model/item_json.h"
#include "store/fleet/testing/twins.h"

namespace isotherm::fleet {
namespace {

using namespace testing;  // NOLINT: the twins

class Requests {
 public:
  explicit Requests(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t n) { return random_() % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  AttributeValue number(std::size_t n) { return Number(static_cast<std::int64_t>(below(n))); }

  Item key() { return {{"k", "k" + std::to_string(below(12))}, {"n", number(4)}}; }
  Item item() {
    Item item = key();
    if (!one_in(6)) item.emplace("p", std::string(1, static_cast<char>('a' + below(3))));
    if (!one_in(6)) item.emplace("s", one_in(40) ? AttributeValue("text") : number(6));
    item.emplace("v", number(100));
    return item;
  }
  template <class Request>
  Request with_condition(Request request) {
    request.table_name = table_name;
    if (one_in(3)) request.condition_expression = "attribute_not_exists(k) OR v < :fifty";
    if (request.condition_expression)
      request.placeholders.values = ExpressionValues{{":fifty", Number(50)}};
    request.return_values = ReturnValues::all_old;
    return request;
  }
  PutItemRequest put() {
    PutItemRequest request;
    request.item = item();
    return with_condition(std::move(request));
  }
  DeleteItemRequest remove() {
    DeleteItemRequest request;
    request.key = key();
    return with_condition(std::move(request));
  }
  UpdateItemRequest update() {
    UpdateItemRequest request;
    request.table_name = table_name;
    request.key = key();
    request.update_expression = one_in(2) ? "SET s = :s ADD v :v" : "REMOVE p SET s = :s ADD v :v";
    request.placeholders.values = ExpressionValues{{":s", number(6)}, {":v", number(9)}};
    request.return_values = ReturnValues::all_new;
    return request;
  }
  BatchWriteItemRequest batch() {
    BatchWriteItemRequest request;
    const std::size_t count = one_in(20) ? 26 + below(3) : 1 + below(6);
    for (std::size_t i = 0; i < count; ++i) {
      if (one_in(3))
        request.request_items[table_name].push_back(DeleteRequest{key()});
      else
        request.request_items[table_name].push_back(PutRequest{item()});
    }
    return request;
  }
  BatchGetItemRequest batch_get() {
    BatchGetItemRequest request;
    for (std::size_t i = 0; i < 1 + below(8); ++i)
      request.request_items[table_name].keys.push_back(key());
    return request;
  }

  QueryRequest query() {
    QueryRequest request;
    request.table_name = table_name;
    ExpressionValues values;
    switch (below(4)) {
      case 0:
        request.key_condition_expression = "k = :k";
        values.emplace(":k", "k" + std::to_string(below(12)));
        break;
      case 1:
        request.key_condition_expression = "k = :k";
        request.index_name = "local";
        values.emplace(":k", "k" + std::to_string(below(12)));
        break;
      case 2:
        request.key_condition_expression = "p = :p";
        request.index_name = "bare";
        values.emplace(":p", std::string(1, static_cast<char>('a' + below(3))));
        break;
      default:
        request.index_name = "global";
        request.key_condition_expression = sort_condition(values);
        values.emplace(":p", std::string(1, static_cast<char>('a' + below(3))));
    }
    request.scan_index_forward = one_in(2);
    request.consistent_read = request.index_name.value_or("local") == "local" && one_in(2);
    read_many(request, values);
    return request;
  }
  ScanRequest scan() {
    ScanRequest request;
    request.table_name = table_name;
    ExpressionValues values;
    if (one_in(3)) request.index_name = "global";
    read_many(request, values);
    return request;
  }

 private:
  std::string sort_condition(ExpressionValues& values) {
    static const std::vector<std::string> conditions = {"", " AND s = :a", " AND s < :a",
                                                        " AND s >= :a", " AND s BETWEEN :a AND :b"};
    const std::size_t kind = below(conditions.size());
    if (kind > 0) values.emplace(":a", number(3));
    if (kind == 4) values.emplace(":b", Number(static_cast<std::int64_t>(3 + below(3))));
    return "p = :p" + conditions[kind];
  }
  void read_many(ReadManyRequest& request, ExpressionValues& values) {
    if (one_in(3)) {
      request.filter_expression = "v < :fifty";
      values.emplace(":fifty", Number(50));
    }
    if (one_in(4)) request.select = Select::count;
    if (one_in(30)) request.projection_expression = "k, n, v, v";
    if (!request.select && one_in(4)) request.projection_expression = "k, n, s, v";
    if (one_in(2)) request.limit = 1 + static_cast<std::int64_t>(below(7));
    if (!values.empty()) request.placeholders.values = std::move(values);
  }

  std::mt19937 random_;
};

std::string to_json(const Item& item) {
  std::string json;
  append_item(item, json);
  return json;
}

std::string told(const std::optional<Item>& item) {
  return item ? to_json(*item) : std::string("nothing");
}
std::string told(const Error& error) {
  return std::string(exception_name(error.code())) + ": " + error.message();
}
std::string told(const Result<WriteItemResponse>& answer) {
  return answer.ok() ? told(answer->attributes) : told(answer.error());
}
// When two writes are wrong, members may name another first.
std::string told(const Result<BatchWriteItemResponse>& answer) {
  return answer.ok() ? "done" : std::string(exception_name(answer.error().code()));
}
std::string told(const Result<BatchGetItemResponse>& answer) {
  if (!answer.ok()) return told(answer.error());
  std::vector<std::string> items;
  for (const auto& [table, found] : answer->responses)
    for (const Item& item : found) items.push_back(table + to_json(item));
  std::ranges::sort(items);
  std::string all;
  for (const std::string& item : items) all += item + "\n";
  return all;
}

template <class Request>
Task<Result<ReadManyResponse>> ask(Store& store, Request request) {
  if constexpr (std::is_same_v<Request, QueryRequest>)
    return store.query(std::move(request));
  else
    return store.scan(std::move(request));
}

/// All pages of a read, as far as the order of ties and of a scan leaves no choice.
template <class Request>
std::string walked(Store& store, Request request, bool is_ordered) {
  std::vector<std::string> items;
  std::string order;
  std::int64_t count = 0;
  std::int64_t scanned = 0;
  for (int page = 0; page < 500; ++page) {
    const auto answer = run(ask(store, request));
    if (!answer.ok()) return told(answer.error());
    count += answer->count;
    scanned += answer->scanned_count;
    EXPECT_LE(answer->scanned_count, request.limit.value_or(1'000));
    for (const Item& item : answer->items) {
      items.push_back(to_json(item));
      const AttributeValue* sort = find(item, "s");
      if (is_ordered && sort != nullptr) order += to_json({{"s", *sort}});
    }
    request.exclusive_start_key = answer->last_evaluated_key;
    if (!answer->last_evaluated_key) {
      std::ranges::sort(items);
      std::string all = std::to_string(count) + " of " + std::to_string(scanned) + order + "\n";
      for (const std::string& item : items) all += item + "\n";
      return all;
    }
  }
  return "no end";
}

TEST(Fleet, AnswersAsOneTableDoes) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Requests requests(seed);
  Twins twins;
  Store& plain = *twins.plain;
  Store& fleet = *twins.fleet;
  for (int i = 0; i < 1'500 && !HasFailure(); ++i) {
    SCOPED_TRACE("request " + std::to_string(i));
    const auto same = [&](auto request, auto operation) {
      EXPECT_EQ(told(run((plain.*operation)(request))), told(run((fleet.*operation)(request))));
    };
    switch (requests.below(8)) {
      case 0:
      case 1: same(requests.put(), &Store::put_item); break;
      case 2: same(requests.update(), &Store::update_item); break;
      case 3: same(requests.remove(), &Store::delete_item); break;
      case 4: same(requests.batch(), &Store::batch_write_item); break;
      case 5: same(requests.batch_get(), &Store::batch_get_item); break;
      case 6: {
        const QueryRequest query = requests.query();
        const bool is_ordered = query.index_name == "global" || query.index_name == "local";
        EXPECT_EQ(walked(plain, query, is_ordered), walked(fleet, query, is_ordered))
            << query.index_name.value_or("table") << ": " << *query.key_condition_expression;
        break;
      }
      default: {
        const ScanRequest scan = requests.scan();
        EXPECT_EQ(walked(plain, scan, false), walked(fleet, scan, false));
      }
    }
  }
}

TEST(Fleet, SegmentsOfAScanSeeEachItemOnce) {
  Twins twins;
  for (int i = 0; i < 60; ++i) {
    PutItemRequest put;
    put.table_name = table_name;
    put.item = {{"k", "k" + std::to_string(i)}, {"n", Number(1)}};
    ASSERT_TRUE(run(twins.fleet->put_item(put)).ok());
  }
  std::set<std::string> seen;
  for (int segment = 0; segment < 4; ++segment) {
    ScanRequest scan;
    scan.table_name = table_name;
    scan.segment = segment;
    scan.total_segments = 4;
    scan.limit = 3;
    for (;;) {
      const auto page = run(twins.fleet->scan(scan)).value();
      for (const Item& item : page.items) EXPECT_TRUE(seen.insert(to_json(item)).second);
      if (!page.last_evaluated_key) break;
      scan.exclusive_start_key = page.last_evaluated_key;
    }
  }
  EXPECT_EQ(seen.size(), 60U);
}

}  // namespace
}  // namespace isotherm::fleet
