// Walks in pages visit each item once: every Limit, both directions, tables and indexes, segments.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

constexpr int item_count = 23;

/// `pk` = "a", 23 sort keys; `g` = one of two, `l` = one of three: ties abound.
class Paging : public testing::Test {
 protected:
  Paging() {
    CreateTableRequest request = table_request("t", true);
    define(request, {{"g", KeyType::S}, {"l", KeyType::N}});
    request.global_indexes = {index_request("gi", "g", "l")};
    request.local_indexes = {index_request("li", "pk", "l")};
    (*request.local_indexes)[0].projection->type = ProjectionType::keys_only;
    run(scratch->create_table(request)).value();
    for (int i = 0; i < item_count; ++i) {
      std::string sk = std::to_string(100 + i);
      EXPECT_TRUE(
          put(scratch, "t",
              {{"pk", "a"}, {"sk", sk}, {"g", "x"}, {"l", Number(i % 3)}, {"odd", i % 2 == 1}})
              .ok());
    }
  }

  /// All pages; `page_count` tells how many there were.
  template <class Request, class Ask>
  std::vector<Item> walk(Request request, Ask ask, int* page_count = nullptr) {
    std::vector<Item> items;
    std::set<Item, bool (*)(const Item&, const Item&)> cursors(
        [](const Item& a, const Item& b) { return to_text(a) < to_text(b); });
    for (int pages = 1; pages < 200; ++pages) {
      ReadManyResponse page = run(ask(request)).value();
      EXPECT_LE(page.count, page.scanned_count);
      items.insert(items.end(), page.items.begin(), page.items.end());
      if (page_count != nullptr) *page_count = pages;
      if (!page.last_evaluated_key) return items;
      EXPECT_TRUE(cursors.insert(*page.last_evaluated_key).second) << "a cursor came twice";
      request.exclusive_start_key = page.last_evaluated_key;
    }
    ADD_FAILURE() << "the walk does not end";
    return items;
  }

  static std::string to_text(const Item& item) {
    std::string text;
    for (const auto& [name, value] : item) {
      text += name + "=";
      if (const auto* s = value.get_if<std::string>()) text += *s;
      if (const auto* n = value.get_if<Number>()) text += n->to_string();
    }
    return text;
  }

  QueryRequest query_request(const std::string& index) {
    QueryRequest request;
    request.table_name = "t";
    request.key_condition_expression = index == "gi" ? "g = :p" : "pk = :p";
    request.placeholders.values = ExpressionValues{{":p", index == "gi" ? "x" : "a"}};
    if (!index.empty()) request.index_name = index;
    return request;
  }
  auto asking_query() {
    return [this](const QueryRequest& request) { return scratch->query(request); };
  }
  auto asking_scan() {
    return [this](const ScanRequest& request) { return scratch->scan(request); };
  }

  Scratch scratch;
};

TEST_F(Paging, EveryLimitVisitsEachItemOnceInOrder) {
  for (const std::string index : {"", "gi", "li"}) {
    for (const bool forward : {true, false}) {
      QueryRequest request = query_request(index);
      request.scan_index_forward = forward;
      const std::vector<Item> whole = walk(request, asking_query());
      ASSERT_EQ(whole.size(), item_count);
      for (int limit = 1; limit <= item_count + 1; ++limit) {
        request.limit = limit;
        int pages = 0;
        EXPECT_EQ(walk(request, asking_query(), &pages), whole)
            << index << " limit " << limit << " forward " << forward;
        // A full last page still has a cursor: the service does not look ahead.
        EXPECT_EQ(pages, item_count / limit + 1);
      }
    }
  }
}

TEST_F(Paging, BackwardIsForwardReversed) {
  for (const std::string index : {"", "gi", "li"}) {
    QueryRequest request = query_request(index);
    std::vector<Item> forward = walk(request, asking_query());
    request.scan_index_forward = false;
    std::reverse(forward.begin(), forward.end());
    EXPECT_EQ(walk(request, asking_query()), forward);
  }
}

TEST_F(Paging, TheCursorOfAnIndexHasBothKeys) {
  QueryRequest request = query_request("gi");
  request.limit = 1;
  const auto page = run(scratch->query(request)).value();
  ASSERT_TRUE(page.last_evaluated_key);
  EXPECT_EQ(page.last_evaluated_key->size(), 4);
  for (const char* name : {"pk", "sk", "g", "l"}) {
    EXPECT_TRUE(page.last_evaluated_key->contains(name));
  }
}

TEST_F(Paging, TheLimitCountsWhatIsEvaluatedNotWhatIsReturned) {
  QueryRequest request = query_request("");
  request.filter_expression = "odd = :t";
  request.placeholders.values->emplace(":t", true);
  request.limit = 1;
  int pages = 0;
  EXPECT_EQ(walk(request, asking_query(), &pages).size(), 11);
  EXPECT_EQ(pages, item_count + 1);
}

