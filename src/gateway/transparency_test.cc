// The promise as a property: an application cannot tell a sharded table from a plain one. The same
// random requests go to twins, and their answers and states are compared.

#include <gtest/gtest.h>

#include <algorithm>

#include "gateway/spelled_out.h"
#include "gateway/testing/random_requests.h"
#include "gateway/testing/twins.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins

std::string told(const std::optional<Item>& item) { return item ? spelled_out(*item) : "<none>"; }

std::string told(const Result<WriteItemResponse>& answer) {
  if (answer.ok()) return "ok: " + told(answer->attributes);
  return std::string(exception_name(answer.error().code())) + ": " + answer.error().message() +
         ", item: " + told(answer.error().detail().item);
}

std::string told(const Result<TransactWriteItemsResponse>& answer) {
  if (answer.ok()) return "ok";
  std::string text =
      std::string(exception_name(answer.error().code())) + ": " + answer.error().message();
  for (const CancellationReason& reason : answer.error().detail().cancellation_reasons)
    text += "\n  " + reason.code + ": " + reason.message.value_or("") + ", " + told(reason.item);
  return text;
}

std::string told(const TransactWriteItemsRequest& request) {
  std::string text;
  for (const TransactWriteAction& action : request.actions) {
    if (const auto* update = std::get_if<UpdateItemRequest>(&action))
      text += "\n  " + *update->update_expression + " with " + spelled_out(update->key);
    else if (const auto* put = std::get_if<PutItemRequest>(&action))
      text += "\n  put " + spelled_out(put->item);
    else
      text += "\n  delete or check";
  }
  return text;
}

/// All pages of a query, as far as the order of ties leaves no choice.
struct Walk {
  /// Sort key values in order, of all items that were shown. Empty when the index has none.
  std::vector<std::string> sort_keys;
  /// The items that were shown, in an order of their own.
  std::vector<std::string> items;
  /// "scanned, cursor or not" of each page.
  std::vector<std::string> pages;
  std::int64_t count = 0;
  std::string error;

  friend bool operator==(const Walk&, const Walk&) = default;
};

std::ostream& operator<<(std::ostream& out, const Walk& walk) {
  out << walk.error << " count " << walk.count << "\n pages:";
  for (const auto& page : walk.pages) out << ' ' << page;
  out << "\n items:";
  for (const auto& item : walk.items) out << "\n  " << item;
  return out;
}

Walk walk(Store& store, QueryRequest query, bool has_sort_key, bool compare_pages) {
  Walk walk;
  for (int page = 0; page < 1000; ++page) {
    const auto answer = run(store.query(query));
    if (!answer.ok()) {
      walk.error = answer.error().message();
      return walk;
    }
    for (const Item& item : answer->items) {
      EXPECT_EQ(find(item, hidden_name), nullptr);
      const AttributeValue* sort = find(item, "s");
      if (has_sort_key) walk.sort_keys.push_back(sort == nullptr ? "" : spelled_out(*sort));
      walk.items.push_back(spelled_out(item));
    }
    walk.count += answer->count;
    if (compare_pages)
      walk.pages.push_back(std::to_string(answer->scanned_count) +
                           (answer->last_evaluated_key ? "+" : "."));
    if (!answer->last_evaluated_key) {
      std::sort(walk.items.begin(), walk.items.end());
      return walk;
    }
    query.exclusive_start_key = answer->last_evaluated_key;
  }
  walk.error = "no end";
  return walk;
}

/// By any hash, or by a part of the id, which every item has.
sharding::AnyStrategy random_strategy(std::mt19937& random, const Shape& shape) {
  if (shape.inputs == std::vector<std::string>{"id"} && random() % 2 == 0) {
    const sharding::IdPart part{.count = 1, .reading = sharding::IdPart::Reading::bytes};
    return sharding::IdSuffixStrategy::make(part, shape.shards).value();
  }
  return sharding::HashStrategy(shape.shards, static_cast<HashFunction>(random() % 4));
}

Shape random_shape(std::mt19937& random) {
  const auto type = [&] { return static_cast<KeyType>(random() % 3); };
  Shape shape;
  shape.partition = type();
  shape.sort = random() % 4 == 0 ? std::nullopt : std::optional(type());
  shape.shards = 1 + random() % 17;
  const std::vector<std::vector<std::string>> inputs = {{"s"},         {"id"},     {"note"},
                                                        {"s", "note"}, {"p", "s"}, {"id", "n"}};
  shape.inputs = inputs[random() % inputs.size()];
  shape.table_has_sort_key = random() % 2 == 0;
  shape.fields.separator = random() % 2 == 0 ? "-" : "#";
  shape.fields.digits = random() % 2 == 0 ? sharding::Digits::hex : sharding::Digits::decimal;
  shape.fields.padding = random() % 2 == 0 ? 3 : 0;
  shape.fields.first = random() % 2;
  shape.strategy = random_strategy(random, shape);
  shape.place = static_cast<Place>(random() % 3);
  const std::size_t projection = random() % 3;
  if (projection == 1) shape.projection = {ProjectionType::keys_only, {}};
  if (projection == 2) shape.projection = {ProjectionType::include, {"note"}};
  return shape;
}

