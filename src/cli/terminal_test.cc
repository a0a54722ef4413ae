#include "cli/terminal.h"

#include <gtest/gtest.h>

#include "cli/listen_address.h"
#include "cli/typed_value.h"

namespace isotherm::cli {
namespace {

TEST(Colour, FollowsTheStreamAndTheEnvironment) {
  const auto automatic = [](TerminalFacts facts) {
    return takes_colour(ColourWish::automatic, facts);
  };
  EXPECT_TRUE(automatic({.is_tty = true, .term = "xterm", .no_color = {}, .force_color = {}}));
  EXPECT_FALSE(automatic({.is_tty = false, .term = "xterm", .no_color = {}, .force_color = {}}));
  EXPECT_FALSE(automatic({.is_tty = true, .term = "dumb", .no_color = {}, .force_color = {}}));
  EXPECT_FALSE(automatic({.is_tty = true, .term = "xterm", .no_color = "1", .force_color = {}}));
  EXPECT_TRUE(automatic({.is_tty = true, .term = "xterm", .no_color = "", .force_color = {}}));
  EXPECT_TRUE(automatic({.is_tty = false, .term = {}, .no_color = {}, .force_color = "1"}));
  EXPECT_FALSE(automatic({.is_tty = false, .term = {}, .no_color = {}, .force_color = "0"}));
}

TEST(Colour, AWishBeatsAll) {
  EXPECT_TRUE(takes_colour(ColourWish::always,
                           {.is_tty = false, .term = {}, .no_color = "1", .force_color = {}}));
  EXPECT_FALSE(takes_colour(ColourWish::never,
                            {.is_tty = true, .term = "xterm", .no_color = {}, .force_color = "1"}));
}

TEST(Paint, IsPlainWhenItIsOff) {
  EXPECT_EQ(Paint(false).bold("x"), "x");
  EXPECT_EQ(Paint(true).red("x"), "\033[31mx\033[0m");
}

TEST(ListenAddress, ReadsWhatPeopleWrite) {
  EXPECT_EQ(parse_listen_address("0.0.0.0:80")->host, "0.0.0.0");
  EXPECT_EQ(parse_listen_address("8123")->port, 8123);
  EXPECT_EQ(parse_listen_address(":8123")->host, "127.0.0.1");
  EXPECT_EQ(parse_listen_address("[::1]:0")->host, "::1");
  EXPECT_EQ(parse_listen_address("[::1]:0")->port, 0);
  for (const auto* text : {"", "nowhere:x", "127.0.0.1", "::1:80", "a:b:1", "h:70000", "h:"})
    EXPECT_FALSE(parse_listen_address(text)) << text;
}

TEST(ListenAddress, KnowsWhatOthersCanReach) {
  EXPECT_TRUE(parse_listen_address("127.0.0.9:1")->is_loopback());
  EXPECT_TRUE(parse_listen_address("[::1]:1")->is_loopback());
  EXPECT_FALSE(parse_listen_address("0.0.0.0:1")->is_loopback());
  EXPECT_FALSE(parse_listen_address("[::]:1")->is_loopback());
}

TEST(TypedValue, ReadsKeyValues) {
  EXPECT_EQ(parse_key_value("plain").value(), AttributeValue("plain"));
  EXPECT_EQ(parse_key_value("S:N:5").value(), AttributeValue("N:5"));
  EXPECT_EQ(parse_key_value("N:5e0").value(), AttributeValue(Number(5)));
  EXPECT_EQ(parse_key_value("B:/w==").value(), AttributeValue(Binary{"\xff"}));
  EXPECT_FALSE(parse_key_value("N:five").ok());
  EXPECT_FALSE(parse_key_value("B:/x==").ok());
  EXPECT_EQ(display_text(Binary{"\x0a\xff"}), "0x0aff");
  EXPECT_EQ(display_text(AttributeValue(Number(12))), "12");
}

}  // namespace
}  // namespace isotherm::cli
