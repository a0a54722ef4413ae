#include "codec/name.h"

#include <gtest/gtest.h>

namespace isotherm::codec {
namespace {

TEST(Name, HasLettersDigitsAndThreeMarks) {
  EXPECT_TRUE(is_name("aZ09_.-"));
  for (const char* text : {"", "a b", "a;", "a!", "ä", "a/b", "a:b"}) EXPECT_FALSE(is_name(text));
}

TEST(Name, IsTakenOutOfAnArn) {
  EXPECT_EQ(table_name_of("User"), "User");
  EXPECT_EQ(table_name_of("arn:aws:dynamodb:eu-west-1:123456789012:table/User"), "User");
  EXPECT_EQ(table_name_of("arn:aws-cn:dynamodb:cn-north-1:1:table/User"), "User");
  for (const char* text : {"arn:", "arn:aws:s3:::table/User", "arn:aws:dynamodb:r:a:User",
                           "arn:aws:dynamodb:r:a:table/", "arn:aws:dynamodb:r:a:table/User/index/i",
                           "arn:aws:dynamodb:r:a"}) {
    EXPECT_EQ(table_name_of(text), text);
  }
}

}  // namespace
}  // namespace isotherm::codec