std::string told(const Shape& shape) {
  std::string text = "p " + std::string(type_name(shape.partition)) + ", s " +
                     (shape.sort ? std::string(type_name(*shape.sort)) : "none") + ", " +
                     std::to_string(shape.shards) + " shards by";
  for (const std::string& input : shape.inputs) text += " " + input;
  text += ", " + std::string(shape.strategy->name());
  if (const auto* hash = shape.strategy->hash())
    text += " " + std::string(hash_name(hash->function()));
  if (shape.place != Place::sharded_index)
    text += shape.place == Place::table ? ", in a table" : ", sharded in a table";
  return text + ", written '" + shape.fields.separator + "' first " +
         std::to_string(shape.fields.first);
}

void write(Twins& twins, RandomRequests& requests) {
  if (requests.one_in(4)) {
    const TransactWriteItemsRequest transaction = requests.transaction();
    EXPECT_EQ(told(run(twins.gateway.transact_write_items(transaction))),
              told(run(twins.plain->transact_write_items(transaction))))
        << told(transaction);
  } else if (requests.one_in(3)) {
    PutItemRequest put = put_of(requests.item());
    if (requests.one_in(4)) put.condition_expression = "attribute_not_exists(id)";
    if (requests.one_in(2)) put.return_values = ReturnValues::all_old;
    EXPECT_EQ(told(run(twins.gateway.put_item(put))), told(run(twins.plain->put_item(put))));
  } else if (requests.one_in(8)) {
    DeleteItemRequest remove;
    remove.table_name = table_name;
    remove.key = requests.key();
    remove.return_values = ReturnValues::all_old;
    EXPECT_EQ(told(run(twins.gateway.delete_item(remove))),
              told(run(twins.plain->delete_item(remove))));
  } else {
    const UpdateItemRequest update = requests.update();
    EXPECT_EQ(told(run(twins.gateway.update_item(update))),
              told(run(twins.plain->update_item(update))))
        << *update.update_expression << " with " << told(update.key);
  }
}

/// All items that there may be, read in transactions.
void check_items(Twins& twins, RandomRequests& requests) {
  TransactGetItemsRequest request;
  for (int i = 0; i < 25; ++i) {
    Item key = requests.key();
    key.insert_or_assign("id", "i" + std::to_string(i));
    request.gets.push_back({table_name, std::move(key), {}, {}});
    if (i % 5 == 0) request.gets.back().projection_expression = "id, s, note";
  }
  const auto sharded = run(twins.gateway.transact_get_items(request));
  const auto plain = run(twins.plain->transact_get_items(request));
  ASSERT_TRUE(sharded.ok() && plain.ok());
  EXPECT_EQ(sharded->items, plain->items);
}

/// Pages of a scan, with a filter, until the end.
std::vector<std::string> scanned(Store& store, ScanRequest scan) {
  std::vector<std::string> items;
  std::int64_t evaluated = 0;
  for (;;) {
    const auto page = run(store.scan(scan));
    EXPECT_TRUE(page.ok()) << page.error().message();
    if (!page.ok()) break;
    for (const Item& item : page->items) items.push_back(spelled_out(item));
    evaluated += page->scanned_count;
    if (!page->last_evaluated_key) break;
    scan.exclusive_start_key = page->last_evaluated_key;
  }
  std::sort(items.begin(), items.end());
  items.push_back(std::to_string(evaluated));
  return items;
}

/// A scan of the index shows the same on both sides, whatever its pages.
void check_scans(Twins& twins, RandomRequests& requests) {
  ScanRequest scan;
  scan.table_name = table_name;
  scan.index_name = index_name;
  EXPECT_EQ(scanned(twins.gateway, scan), scanned(*twins.plain, scan));
  scan.limit = static_cast<std::int64_t>(1 + requests.below(9));
  scan.filter_expression = "attribute_exists(id) AND p <> s";
  scan.projection_expression = "id, p";
  EXPECT_EQ(scanned(twins.gateway, scan), scanned(*twins.plain, scan));
  scan.index_name.reset();
  scan.projection_expression.reset();
  EXPECT_EQ(scanned(twins.gateway, scan), scanned(*twins.plain, scan));
}

