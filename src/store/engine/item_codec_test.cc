#include "store/engine/item_codec.h"

#include <gtest/gtest.h>

#include <random>

namespace isotherm::engine {
namespace {

std::string random_text(std::mt19937_64& random) {
  std::string text(random() % 12, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

AttributeValue random_value(std::mt19937_64& random, int depth);

Map random_map(std::mt19937_64& random, int depth) {
  Map map;
  for (std::size_t i = random() % 5; i > 0; --i) {
    map.insert_or_assign(random_text(random), random_value(random, depth + 1));
  }
  return map;
}

Number random_number(std::mt19937_64& random) {
  std::string text = random() % 2 == 0 ? "-" : "";
  for (std::size_t i = 1 + random() % 38; i > 0; --i) {
    text.push_back(static_cast<char>('0' + random() % 10));
  }
  return Number::parse(text + "e" + std::to_string(static_cast<int>(random() % 160) - 80)).value();
}

AttributeValue random_value(std::mt19937_64& random, int depth) {
  switch (random() % (depth > 3 ? 8 : 10)) {
    case 0: return AttributeValue(random_text(random));
    case 1: return AttributeValue(random_number(random));
    case 2: return AttributeValue(Binary{random_text(random)});
    case 3: return AttributeValue(random() % 2 == 0);
    case 4: return AttributeValue(Null{});
    case 5: return AttributeValue(StringSet{{random_text(random), random_text(random)}});
    case 6: return AttributeValue(NumberSet{{random_number(random)}});
    case 7: return AttributeValue(BinarySet{{Binary{random_text(random)}}});
    case 8: {
      List list;
      for (std::size_t i = random() % 4; i > 0; --i) {
        list.push_back(random_value(random, depth + 1));
      }
      return AttributeValue(std::move(list));
    }
    default: return AttributeValue(random_map(random, depth));
  }
}

std::string encoded(const Item& item) {
  std::string bytes;
  encode_item(item, size_bytes(item), bytes);
  return bytes;
}

TEST(ItemCodec, GivesBackWhatItWasGiven) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 3000; ++i) {
    const Item item = random_map(random, 0);
    const std::string bytes = encoded(item);
    const std::optional<Item> decoded = decode_item(bytes);
    ASSERT_TRUE(decoded);
    ASSERT_EQ(*decoded, item);
    ASSERT_EQ(encoded_item_size(bytes), size_bytes(item));
  }
}

TEST(ItemCodec, RefusesATruncatedRecord) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 200; ++i) {
    const std::string bytes = encoded(random_map(random, 0));
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      ASSERT_FALSE(decode_item(std::string_view(bytes).substr(0, length)));
    }
    ASSERT_FALSE(decode_item(bytes + "x"));
  }
}

TEST(ItemCodec, SurvivesDamagedBytes) {
  const std::uint64_t seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = encoded(random_map(random, 0));
    for (int n = 0; n < 3; ++n) bytes[random() % bytes.size()] = static_cast<char>(random());
    (void)decode_item(bytes);
    (void)encoded_item_size(bytes);
  }
  // Lists in lists, deeper than any item: refused, not followed.
  std::string deep = encoded({{"a", List{}}});
  deep.pop_back();
  for (int i = 0; i < 100'000; ++i) deep += std::string("\x01\x08", 2);
  EXPECT_FALSE(decode_item(deep + std::string(1, '\0')));
}

TEST(ItemCodec, RefusesAnotherVersion) {
  std::string bytes = encoded({{"a", "b"}});
  bytes[0] = 2;
  EXPECT_FALSE(decode_item(bytes));
  EXPECT_FALSE(encoded_item_size(bytes));
}

}  // namespace
}  // namespace isotherm::engine
