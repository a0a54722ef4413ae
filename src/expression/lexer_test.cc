#include "expression/lexer.h"

#include <gtest/gtest.h>

#include <string>

#include "expression/reserved_words.h"

namespace isotherm::expression {
namespace {

std::string cut(std::string_view text) {
  Lexer lexer(text);
  std::string tokens;
  for (Token token = lexer.next(); token.kind != TokenKind::end; token = lexer.next()) {
    tokens += (tokens.empty() ? "" : "|") + std::string(token.text);
  }
  return tokens;
}

TEST(Lexer, CutsWordsPlaceholdersNumbersAndSigns) {
  EXPECT_EQ(cut("a<>:b AND#c.d[12]>=e"), "a|<>|:b|AND|#c|.|d|[|12|]|>=|e");
  EXPECT_EQ(cut("4g <= >< ::x # !=\xE2\x82\xAC"), "4|g|<=|>|<|:|:x|#|!|=|\xE2\x82\xAC");
  EXPECT_EQ(cut(" \t\r\n"), "");
}

TEST(Lexer, KnowsKeywordsInAnyCase) {
  Lexer lexer("between BETWEEN bEtWeEn betweens");
  EXPECT_EQ(lexer.next().kind, TokenKind::between_word);
  EXPECT_EQ(lexer.next().kind, TokenKind::between_word);
  EXPECT_EQ(lexer.next().kind, TokenKind::between_word);
  EXPECT_EQ(lexer.next().kind, TokenKind::word);
}

TEST(Lexer, StaysAtTheEnd) {
  Lexer lexer("a");
  lexer.next();
  EXPECT_EQ(lexer.next().kind, TokenKind::end);
  EXPECT_EQ(lexer.next().kind, TokenKind::end);
}

TEST(ReservedWords, AreKnownInAnyCase) {
  for (const char* word : {"ABORT", "zone", "Status", "name", "LOCALTIMESTAMP", "hash", "ttl"}) {
    EXPECT_TRUE(is_reserved_word(word)) << word;
  }
  for (const char* word : {"", "pk", "remove", "contains", "attribute_exists", "statuses",
                           "LOCALTIMESTAMPS", "a_name"}) {
    EXPECT_FALSE(is_reserved_word(word)) << word;
  }
}

}  // namespace
}  // namespace isotherm::expression
