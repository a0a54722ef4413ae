#include "signing/table_rights.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace isotherm::signing {
namespace {

using ::testing::HasSubstr;

constexpr Rights none{};
constexpr Rights full{true, true, true};

TableRights parsed(std::string_view text) {
  auto rights = TableRights::parse(text);
  EXPECT_TRUE(rights.ok()) << rights.error();
  return std::move(rights).value();
}

TEST(TableRights, TheFirstRuleOfTheNameDecides) {
  const TableRights rights = parsed("User:rw, Votes:r , log-*:w,secret?: none, s*:t,*:full");
  EXPECT_EQ(rights.of("User"), (Rights{true, true, false}));
  EXPECT_EQ(rights.of("Votes"), (Rights{true, false, false}));
  EXPECT_EQ(rights.of("log-"), (Rights{false, true, false}));
  EXPECT_EQ(rights.of("log-2026"), (Rights{false, true, false}));
  EXPECT_EQ(rights.of("secret1"), none);
  EXPECT_EQ(rights.of("secret"), (Rights{false, false, true}));
  EXPECT_EQ(rights.of("user"), full) << "names differ by case";
  EXPECT_EQ(rights.of("UserX"), full);
  EXPECT_EQ(rights.of(every_table), full);
}

TEST(TableRights, ATableThatNoRuleNamesHasNone) {
  const TableRights rights = parsed("User*:full");
  EXPECT_EQ(rights.of("Votes"), none);
  EXPECT_EQ(rights.of(every_table), none);
  EXPECT_EQ(parsed("***:full").of(every_table), none) << "only one star stands for all";
}

TEST(TableRights, ReadOnlyReadsAll) {
  EXPECT_EQ(TableRights::read_only().of("any"), (Rights{true, false, false}));
  EXPECT_EQ(TableRights::read_only().of(every_table), (Rights{true, false, false}));
}

TEST(TableRights, ThatAreWrongSayWhatTheyAre) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "'' is no pattern:rights"},      {"User", "'User' is no pattern:rights"},
      {"User:rw,", "'' is no pattern"},     {":rw", "':rw' is no pattern:rights"},
      {"User:", "the rights of 'User'"},    {"User:x", "the rights of 'User'"},
      {"User:rr", "the rights of 'User'"},  {"User:RW", "the rights of 'User'"},
      {"Us er:r", "'Us er' is no table's"}, {"User:r Votes:w", "the rights of 'User'"},
      {"a/b:r", "'a/b' is no table's name"}};
  for (const auto& [text, why] : cases) {
    const auto rights = TableRights::parse(text);
    ASSERT_FALSE(rights.ok()) << text;
    EXPECT_THAT(rights.error(), HasSubstr(why)) << text;
  }
}

/// The same by its definition.
bool matches_slowly(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern[0] == '*')
    return matches_slowly(pattern.substr(1), text) ||
           (!text.empty() && matches_slowly(pattern, text.substr(1)));
  return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) &&
         matches_slowly(pattern.substr(1), text.substr(1));
}

TEST(TableRights, PatternsMatchByTheirDefinition) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const auto draw = [&](std::string_view letters) {
    std::string text;
    for (unsigned i = random() % 9; i > 0; --i) text += letters[random() % letters.size()];
    return text;
  };
  int matched = 0;
  for (int round = 0; round < 20'000; ++round) {
    const std::string pattern = draw("ab*?");
    const std::string text = draw("ab");
    EXPECT_EQ(matches(pattern, text), matches_slowly(pattern, text)) << pattern << " " << text;
    matched += matches(pattern, text) ? 1 : 0;
  }
  EXPECT_GT(matched, 1000);
}

}  // namespace
}  // namespace isotherm::signing