TEST_F(Paging, SegmentsAreDisjointAndComplete) {
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(put(scratch, "t", {{"pk", "many" + std::to_string(i)}, {"sk", "x"}}).ok());
  }
  for (const std::int64_t total : {1, 2, 3, 7, 16, 1000}) {
    std::multiset<std::string> seen;
    for (std::int64_t segment = 0; segment < total; ++segment) {
      ScanRequest request;
      request.table_name = "t";
      request.total_segments = total;
      request.segment = segment;
      request.limit = 11;
      for (const Item& item : walk(request, asking_scan())) seen.insert(to_text(item));
    }
    EXPECT_EQ(seen.size(), 300 + item_count);
    EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), seen.size());
  }
}

TEST_F(Paging, ACursorOfAnotherSegmentIsRefused) {
  ScanRequest request;
  request.table_name = "t";
  request.exclusive_start_key = Item{{"pk", "a"}, {"sk", "100"}};
  request.total_segments = 2;
  int refused = 0;
  for (request.segment = 0; *request.segment < 2; ++*request.segment) {
    const auto result = run(scratch->scan(request));
    if (result.ok()) continue;
    ++refused;
    EXPECT_NE(result.error().message().find(
                  "Please use ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: "),
              std::string::npos);
  }
  EXPECT_EQ(refused, 1);
}

TEST_F(Paging, StartKeysAreChecked) {
  const auto refused = [&](QueryRequest request, Item key) {
    request.exclusive_start_key = std::move(key);
    const auto result = run(scratch->query(request));
    return result.ok() ? std::string("ok") : result.error().message();
  };
  const QueryRequest plain = query_request("");
  EXPECT_EQ(refused(plain, {}), "The provided starting key is invalid");
  EXPECT_EQ(refused(plain, {{"pk", "a"}}), "The provided starting key is invalid");
  EXPECT_EQ(refused(plain, {{"pk", "b"}, {"sk", "x"}}),
            "The provided starting key is outside query boundaries based on provided conditions");
  EXPECT_EQ(refused(plain, {{"pk", "a"}, {"sk", Number(1)}}),
            "The provided key element does not match the schema");
  EXPECT_EQ(refused(query_request("gi"), {{"pk", "a"}, {"sk", "x"}}),
            "The provided starting key is invalid");
  QueryRequest bounded = plain;
  bounded.key_condition_expression = "pk = :p AND sk > :s";
  bounded.placeholders.values->emplace(":s", "110");
  EXPECT_EQ(refused(bounded, {{"pk", "a"}, {"sk", "105"}}),
            "The provided starting key does not match the range key predicate");
  EXPECT_EQ(refused(plain, {{"pk", "a"}, {"sk", "not an item"}}), "ok");
}

TEST_F(Paging, SortConditionsCutTheRange) {
  const auto found = [&](const std::string& condition, AttributeValue low,
                         AttributeValue high = {}) {
    QueryRequest request = query_request("");
    request.key_condition_expression = "pk = :p AND " + condition;
    request.placeholders.values->emplace(":a", std::move(low));
    if (high.type() != AttributeType::NULL_) {
      request.placeholders.values->emplace(":b", std::move(high));
    }
    return run(scratch->query(request)).value().count;
  };
  EXPECT_EQ(found("sk = :a", "105"), 1);
  EXPECT_EQ(found("sk < :a", "105"), 5);
  EXPECT_EQ(found("sk <= :a", "105"), 6);
  EXPECT_EQ(found("sk > :a", "105"), 17);
  EXPECT_EQ(found("sk >= :a", "105"), 18);
  EXPECT_EQ(found("sk BETWEEN :a AND :b", "105", "107"), 3);
  EXPECT_EQ(found("begins_with(sk, :a)", "11"), 10);
  EXPECT_EQ(found("begins_with(sk, :a)", "3"), 0);
}

TEST_F(Paging, APageEndsWithTheItemThatCrossesOneMegabyte) {
  run(scratch->create_table(table_request("big", true))).value();
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(put(scratch, "big",
                    {{"pk", "a"}, {"sk", std::to_string(i)}, {"d", std::string(300'000, 'x')}})
                    .ok());
  }
  const auto page = query_all(scratch, "big", "", "pk", "a");
  EXPECT_EQ(page.count, 4);
  EXPECT_EQ(page.last_evaluated_key, (Item{{"pk", "a"}, {"sk", "3"}}));
}

TEST_F(Paging, SelectCountShowsNoItems) {
  QueryRequest request = query_request("gi");
  request.select = Select::count;
  const auto page = run(scratch->query(request)).value();
  EXPECT_FALSE(page.show_items);
  EXPECT_TRUE(page.items.empty());
  EXPECT_EQ(page.count, item_count);
}

}  // namespace
}  // namespace isotherm::engine
