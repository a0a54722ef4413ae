#include "store/engine/key_codec.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <tuple>

namespace isotherm::engine {
namespace {

Number number(const std::string& text) { return Number::parse(text).value(); }

std::string random_bytes(std::mt19937_64& random) {
  // Few different bytes, those that escaping is about among them: collisions and prefixes abound.
  constexpr std::string_view alphabet(
      "\x00\x01\x02\x7f\x80\xfe\xff"
      "a",
      8);
  std::string bytes(1 + random() % 5, '\0');
  for (char& c : bytes) c = alphabet[random() % alphabet.size()];
  return bytes;
}

AttributeValue random_value(KeyType type, std::mt19937_64& random) {
  switch (type) {
    case KeyType::S: return AttributeValue(random_bytes(random));
    case KeyType::B: return AttributeValue(Binary{random_bytes(random)});
    case KeyType::N: {
      const std::string sign = random() % 2 == 0 ? "-" : "";
      return AttributeValue(number(sign + std::to_string(random() % 200) + "E" +
                                   std::to_string(static_cast<int>(random() % 9) - 4)));
    }
  }
  return AttributeValue();
}

int order(const AttributeValue& a, const AttributeValue& b) {
  if (const auto* n = a.get_if<Number>()) {
    const Number& m = *b.get_if<Number>();
    return *n < m ? -1 : m < *n ? 1 : 0;
  }
  const auto bytes = [](const AttributeValue& v) {
    const auto* s = v.get_if<std::string>();
    const std::string& text = s != nullptr ? *s : v.get_if<Binary>()->bytes;
    return std::vector<unsigned char>(text.begin(), text.end());
  };
  const auto x = bytes(a);
  const auto y = bytes(b);
  return x < y ? -1 : y < x ? 1 : 0;
}

KeySchema schema(const char* partition, KeyType partition_type, const char* sort,
                 KeyType sort_type) {
  return {{partition, partition_type}, AttributeDefinition{sort, sort_type}};
}

TEST(KeyCodec, OrdersItemsOfOnePartitionAsTheirSortKeys) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (const KeyType type : {KeyType::S, KeyType::N, KeyType::B}) {
    const KeySchema key = schema("p", KeyType::S, "s", type);
    for (int i = 0; i < 3000; ++i) {
      const AttributeValue a = random_value(type, random);
      const AttributeValue b = random_value(type, random);
      const std::string x = item_key(1, key, {{"p", "x"}, {"s", a}}).bytes();
      const std::string y = item_key(1, key, {{"p", "x"}, {"s", b}}).bytes();
      ASSERT_EQ(std::clamp(x.compare(y), -1, 1), order(a, b));
    }
  }
}

TEST(KeyCodec, OrdersIndexEntriesBySortKeyThenByTableKey) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  const std::vector<KeyType> types{KeyType::S, KeyType::N, KeyType::B};
  for (int i = 0; i < 10'000; ++i) {
    const KeyType sort = types[random() % 3];
    const KeySchema table = schema("p", types[random() % 3], "s", types[random() % 3]);
    const KeySchema index = schema("g", KeyType::S, "h", sort);
    const auto entry = [&] {
      return Item{{"g", "one"},
                  {"h", random_value(sort, random)},
                  {"p", random_value(table.partition.type, random)},
                  {"s", random_value(table.sort->type, random)}};
    };
    const Item a = entry();
    const Item b = entry();
    int expected = 0;
    for (const char* name : {"h", "p", "s"}) {
      if (expected == 0) expected = order(a.at(name), b.at(name));
    }
    const std::string x = index_entry_key(7, index, table, a).bytes();
    const std::string y = index_entry_key(7, index, table, b).bytes();
    ASSERT_EQ(std::clamp(x.compare(y), -1, 1), expected);
  }
}

TEST(KeyCodec, KeepsAPartitionInOneRange) {
  std::mt19937_64 random(1);
  const KeySchema key = schema("p", KeyType::B, "s", KeyType::B);
  for (int i = 0; i < 3000; ++i) {
    const AttributeValue mine = random_value(KeyType::B, random);
    const AttributeValue other = random_value(KeyType::B, random);
    RecordKey start;
    start.start(1, mine);
    std::string end = start.bytes();
    ASSERT_TRUE(advance_past_prefix(end));
    const std::string record =
        item_key(1, key, {{"p", other}, {"s", random_value(KeyType::B, random)}}).bytes();
    ASSERT_EQ(record >= start.bytes() && record < end, mine == other);
  }
}

TEST(KeyCodec, AnOpenPrefixIsTheStartOfAllValuesThatBeginWithIt) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 3000; ++i) {
    const std::string prefix = random_bytes(random);
    const std::string value = random_bytes(random);
    RecordKey open;
    open.start(1, AttributeValue("x"));
    RecordKey closed = open;
    open.add_open(AttributeValue(prefix));
    closed.add_terminated(AttributeValue(value));
    ASSERT_EQ(closed.bytes().starts_with(open.bytes()), value.starts_with(prefix));
  }
}

TEST(KeyCodec, EqualNumbersAreOneKey) {
  const KeySchema key{{"n", KeyType::N}, std::nullopt};
  const std::string one = item_key(1, key, {{"n", number("1")}}).bytes();
  for (const char* same : {"1.0", "1e0", "01", "10E-1"}) {
    EXPECT_EQ(item_key(1, key, {{"n", number(same)}}).bytes(), one);
  }
  EXPECT_NE(item_key(1, key, {{"n", number("1.1")}}).bytes(), one);
}

TEST(KeyCodec, TellsHashAndSortPart) {
  const KeySchema key = schema("p", KeyType::S, "s", KeyType::S);
  const RecordKey record = item_key(9, key, {{"p", "abc"}, {"s", "tail"}});
  EXPECT_EQ(hash_of_record(record.bytes()), record.hash());
  EXPECT_EQ(record.hash(), partition_hash(AttributeValue("abc")));
  EXPECT_EQ(sort_of_record(record.bytes()), "tail");
  EXPECT_TRUE(record.bytes().starts_with(hash_prefix(9, record.hash())));
  EXPECT_LT(record.bytes(), resource_end(9));
}

}  // namespace
}  // namespace isotherm::engine
