// Indexes whose keys have several attributes, held against a list that is sorted and searched.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "store/engine/scratch.h"

namespace isotherm::engine {
namespace {

using Values = std::vector<AttributeValue>;

// Attributes of the index's key: two, then three.
const std::vector<AttributeDefinition> partition{{"a", KeyType::S}, {"b", KeyType::N}};
const std::vector<AttributeDefinition> sort{
    {"x", KeyType::S}, {"y", KeyType::N}, {"z", KeyType::B}};

CreateTableRequest table_with_index() {
  CreateTableRequest request = table_request("t", false);
  SecondaryIndexRequest index = index_request("i", "a");
  index.key_schema.clear();
  for (const auto& part : partition) index.key_schema.push_back({part.name, true});
  for (const auto& part : sort) index.key_schema.push_back({part.name, false});
  for (const auto& parts : {partition, sort}) {
    for (const auto& part : parts) request.attribute_definitions.push_back(part);
  }
  request.global_indexes = {index};
  return request;
}

class Random {
 public:
  explicit Random(unsigned seed) : random_(seed) {}
  std::size_t below(std::size_t n) { return random_() % n; }
  // Few values, many of which are prefixes of others or have zero bytes.
  AttributeValue value(KeyType type) {
    constexpr std::string_view texts[] = {"a", "ab", "a\xC3\xA9", "b", "aa"};
    if (type == KeyType::N) return Number(static_cast<std::int64_t>(below(5)) - 2);
    if (type == KeyType::S) return std::string(texts[below(5)]);
    std::string bytes;
    for (std::size_t i = below(3); i < 3; ++i) bytes += std::string("\0\x01\xFF", 3)[below(3)];
    return Binary{bytes};
  }

 private:
  std::mt19937 random_;
};

Values values_of(const Item& item, const std::vector<AttributeDefinition>& attributes) {
  Values values;
  for (const auto& attribute : attributes) values.push_back(item.at(attribute.name));
  return values;
}

bool comes_before(const Values& a, const Values& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto order = compare(a[i], b[i]);
    if (order != 0) return order < 0;
  }
  return false;
}

// A query of the index with as many sort attributes as `sorts` has, the last by `op`.
QueryRequest query(const Values& partitions, const Values& sorts, const std::string& op) {
  QueryRequest request;
  request.table_name = "t";
  request.index_name = "i";
  std::string text;
  ExpressionValues placeholders;
  const auto add = [&](const AttributeDefinition& attribute, const std::string& comparison,
                       const AttributeValue& value) {
    text +=
        (text.empty() ? "" : " AND ") + attribute.name + " " + comparison + " :" + attribute.name;
    placeholders.emplace(":" + attribute.name, value);
  };
  for (std::size_t i = 0; i < partitions.size(); ++i) add(partition[i], "=", partitions[i]);
  for (std::size_t i = 0; i < sorts.size(); ++i) {
    add(sort[i], i + 1 == sorts.size() ? op : "=", sorts[i]);
  }
  request.key_condition_expression = text;
  request.placeholders.values = std::move(placeholders);
  return request;
}

bool holds(const std::string& op, std::partial_ordering order) {
  if (op == "=") return order == 0;
  if (op == "<") return order < 0;
  if (op == "<=") return order <= 0;
  if (op == ">") return order > 0;
  return order >= 0;
}

std::vector<std::string> ids_of(const std::vector<Item>& items) {
  std::vector<std::string> ids;
  for (const Item& item : items) ids.push_back(*item.at("pk").get_if<std::string>());
  return ids;
}

class Model {
 public:
  void put(Item item) { items_[*item.at("pk").get_if<std::string>()] = std::move(item); }

  std::vector<Item> select(const Values& partitions, const Values& sorts, const std::string& op,
                           bool forward) const {
    std::vector<Item> found;
    for (const auto& [id, item] : items_) {
      if (item.size() < 1 + partition.size() + sort.size()) continue;
      if (values_of(item, partition) != partitions) continue;
      const Values own = values_of(item, sort);
      bool matches = true;
      for (std::size_t i = 0; i < sorts.size(); ++i) {
        matches = matches && holds(i + 1 == sorts.size() ? op : "=", compare(own[i], sorts[i]));
      }
      if (matches) found.push_back(item);
    }
    // Items whose sort keys are equal stay in their order.
    const auto before = [](const Values& a, const Values& b) { return comes_before(a, b); };
    std::multimap<Values, Item, decltype(before)> sorted(before);
    for (Item& item : found) sorted.emplace(values_of(item, sort), std::move(item));
    found.clear();
    for (auto& [values, item] : sorted) found.push_back(std::move(item));
    if (!forward) std::reverse(found.begin(), found.end());
    return found;
  }

