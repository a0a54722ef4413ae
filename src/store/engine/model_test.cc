// Random operations, held against a small model: a map of items, and indexes computed from it.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

using Key = std::pair<std::string, std::string>;

class Model : public testing::Test {
 protected:
  explicit Model() : seed_(std::random_device{}()), random_(seed_) {
    CreateTableRequest request = table_request("t", true);
    define(request, {{"g", KeyType::S}, {"n", KeyType::N}});
    request.global_indexes = {index_request("gi", "g", "n"), index_request("gk", "g")};
    (*request.global_indexes)[1].projection =
        ProjectionRequest{ProjectionType::include, std::vector<std::string>{"v"}};
    request.local_indexes = {index_request("li", "pk", "n")};
    run(scratch->create_table(request)).value();
  }

  std::string pick(std::initializer_list<const char*> words) {
    return words.begin()[random_() % words.size()];
  }
  Key random_key() { return {pick({"a", "b", "c"}), pick({"1", "2", "22", "3", "\x01"})}; }
  static Item key_item(const Key& key) { return {{"pk", key.first}, {"sk", key.second}}; }

  Item random_item(const Key& key) {
    Item item = key_item(key);
    if (random_() % 4 != 0) item.emplace("g", pick({"x", "y"}));
    if (random_() % 4 != 0) item.emplace("n", Number(static_cast<int>(random_() % 4) - 2));
    if (random_() % 2 != 0) item.emplace("v", pick({"p", "q"}));
    if (random_() % 2 != 0) item.emplace("w", std::string(random_() % 40, 'w'));
    return item;
  }

  void step();
  void update_one(const Key& key);
  void check_table();
  void check_index(const std::string& name, const char* partition, bool has_sort);

  std::uint64_t seed_;
  std::mt19937_64 random_;
  Scratch scratch;
  std::map<Key, Item> model_;
};

void Model::update_one(const Key& key) {
  Item& item = model_.try_emplace(key, key_item(key)).first->second;
  switch (random_() % 3) {
    case 0: {
      const std::string value = pick({"x", "y", "z"});
      item.insert_or_assign("g", value);
      ASSERT_TRUE(update(scratch, "t", key_item(key), "SET g = :v", {{":v", value}}).ok());
      break;
    }
    case 1: {
      const AttributeValue* old = find(item, "n");
      const Number sum =
          Number::add(old != nullptr ? *old->get_if<Number>() : Number(), Number(1)).value();
      item.insert_or_assign("n", sum);
      ASSERT_TRUE(update(scratch, "t", key_item(key), "ADD n :v", {{":v", Number(1)}}).ok());
      break;
    }
    default:
      item.erase("g");
      item.erase("w");
      ASSERT_TRUE(update(scratch, "t", key_item(key), "REMOVE g, w").ok());
  }
}

void Model::step() {
  const Key key = random_key();
  switch (random_() % 4) {
    case 0:
      model_.erase(key);
      ASSERT_TRUE(erase(scratch, "t", key_item(key)).ok());
      break;
    case 1: update_one(key); break;
    default: {
      const Item item = random_item(key);
      model_[key] = item;
      ASSERT_TRUE(put(scratch, "t", item).ok());
    }
  }
}

void Model::check_table() {
  std::size_t bytes = 0;
  for (const auto& [key, item] : model_) bytes += size_bytes(item);
  for (const std::string pk : {"a", "b", "c"}) {
    std::vector<Item> expected;
    for (const auto& [key, item] : model_) {
      if (key.first == pk) expected.push_back(item);
    }
    ASSERT_EQ(query_all(scratch, "t", "", "pk", pk).items, expected);
    std::reverse(expected.begin(), expected.end());
    ASSERT_EQ(query_all(scratch, "t", "", "pk", pk, false).items, expected);
  }
  ASSERT_EQ(scan_all(scratch, "t").count, static_cast<std::int64_t>(model_.size()));
  DescribeTableRequest request{"t"};
  const TableDescription described = run(scratch->describe_table(request)).value();
  ASSERT_EQ(described.item_count, static_cast<std::int64_t>(model_.size()));
  ASSERT_EQ(described.size_bytes, static_cast<std::int64_t>(bytes));
}

void Model::check_index(const std::string& name, const char* partition, bool has_sort) {
  std::map<std::string, std::vector<Item>> expected;
  std::size_t count = 0;
  for (const auto& [key, item] : model_) {
    if (!item.contains(partition) || (has_sort && !item.contains("n"))) continue;
    Item entry = item;
    if (name == "gk") {
      for (const char* left_out : {"n", "w"}) entry.erase(left_out);
    }
    expected[*item.at(partition).get_if<std::string>()].push_back(entry);
    ++count;
  }
  for (auto& [value, items] : expected) {
    if (has_sort) {
      // Ties lie in the order of the table's key.
      const auto rank = [](const Item& item) {
        return std::tuple(*item.at("n").get_if<Number>(), *item.at("pk").get_if<std::string>(),
                          *item.at("sk").get_if<std::string>());
      };
      std::sort(items.begin(), items.end(),
                [&](const Item& one, const Item& other) { return rank(one) < rank(other); });
    }
    ASSERT_EQ(query_all(scratch, "t", name, partition, value).items, items) << name << " " << value;
  }
  ASSERT_EQ(scan_all(scratch, "t", name).count, static_cast<std::int64_t>(count)) << name;
  const TableDescription d = run(scratch->describe_table({"t"})).value();
  const auto* global = d.find_global_index(name);
  const auto* local = d.find_local_index(name);
  ASSERT_EQ(global != nullptr ? global->item_count : local->item_count,
            static_cast<std::int64_t>(count));
}

TEST_F(Model, AgreesAfterEveryFewOperations) {
  SCOPED_TRACE("seed " + std::to_string(seed_));
  for (int i = 0; i < 300; ++i) {
    for (int n = 0; n < 5; ++n) step();
    check_table();
    check_index("gi", "g", true);
    check_index("gk", "g", false);
    check_index("li", "pk", true);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace isotherm::engine
