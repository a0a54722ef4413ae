#include "store/table_names.h"

#include <gtest/gtest.h>

namespace isotherm {
namespace {

TEST(TableNames, ReplacesWholeNamesOnly) {
  const auto replaced = [](std::string_view text) {
    return with_name_replaced(text, "member-sharded", "member");
  };
  EXPECT_EQ(replaced("index member-sharded is"), "index member is");
  EXPECT_EQ(replaced("table/User/index/member-sharded"), "table/User/index/member");
  EXPECT_EQ(replaced("IndexName: member-sharded."), "IndexName: member.");
  EXPECT_EQ(replaced("member-sharded, IndexKey: a"), "member, IndexKey: a");
  EXPECT_EQ(replaced("my-member-sharded"), "my-member-sharded");
  EXPECT_EQ(replaced("member-sharded-2"), "member-sharded-2");
  EXPECT_EQ(replaced("member-sharded.x"), "member-sharded.x");
  EXPECT_EQ(replaced("member-sharded member-sharded"), "member member");
}

TEST(TableNames, ReadsTheTableInAnArn) {
  EXPECT_EQ(table_name_in("User"), "User");
  EXPECT_EQ(table_name_in("arn:aws:dynamodb:eu-west-1:123456789012:table/User"), "User");
  EXPECT_EQ(table_name_in("arn:aws:dynamodb:eu-west-1:123456789012:table/User/index/m"), "User");
}

}  // namespace
}  // namespace isotherm
