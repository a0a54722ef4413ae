#include "codec/tables_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace isotherm::codec {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

TEST(TablesIn, FindsTheTableWhereverItStands) {
  EXPECT_THAT(
      tables_in(R"({"Key":{"TableName":{"S":"no"}},"TableName":"Votes"})", TablesPlace::table_name),
      Optional(ElementsAre("Votes")));
  EXPECT_THAT(tables_in(R"({"\u0054ableName":"V\u006ftes"})", TablesPlace::table_name),
              Optional(ElementsAre("Votes")));
}

TEST(TablesIn, FindsThoseOfBatchesAndTransactions) {
  EXPECT_THAT(tables_in(R"({"RequestItems":{"A":{},"arn:aws:dynamodb:r:1:table/B":[]}})",
                        TablesPlace::request_items),
              Optional(ElementsAre("A", "arn:aws:dynamodb:r:1:table/B")));
  EXPECT_THAT(tables_in(R"({"TransactItems":[{"Put":{"TableName":"A"}},
                            {"Get":{"TableName":"B"},"Update":{"TableName":"C"}}]})",
                        TablesPlace::transact_items),
              Optional(ElementsAre("A", "B", "C")));
}

TEST(TablesIn, OfAnotherFormThereAreNone) {
  for (const char* body : {"", "{", "[]", "7", "{}", R"({"TableName":7})", R"({"TableName":null})",
                           R"({"tablename":"A"})", R"({"TableName":"A","TableName":"B"})",
                           R"({"TableName":"A","\u0054ableName":"A"})"})
    EXPECT_EQ(tables_in(body, TablesPlace::table_name), std::nullopt) << body;
  EXPECT_EQ(tables_in(R"({"RequestItems":[]})", TablesPlace::request_items), std::nullopt);
  EXPECT_EQ(tables_in(R"({"RequestItems":{}})", TablesPlace::request_items), std::nullopt);
  EXPECT_EQ(
      tables_in(R"({"RequestItems":{"A":{}},"RequestItems":{"B":{}}})", TablesPlace::request_items),
      std::nullopt);
  EXPECT_EQ(tables_in(R"({"TransactItems":[{"Put":{"TableName":"A"}},{"Put":{}}]})",
                      TablesPlace::transact_items),
            std::nullopt);
}

}  // namespace
}  // namespace isotherm::codec