 private:
  std::map<std::string, Item> items_;
};

TEST(CompoundKeys, AnswerAsASortedListDoes) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  Scratch scratch;
  run(scratch->create_table(table_with_index())).value();
  Model model;
  for (int i = 0; i < 600; ++i) {
    Item item{{"pk", "item" + std::to_string(random.below(300))}};
    for (const auto& parts : {partition, sort}) {
      for (const auto& part : parts) {
        if (random.below(20) != 0) item.emplace(part.name, random.value(part.type));
      }
    }
    ASSERT_TRUE(put(scratch, "t", item).ok());
    model.put(std::move(item));
  }
  const std::string operators[] = {"=", "<", "<=", ">", ">="};
  int found = 0;
  for (int i = 0; i < 600; ++i) {
    Values partitions;
    Values sorts;
    for (const auto& part : partition) partitions.push_back(random.value(part.type));
    for (std::size_t k = random.below(4); k > 0; --k) {
      sorts.push_back(random.value(sort[sorts.size()].type));
    }
    const std::string& op = operators[random.below(5)];
    QueryRequest request = query(partitions, sorts, op);
    request.scan_index_forward = random.below(2) == 0;
    request.limit = 1 + static_cast<std::int64_t>(random.below(7));
    std::vector<Item> items;
    for (int page = 0; page < 400; ++page) {
      auto answer = run(scratch->query(request));
      ASSERT_TRUE(answer.ok()) << answer.error().message();
      for (Item& item : answer->items) items.push_back(std::move(item));
      if (!answer->last_evaluated_key) break;
      ASSERT_EQ(answer->last_evaluated_key->size(), 6U);
      request.exclusive_start_key = std::move(answer->last_evaluated_key);
    }
    const auto expected = model.select(partitions, sorts, op, request.scan_index_forward);
    found += static_cast<int>(expected.size());
    // Of equal sort keys the service tells no order.
    auto sorts_of = [](const std::vector<Item>& all) {
      std::vector<Values> keys;
      for (const Item& item : all) keys.push_back(values_of(item, sort));
      return keys;
    };
    ASSERT_EQ(sorts_of(items), sorts_of(expected)) << *request.key_condition_expression;
    auto got = ids_of(items);
    auto wanted = ids_of(expected);
    std::sort(got.begin(), got.end());
    std::sort(wanted.begin(), wanted.end());
    ASSERT_EQ(got, wanted);
  }
  EXPECT_GT(found, 100) << "the queries find something";
}

TEST(CompoundKeys, AreNotMixedUpByWhereOneValueEnds) {
  Scratch scratch;
  CreateTableRequest request = table_request("t", false);
  define(request, {{"a", KeyType::S}, {"b", KeyType::S}});
  SecondaryIndexRequest index = index_request("i", "a");
  index.key_schema = {{"a", true}, {"b", true}};
  request.global_indexes = {index};
  run(scratch->create_table(std::move(request))).value();
  const std::pair<std::string, std::string> keys[] = {
      {"ab", "c"}, {"a", "bc"}, {std::string("a\0", 2), "b"}, {"a", std::string("\0b", 2)}};
  int id = 0;
  for (const auto& [a, b] : keys) {
    ASSERT_TRUE(put(scratch, "t", {{"pk", std::to_string(id++)}, {"a", a}, {"b", b}}).ok());
  }
  for (const auto& [a, b] : keys) {
    QueryRequest one;
    one.table_name = "t";
    one.index_name = "i";
    one.key_condition_expression = "a = :a AND b = :b";
    one.placeholders.values = ExpressionValues{{":a", a}, {":b", b}};
    EXPECT_EQ(run(scratch->query(std::move(one))).value().count, 1);
  }
}

TEST(CompoundKeys, HaveTheLimitsOfSimpleOnesTogether) {
  Scratch scratch;
  CreateTableRequest request = table_request("t", false);
  define(request, {{"a", KeyType::S}, {"b", KeyType::S}, {"x", KeyType::S}, {"y", KeyType::S}});
  SecondaryIndexRequest index = index_request("i", "a");
  index.key_schema = {{"a", true}, {"b", true}, {"x", false}, {"y", false}};
  request.global_indexes = {index};
  run(scratch->create_table(std::move(request))).value();
  const auto item = [](std::size_t b, std::size_t y) {
    return Item{{"pk", "p"},
                {"a", std::string(1024, 'a')},
                {"b", std::string(b, 'b')},
                {"x", std::string(512, 'x')},
                {"y", std::string(y, 'y')}};
  };
  EXPECT_TRUE(put(scratch, "t", item(1024, 512)).ok());
  EXPECT_EQ(scan_all(scratch, "t", "i").count, 1);
  EXPECT_FALSE(put(scratch, "t", item(1025, 512)).ok());
  EXPECT_FALSE(put(scratch, "t", item(1024, 513)).ok());
  EXPECT_FALSE(
      update(scratch, "t", {{"pk", "p"}}, "SET y = :y", {{":y", std::string(513, 'y')}}).ok());
  EXPECT_TRUE(
      update(scratch, "t", {{"pk", "p"}}, "SET y = :y", {{":y", std::string(3, 'y')}}).ok());
}

TEST(CompoundKeys, SurviveARestart) {
  const ScratchFolder folder;
  EngineOptions options;
  options.data_dir = folder.path();
  Scratch scratch(std::move(options));
  const TableDescription made = run(scratch->create_table(table_with_index())).value();
  ASSERT_TRUE(put(scratch, "t",
                  {{"pk", "p"},
                   {"a", "a"},
                   {"b", Number(1)},
                   {"x", "x"},
                   {"y", Number(2)},
                   {"z", Binary{"z"}}})
                  .ok());
  scratch.close();
  scratch.open();
  const TableDescription read = run(scratch->describe_table({"t"})).value();
  EXPECT_EQ(read.global_indexes[0].key, made.global_indexes[0].key);
  EXPECT_EQ(read.global_indexes[0].key.size(), 5U);
  EXPECT_EQ(run(scratch->query(query({"a", Number(1)}, {"x", Number(2)}, "="))).value().count, 1);
}

}  // namespace
}  // namespace isotherm::engine
