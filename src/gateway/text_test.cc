// Texts that the gateway changes: update expressions, names in messages, explanations.

#include <gtest/gtest.h>

#include "gateway/placeholder_names.h"
#include "gateway/spelled_out.h"
#include "gateway/update_text.h"

namespace isotherm::gateway {
namespace {

TEST(UpdateText, PutsASetIntoTheSectionThatIsThere) {
  EXPECT_EQ(with_set("SET a = :a", "#x = :x"), "SET #x = :x, a = :a");
  EXPECT_EQ(with_set("remove b set a = :a", "#x = :x"), "remove b set #x = :x, a = :a");
  EXPECT_EQ(with_set("REMOVE b", "#x = :x"), "REMOVE b SET #x = :x");
  EXPECT_EQ(with_set("", "#x = :x"), "SET #x = :x");
}

TEST(UpdateText, ARemoveLikewise) {
  EXPECT_EQ(with_remove("SET a = :a", "#x"), "SET a = :a REMOVE #x");
  EXPECT_EQ(with_remove("REMOVE a, b[0]", "#x"), "REMOVE #x, a, b[0]");
}

TEST(UpdateText, IsNotDeceivedByPlaceholdersThatLookLikeWords) {
  EXPECT_EQ(with_set("REMOVE #set ADD #remove :set", "#x = :x"),
            "REMOVE #set ADD #remove :set SET #x = :x");
  EXPECT_EQ(with_remove("SET #remove=:remove,#add=:set", "#x"),
            "SET #remove=:remove,#add=:set REMOVE #x");
  EXPECT_EQ(with_set("SET#set=:set", "#x = :x"), "SET #x = :x,#set=:set");
}

TEST(PlaceholderNames, AvoidsTheClientsOwn) {
  ExpressionPlaceholders placeholders;
  placeholders.names = ExpressionNames{{"#isotherm0", "a"}, {"#isotherm2", "b"}};
  PlaceholderNames names(placeholders);
  EXPECT_EQ(names.name("x"), "#isotherm1");
  EXPECT_EQ(names.name("y"), "#isotherm3");
  EXPECT_EQ(placeholders.names->size(), 4U);
  EXPECT_EQ(names.value("v"), ":isotherm3");
}

TEST(SpelledOut, PutsValuesInThePlaceOfPlaceholders) {
  ExpressionPlaceholders placeholders;
  placeholders.names = ExpressionNames{{"#s", "shardKey"}, {"#k", "memberId"}};
  placeholders.values = ExpressionValues{
      {":s", "A-3"}, {":l", Number(5)}, {":b", Binary{std::string("\x00\xff", 2)}}};
  EXPECT_EQ(spelled_out("#s = :s AND #k >= :l", placeholders),
            "shardKey = \"A-3\" AND memberId >= 5");
  EXPECT_EQ(spelled_out("#k = :b", placeholders), "memberId = 0x00ff");
  EXPECT_EQ(spelled_out(AttributeValue("a\"\n")), "\"a\\\"\\u000a\"");
}

}  // namespace
}  // namespace isotherm::gateway