/// The hidden attribute is there exactly when the item is in the index.
void check_hidden(Twins& twins) {
  if (twins.shape.place != Place::sharded_index) return;
  ScanRequest scan;
  scan.table_name = table_name;
  const auto table = run(twins.below->scan(scan));
  scan.index_name = physical_name;
  const auto index = run(twins.below->scan(scan));
  std::int64_t with_hidden = 0;
  for (const Item& item : table->items)
    if (find(item, hidden_name) != nullptr) ++with_hidden;
  EXPECT_EQ(with_hidden, index->count);
}

TEST(Transparency, TheSameRequestsHaveTheSameAnswers) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 25 && !::testing::Test::HasFailure(); ++round) {
    const Shape shape = random_shape(random);
    SCOPED_TRACE(told(shape));
    Twins twins(shape);
    RandomRequests requests(random(), shape);
    for (int i = 0; i < 150; ++i) write(twins, requests);
    check_hidden(twins);
    check_items(twins, requests);
    check_scans(twins, requests);
    for (int i = 0; i < 60; ++i) {
      const QueryRequest query = requests.query();
      // Which entries a page evaluates is the same only up to ties; how many, always.
      EXPECT_EQ(walk(twins.gateway, query, shape.sort.has_value(), true),
                walk(*twins.plain, query, shape.sort.has_value(), true))
          << *query.key_condition_expression << (query.scan_index_forward ? "" : " backward")
          << " limit " << query.limit.value_or(0);
    }
  }
}

TEST(Transparency, NoShardCountAndNoPageSizeLosesOrRepeatsAnItem) {
  for (sharding::Shard shards = 1; shards <= 17; ++shards) {
    const Shape shape{.shards = shards, .inputs = {"id"}};
    Twins twins(shape);
    for (int i = 0; i < 41; ++i)
      ASSERT_TRUE(run(twins.gateway.put_item(put_of({{"id", "i" + std::to_string(i)},
                                                     {"p", "A"},
                                                     {"s", "s" + std::to_string(i % 5)}})))
                      .ok());
    for (std::int64_t page = 1; page <= 20; ++page) {
      for (const bool forward : {true, false}) {
        QueryRequest query = query_of("A");
        query.limit = page;
        query.scan_index_forward = forward;
        const Walk seen = walk(twins.gateway, query, true, false);
        EXPECT_EQ(seen.error, "");
        EXPECT_EQ(seen.items.size(), 41U);
        EXPECT_EQ(std::adjacent_find(seen.items.begin(), seen.items.end()), seen.items.end());
        EXPECT_TRUE(forward ? std::is_sorted(seen.sort_keys.begin(), seen.sort_keys.end())
                            : std::is_sorted(seen.sort_keys.rbegin(), seen.sort_keys.rend()));
      }
    }
  }
}

TEST(Transparency, ACursorSurvivesWritesInBetween) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  Twins twins(Shape{.shards = 7, .inputs = {"id"}});
  for (int i = 0; i < 60; ++i)
    ASSERT_TRUE(run(twins.gateway.put_item(put_of({{"id", "stays" + std::to_string(i)},
                                                   {"p", "A"},
                                                   {"s", "s" + std::to_string(random() % 20)}})))
                    .ok());
  // Items that stay are seen exactly once, whatever comes and goes around the cursor.
  QueryRequest query = query_of("A");
  query.limit = 4;
  std::vector<std::string> seen;
  for (;;) {
    const auto page = run(twins.gateway.query(query));
    ASSERT_TRUE(page.ok());
    for (const Item& item : page->items) {
      const std::string& id = *find(item, "id")->get_if<std::string>();
      if (id.starts_with("stays")) seen.push_back(id);
    }
    for (int i = 0; i < 5; ++i) {
      const std::string id = "goes" + std::to_string(random() % 10);
      DeleteItemRequest remove;
      remove.table_name = table_name;
      remove.key = {{"id", id}};
      ASSERT_TRUE(run(twins.gateway.delete_item(remove)).ok());
      if (random() % 2 == 0) continue;
      ASSERT_TRUE(run(twins.gateway.put_item(put_of(
                          {{"id", id}, {"p", "A"}, {"s", "s" + std::to_string(random() % 20)}})))
                      .ok());
    }
    if (!page->last_evaluated_key) break;
    query.exclusive_start_key = page->last_evaluated_key;
  }
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen.size(), 60U);
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

}  // namespace
}  // namespace isotherm::gateway
