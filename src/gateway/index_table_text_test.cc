#include "gateway/index_table_text.h"

#include <gtest/gtest.h>

#include <random>

namespace isotherm::gateway {
namespace {

AttributeValue number(const char* text) { return Number::parse(text).value(); }

/// The vectors of docs/formats.md.
TEST(IndexTableText, IsAsPublished) {
  EXPECT_EQ(index_text("user-1"), "user-1");
  EXPECT_EQ(index_text("a#b $c"), "a$cb$`$dc");
  EXPECT_EQ(index_text(std::string("\0\t\"!", 4)), "$@$I$b$a");
  EXPECT_EQ(index_text("회원"), "회원");
  EXPECT_EQ(index_text(Binary{std::string("\x00\x7f\xff", 3)}), "007fff");
  EXPECT_EQ(index_text(number("0")), "n");
  EXPECT_EQ(index_text(number("1")), "p2001");
  EXPECT_EQ(index_text(number("1.50")), "p20015");
  EXPECT_EQ(index_text(number("-1.5")), "m79984~");
  EXPECT_EQ(index_text(number("1200")), "p20312");
  EXPECT_EQ(index_text(number("0.00012")), "p19612");
  EXPECT_EQ(index_text(number("1E-130")), "p0701");
  EXPECT_EQ(index_text(number("-9.9999999999999999999999999999999999999E125")),
            "m674" + std::string(38, '0') + "~");
  const Item item = {{"managedKey", "m#1"}, {"userId", "u 1"}, {"n", number("7")}};
  const AttributeDefinition sort{"managedKey", KeyType::S};
  EXPECT_EQ(index_table_key(item, sort, {{"userId", KeyType::S}, std::nullopt}), "m$c1#u$`1");
  EXPECT_EQ(
      index_table_key(item, sort, {{"userId", KeyType::S}, AttributeDefinition{"n", KeyType::N}}),
      "m$c1#u$`1#p2007");
  EXPECT_EQ(index_table_key(item, std::nullopt, {{"n", KeyType::N}, std::nullopt}), "p2007");
}

std::string random_string(std::mt19937& random, bool utf8) {
  static const std::vector<std::string> letters = {
      std::string(1, '\0'), " ", "\"", "#", "$", "%", "a", "~", "\x7F", "\xC3\xA9", "\xEF\xBF\xBF",
      "\xF0\x9F\x98\x80"};
  std::string text;
  for (std::size_t n = 1 + random() % 3; n > 0; --n)
    text += utf8 ? letters[random() % letters.size()]
                 : std::string(1, static_cast<char>(random() % 256));
  return text;
}

AttributeValue random_value(std::mt19937& random, KeyType type) {
  switch (type) {
    case KeyType::S: return random_string(random, true);
    case KeyType::B: return Binary{random_string(random, false)};
    case KeyType::N: break;
  }
  if (random() % 12 == 0) return number("0");
  std::string text = random() % 2 == 0 ? "-" : "";
  for (std::size_t n = 1 + random() % 4; n > 0; --n) text += static_cast<char>('0' + random() % 10);
  const int exponent = random() % 3 == 0 ? static_cast<int>(random() % 250) - 130
                                         : static_cast<int>(random() % 5) - 2;
  auto parsed = Number::parse(text + "E" + std::to_string(exponent));
  return parsed.ok() ? AttributeValue(*parsed) : number("1");
}

TEST(IndexTableText, IsOrderedAsTheEntriesAre) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int i = 0; i < 60'000; ++i) {
    const auto sort_type = static_cast<KeyType>(random() % 3);
    const auto key_type = static_cast<KeyType>(random() % 3);
    const AttributeDefinition sort{"s", sort_type};
    const KeySchema table_key{{"k", key_type}, std::nullopt};
    const Item a = {{"s", random_value(random, sort_type)}, {"k", random_value(random, key_type)}};
    Item b = {{"s", random_value(random, sort_type)}, {"k", random_value(random, key_type)}};
    if (random() % 4 == 0) b.insert_or_assign("s", *find(a, "s"));
    auto order = compare(*find(a, "s"), *find(b, "s"));
    if (order == 0) order = compare(*find(a, "k"), *find(b, "k"));
    const std::string first = index_table_key(a, sort, table_key);
    const std::string second = index_table_key(b, sort, table_key);
    EXPECT_EQ(order < 0, first < second) << first << " | " << second;
    EXPECT_EQ(order == 0, first == second) << first << " | " << second;
    const bool same_sort = *find(a, "s") == *find(b, "s");
    EXPECT_EQ(same_sort, second.starts_with(index_text(*find(a, "s")) + "#")) << second;
  }
}

TEST(IndexTableText, KeepsWhatATextBeginsWith) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int i = 0; i < 20'000; ++i) {
    const std::string a = random_string(random, true);
    const std::string b = random() % 2 == 0 ? random_string(random, true) : a + "x";
    EXPECT_EQ(b.starts_with(a), index_text(b).starts_with(index_text(a)));
    EXPECT_EQ(b.starts_with(a), index_text(Binary{b}).starts_with(index_text(Binary{a})));
  }
}

}  // namespace
}  // namespace isotherm::gateway
