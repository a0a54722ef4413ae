#include "cli/utf8.h"

#include <gtest/gtest.h>

namespace isotherm::cli {
namespace {

TEST(Utf8, KnowsTextFromBytes) {
  for (const std::string_view text : {"", "a", "\x7F", "\xC2\x80", "é", "\xE0\xA0\x80",
                                      "\xED\x9F\xBF", "\xEE\x80\x80", "😀", "\xF4\x8F\xBF\xBF"})
    EXPECT_TRUE(is_utf8(text)) << text;
  for (const std::string_view bytes :
       {"\x80", "a\xFF", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF", "\xE2\x82", "\xED\xA0\x80",
        "\xF0\x8F\xBF\xBF", "\xF0\x9F\x98", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80"})
    EXPECT_FALSE(is_utf8(bytes));
}

}  // namespace
}  // namespace isotherm::cli
