#include "cli/instant.h"

#include <gtest/gtest.h>

namespace isotherm::cli {
namespace {

TEST(Instant, IsReadInItsForms) {
  for (const char* text :
       {"2022-02-22T19:22:22.000Z", "2022-02-22T19:22:22Z", "2022-02-22 19:22:22Z",
        "2022-02-22T14:22:22-05:00", "2022-02-23T04:22:22+09:00", "1645557742000",
        "2022-02-22T19:22:22.000999Z"})
    EXPECT_EQ(parse_instant(text), UnixMillis(1645557742000)) << text;
  EXPECT_EQ(parse_instant("2022-02-22T19:22:22.5Z"), UnixMillis(1645557742500));
  EXPECT_EQ(parse_instant("1970-01-01"), UnixMillis(0));
  EXPECT_EQ(parse_instant("0"), UnixMillis(0));
}

TEST(Instant, IsNotGuessed) {
  for (const char* text : {"", "-1", "2022-02", "2022-02-30", "2022-13-01T00:00:00Z", "x",
                           "2022-02-22T19:22:22", "2022-02-22T24:00:00Z", "2022-02-22T19:22Z",
                           "2022-02-22T19:22:22.Z", "2022-02-22T19:22:22Zx", "2022-2-2T0:0:0Z"})
    EXPECT_FALSE(parse_instant(text).has_value()) << text;
}

TEST(Instant, IsWrittenAsItIsRead) {
  EXPECT_EQ(instant_text(UnixMillis(1645557742007)), "2022-02-22T19:22:22.007Z");
  EXPECT_EQ(instant_text(UnixMillis(0)), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(instant_text(UnixMillis(std::int64_t{1} << 48)), "281474976710656");
}

}  // namespace
}  // namespace isotherm::cli
