#include "scatter/successor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "model/limits.h"

namespace isotherm::scatter {
namespace {

constexpr std::size_t most = limits::sort_key_bytes_max;

std::string text(const std::optional<AttributeValue>& value) {
  return value ? *value->get_if<std::string>() : "<none>";
}

std::string bytes(const std::optional<AttributeValue>& value) {
  return value ? value->get_if<Binary>()->bytes : "<none>";
}

AttributeValue number(std::string_view literal) { return Number::parse(literal).value(); }

TEST(Successor, OfATextAppendsTheSmallestCharacter) {
  EXPECT_EQ(text(successor("a")), std::string("a\0", 2));
  EXPECT_EQ(text(predecessor(std::string("a\0", 2))), "a");
}

TEST(Successor, OfAFullTextChangesItsLastCharacter) {
  const std::string head(most - 1, 'a');
  EXPECT_EQ(text(successor(head + "b")), head + "c");
  // The next character needs two bytes, and there is room for one.
  EXPECT_EQ(text(successor(head + "\x7F")), std::string(most - 2, 'a') + "b");
  const std::string room(most - 2, 'a');
  EXPECT_EQ(text(successor(room + "\xDF\xBF")), std::string(most - 3, 'a') + "b");
}

TEST(Successor, SkipsSurrogates) {
  const std::string head(most - 3, 'a');
  EXPECT_EQ(text(successor(head + "\xED\x9F\xBF")), head + "\xEE\x80\x80");
  EXPECT_EQ(text(predecessor("\xEE\x80\x80")).substr(0, 3), "\xED\x9F\xBF");
}

TEST(Successor, EndsAtTheLargestKey) {
  const AttributeValue largest = last_with_prefix("");
  EXPECT_EQ(text(largest).size(), most);
  EXPECT_FALSE(successor(largest).has_value());
  EXPECT_FALSE(successor(Binary{std::string(most, '\xFF')}).has_value());
}

TEST(Predecessor, EndsAtTheSmallestKey) {
  EXPECT_FALSE(predecessor(std::string(1, '\0')).has_value());
  EXPECT_FALSE(predecessor(Binary{std::string(1, '\0')}).has_value());
}

TEST(Predecessor, FillsWithTheLargestCharacters) {
  const std::string before = text(predecessor("b"));
  EXPECT_EQ(before.size(), most);
  EXPECT_EQ(before.substr(0, 5), "a\xF4\x8F\xBF\xBF");
  // 1,023 bytes are 255 characters of four bytes and one of three.
  EXPECT_EQ(before.substr(most - 3), "\xEF\xBF\xBF");
}

TEST(Predecessor, OfABinaryFillsWithFF) {
  EXPECT_EQ(bytes(predecessor(Binary{"\x02"})), "\x01" + std::string(most - 1, '\xFF'));
  EXPECT_EQ(bytes(predecessor(Binary{std::string("\x02\x00", 2)})), "\x02");
  EXPECT_EQ(bytes(successor(Binary{std::string(most - 1, 'x') + "\xFF"})),
            std::string(most - 2, 'x') + "y");
}

TEST(Successor, OfANumberIsTheNextThatCanBeStored) {
  const AttributeValue one = number("1");
  const auto next = successor(one);
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ(*next, number("1.0000000000000000000000000000000000001"));
  EXPECT_EQ(*predecessor(*next), one);
  EXPECT_FALSE(successor(number("9.9999999999999999999999999999999999999E125")).has_value());
}

TEST(LastWithPrefix, IsAboveEveryKeyWithThePrefix) {
  const AttributeValue last = last_with_prefix("ab");
  EXPECT_TRUE(compare(last, AttributeValue("ab\xF4\x8F\xBF\xBF zzz")) > 0);
  EXPECT_TRUE(compare(last, AttributeValue("ac")) < 0);
  EXPECT_EQ(text(last_with_prefix(std::string(most, 'a'))), std::string(most, 'a'));
}

/// Texts of few characters around the borders of UTF-8's lengths, so that neighbours are met.
std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> characters = {std::string(1, '\0'),
                                                      "\x01",
                                                      "a",
                                                      "b",
                                                      "\x7E",
                                                      "\x7F",
                                                      "\xC2\x80",
                                                      "\xDF\xBF",
                                                      "\xE0\xA0\x80",
                                                      "\xED\x9F\xBF",
                                                      "\xEE\x80\x80",
                                                      "\xEF\xBF\xBF",
                                                      "\xF0\x90\x80\x80",
                                                      "\xF4\x8F\xBF\xBF"};
  std::string out;
  const std::size_t wanted = random() % 3 == 0 ? most : 1 + random() % 6;
  while (out.size() < wanted) {
    const std::string& c = characters[random() % characters.size()];
    if (out.size() + c.size() > most) break;
    // Long runs of one character make long texts cheap.
    if (wanted == most && out.size() + 40 < most)
      out.append(most - 8 - out.size(), 'm');
    else
      out += c;
  }
  return out.empty() ? "a" : out;
}

TEST(Successor, NoKeyLiesBetween) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  std::vector<std::string> keys;
  for (int i = 0; i < 600; ++i) keys.push_back(random_text(random));
  std::sort(keys.begin(), keys.end());
  for (const std::string& key : keys) {
    const auto next = successor(key);
    if (next) {
      EXPECT_GT(text(next), key);
      EXPECT_LE(text(next).size(), most);
      EXPECT_EQ(text(predecessor(*next)), key);
    }
    const auto previous = predecessor(key);
    if (previous) {
      EXPECT_LT(text(previous), key);
      EXPECT_EQ(text(successor(*previous)), key);
    }
    for (const std::string& other : keys) {
      if (next) EXPECT_FALSE(key < other && other < text(next));
      if (previous) EXPECT_FALSE(text(previous) < other && other < key);
    }
  }
}

}  // namespace
}  // namespace isotherm::scatter
