// Writers of one table with an index table: at the same time, and cut off. Table and index never
// differ.

#include <random>
#include <thread>

#include "gateway/testing/in_table.h"

namespace isotherm::gateway {
namespace {

using namespace testing;  // NOLINT: the twins

// Another gateway writes between the read and the write of this one.
TEST_F(InTable, AnotherWriterInBetweenIsNoticed) {
  put(managed("1", "A", "x"));
  bool done = false;
  between_.after_get = [&](const GetItemRequest&) {
    if (std::exchange(done, true)) return;
    Gateway other(*engine_, schema_of(in_table));
    ASSERT_TRUE(run(other.put_item(put_of(managed("1", "B", "y")))).ok());
  };
  ASSERT_TRUE(
      run(gateway_.update_item(update_of({{"id", "1"}}, "SET s = :s", {{":s", "z"}}))).ok());
  ASSERT_EQ(entries().size(), 1U);
  EXPECT_EQ(*find(entries().front(), "p"), AttributeValue("B"));
  EXPECT_EQ(*find(entries().front(), "s"), AttributeValue("z"));
}

TEST_F(InTable, AnItemThatWentAndCameAgainInBetweenIsNoticed) {
  put(managed("1", "A", "x"));
  bool done = false;
  between_.after_get = [&](const GetItemRequest&) {
    if (std::exchange(done, true)) return;
    Gateway other(*engine_, schema_of(in_table));
    DeleteItemRequest remove;
    remove.table_name = table_name;
    remove.key = {{"id", "1"}};
    ASSERT_TRUE(run(other.delete_item(remove)).ok());
    ASSERT_TRUE(run(other.put_item(put_of(managed("1", "C", "x")))).ok());
  };
  put(managed("1", "D", "x"));
  ASSERT_EQ(entries().size(), 1U);
  EXPECT_EQ(*find(entries().front(), "p"), AttributeValue("D"));
}

/// Every item in the index has its entry, and no entry is without its item.
void expect_equal(engine::Engine& engine, const Shape& shape) {
  const KeySchema table_key{{"id", KeyType::S}, std::nullopt};
  const IndexTable index = make_index_table(rule_of(shape).indexes[0], table_key, std::nullopt);
  ScanRequest scan;
  scan.table_name = table_name;
  std::map<std::string, Item> expected;
  const auto items = run(engine.scan(scan));
  for (Item item : items->items) {
    if (const auto at = item.find(item_version); at != item.end()) item.erase(at);
    if (!is_in_index(item, index.key())) continue;
    const Item entry = entry_of(index, table_key, item);
    expected.emplace(*find(item, "id")->get_if<std::string>(), entry);
  }
  scan.table_name = index_table_name;
  std::map<std::string, Item> found;
  const auto entries = run(engine.scan(scan));
  for (const Item& entry : entries->items)
    EXPECT_TRUE(found.emplace(*find(entry, "id")->get_if<std::string>(), entry).second);
  EXPECT_EQ(found, expected);
}

TEST_F(InTable, ManyGatewaysNeverLetTableAndIndexDiffer) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  const auto writer = [&](unsigned own_seed) {
    Gateway own(*engine_, schema_of(in_table), {.scatter_concurrency = 1, .update_attempts = 1000});
    std::mt19937 random(own_seed);
    for (int i = 0; i < 150; ++i) {
      const std::string id = std::to_string(random() % 4);
      const std::string s = "s" + std::to_string(random() % 3);
      const std::string p = "p" + std::to_string(random() % 2);
      if (random() % 5 == 0) {
        DeleteItemRequest remove;
        remove.table_name = table_name;
        remove.key = {{"id", id}};
        ASSERT_TRUE(run(own.delete_item(remove)).ok());
      } else if (random() % 3 == 0) {
        ASSERT_TRUE(run(own.put_item(put_of(managed(id, p, s)))).ok());
      } else if (random() % 3 == 0) {
        TransactWriteItemsRequest both;
        both.actions.emplace_back(update_of({{"id", id}}, "SET s = :s", {{":s", s}}));
        both.actions.emplace_back(update_of({{"id", id + "x"}}, "SET p = :p", {{":p", p}}));
        // One that conflicts with another's is cancelled, as in the service.
        (void)run(own.transact_write_items(both));
      } else {
        ASSERT_TRUE(run(own.update_item(update_of(
                            {{"id", id}}, "SET p = :p, s = :s, n = if_not_exists(n, :z) + :o",
                            {{":p", p}, {":s", s}, {":z", number(0)}, {":o", number(1)}})))
                        .ok());
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 3; ++i) threads.emplace_back(writer, seed + i);
  for (std::thread& thread : threads) thread.join();
  expect_equal(*engine_, in_table);
}

TEST_F(InTable, ACrashBetweenReadAndWriteLeavesThemEqual) {
  put(managed("1", "A", "x"));
  between_.before_transaction = [](TransactWriteItemsRequest& request) {
    // The transaction never arrives.
    request.actions.clear();
  };
  (void)run(gateway_.put_item(put_of(managed("1", "B", "y"))));
  expect_equal(*engine_, in_table);
}

}  // namespace
}  // namespace isotherm::gateway
