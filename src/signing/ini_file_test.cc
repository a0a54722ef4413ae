#include "signing/ini_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace isotherm::signing {
namespace {

TEST(IniFile, HasSectionsAndProperties) {
  const auto sections = parse_ini(
      "; about\n[default]\r\nregion = eu-west-1\r\noutput=\r\n\n[profile  a b ] # of others\n"
      "s3 =\n  signature = v4\n\tnested\nrole = x = y\nrole = z\n");
  ASSERT_TRUE(sections.ok()) << sections.error();
  ASSERT_EQ(sections->size(), 2U);
  const IniSection& first = sections->front();
  EXPECT_EQ(first.name, "default");
  EXPECT_EQ(first.line, 2);
  EXPECT_EQ(*first.find("region"), "eu-west-1");
  EXPECT_EQ(*first.find("output"), "");
  EXPECT_EQ(first.find("nothing"), nullptr);
  const IniSection& second = sections->back();
  EXPECT_EQ(second.name, "profile  a b");
  EXPECT_EQ(second.find("signature"), nullptr);
  EXPECT_EQ(second.properties.at(1).value, "x = y");
  EXPECT_EQ(second.properties.at(1).line, 10);
  EXPECT_EQ(*second.find("role"), "z");
}

TEST(IniFile, SaysWhereItIsWrong) {
  for (const auto& [text, problem] : {
           std::pair{"[a", "line 1: a section's name ends with ']'"},
           {"\n[a] b\n", "line 2: a section's name ends with ']'"},
           {"a = b", "line 1: a property stands below a [section]"},
           {"[a]\nb", "line 2: expected name = value"},
       }) {
    const auto sections = parse_ini(text);
    ASSERT_FALSE(sections.ok()) << text;
    EXPECT_EQ(sections.error(), problem);
  }
}

TEST(IniFile, ReadsAnyBytes) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  constexpr std::string_view bytes = "[]=#; \t\r\nab\0\xff";
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (unsigned i = random() % 40; i > 0; --i) text += bytes[random() % bytes.size()];
    const auto sections = parse_ini(text);
    if (!sections.ok()) EXPECT_TRUE(sections.error().starts_with("line ")) << text;
  }
}

TEST(IniFile, AFolderIsNoFile) {
  std::string text;
  const auto read = read_text_file("/", text);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error(), "Is a directory");
  EXPECT_TRUE(read_text_file("/dev/null", text).ok());
}

}  // namespace
}  // namespace isotherm::signing
