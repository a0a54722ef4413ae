#include "cli/options.h"

#include <gtest/gtest.h>
#include <stdlib.h>

namespace isotherm::cli {
namespace {

enum class Speed { slow, fast };

struct Values {
  std::string name = "nobody";
  std::uint32_t count = 7;
  bool loud = false;
  Duration wait = std::chrono::seconds(1);
  std::optional<double> rate;
  Speed speed = Speed::slow;
  std::vector<std::string> tags;
  std::string file;

  Options options() {
    Options options;
    options.text("--name", "NAME", name, "a name").letter = "-n";
    options.count("--item-count", "N", count, 1, 100, "a count").variables = {"OTHER_COUNT"};
    options.flag("--loud", loud, "a switch");
    options.duration("--wait", wait, "a time");
    options.decimal("--rate", "X", rate, 0.5, 10, "a rate");
    options.choice("--speed", speed,
                   std::vector<Word<Speed>>{{"slow", Speed::slow}, {"fast", Speed::fast}},
                   "a choice");
    options.list("--tag", "TAG", tags, "many");
    options.text("FILE", "FILE", file, "positional");
    options.alias("-itemCount", "--item-count");
    options.alias("-isLoud", "--loud");
    options.alias("-quick", "--speed=fast");
    options.alias("-nothing", "");
    return options;
  }
};

Expected<void, UsageError> parse_into(Values& values, std::vector<std::string> arguments) {
  const auto options = values.options();
  return parse(options, arguments);
}

std::string refusal(std::vector<std::string> arguments) {
  Values values;
  const auto parsed = parse_into(values, std::move(arguments));
  return parsed.ok() ? "" : parsed.error().message + " / " + parsed.error().hint;
}

class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  ~Variable() { ::unsetenv(name_); }

 private:
  const char* name_;
};

TEST(Options, HaveAliases) {
  Values values;
  ASSERT_TRUE(
      parse_into(values, {"-nothing", "-itemCount", "12", "-isLoud", "-quick", "--tag", "-isLoud"})
          .ok());
  EXPECT_EQ(values.count, 12U);
  EXPECT_TRUE(values.loud);
  EXPECT_EQ(values.speed, Speed::fast);
  EXPECT_EQ(values.tags, std::vector<std::string>{"-isLoud"});
  ASSERT_TRUE(parse_into(values, {"-itemCount=13"}).ok());
  EXPECT_EQ(values.count, 13U);
  EXPECT_NE(refusal({"-itemCount", "many"}).find("--item-count: 'many'"), std::string::npos);
  EXPECT_NE(refusal({"-itemcount", "3"}), "") << "they are case-sensitive, as where they come from";
}

TEST(Options, TakesValuesInEveryForm) {
  Values values;
  ASSERT_TRUE(
      parse_into(values, {"-n", "Ada", "--item-count=12", "--loud", "--wait", "250ms", "--rate",
                          "2.5", "--speed", "fast", "--tag", "a", "--tag", "b=c", "notes.txt"})
          .ok());
  EXPECT_EQ(values.name, "Ada");
  EXPECT_EQ(values.count, 12u);
  EXPECT_TRUE(values.loud);
  EXPECT_EQ(values.wait, std::chrono::milliseconds(250));
  EXPECT_EQ(values.rate, 2.5);
  EXPECT_EQ(values.speed, Speed::fast);
  EXPECT_EQ(values.tags, (std::vector<std::string>{"a", "b=c"}));
  EXPECT_EQ(values.file, "notes.txt");
}

TEST(Options, ValuesArriveAsTheyWereTyped) {
  const std::vector<std::string> typed = {"[x]", "[]",     "[a,b]", "{}",  "a,b", "\"q\"", "'q'",
                                          "%%",  "--name", "--",    "a=b", "\\n", "=",     " "};
  for (const auto& text : typed) {
    Values apart;
    ASSERT_TRUE(parse_into(apart, {"--tag", text, "--name", text, "--loud"}).ok()) << text;
    EXPECT_EQ(apart.tags, std::vector<std::string>{text});
    EXPECT_EQ(apart.name, text);
    EXPECT_TRUE(apart.loud);
    Values joined;
    ASSERT_TRUE(parse_into(joined, {"--tag=" + text, "--name=" + text, "--loud"}).ok()) << text;
    EXPECT_EQ(joined.tags, apart.tags);
    EXPECT_EQ(joined.name, text);
  }
  Values values;
  ASSERT_TRUE(parse_into(values, {"--tag=", "--tag", "", "--loud", "[a,b]"}).ok());
  EXPECT_EQ(values.tags, (std::vector<std::string>{"", ""}));
  EXPECT_TRUE(values.loud);
  EXPECT_EQ(values.file, "[a,b]");
}

TEST(Options, TakesManyPositionalArgumentsAsTheyAre) {
  std::string first;
  std::vector<std::string> keys;
  bool loud = false;
  Options options;
  options.flag("--loud", loud, "a switch");
  options.text("FILE", "FILE", first, "one");
  options.list("KEY", "KEY", keys, "many");
  const std::vector<std::string> typed = {"file", "[a,b]", "--loud", "-", "{}",
                                          "--",   "-x",    "--",     "[]"};
  ASSERT_TRUE(parse(options, typed).ok());
  EXPECT_EQ(first, "file");
  EXPECT_EQ(keys, (std::vector<std::string>{"[a,b]", "-", "{}", "-x", "--", "[]"}));
  EXPECT_TRUE(loud);
}

TEST(Options, TakesOnlyTextWhereTextIsWanted) {
  EXPECT_NE(refusal({"--name", "\xFF"}).find("UTF-8"), std::string::npos);
  EXPECT_NE(refusal({"--tag", "a\xC3"}).find("UTF-8"), std::string::npos);
}

TEST(Options, TheLastOfSeveralCounts) {
  Values values;
  ASSERT_TRUE(parse_into(values, {"--name", "a", "--name", "b"}).ok());
  EXPECT_EQ(values.name, "b");
}

TEST(Options, KeepsDefaults) {
  Values values;
  ASSERT_TRUE(parse_into(values, {}).ok());
  EXPECT_EQ(values.name, "nobody");
  EXPECT_FALSE(values.rate);
}

TEST(Options, RefusesWithTheReasonAndAHint) {
  EXPECT_NE(refusal({"--item-count", "101"}).find("from 1 to 100"), std::string::npos);
  EXPECT_NE(refusal({"--item-count", "x"}).find("--item-count: 'x'"), std::string::npos);
  EXPECT_NE(refusal({"--rate", "11"}).find("from 0.5 to 10"), std::string::npos);
  EXPECT_NE(refusal({"--speed", "medium"}).find("slow, fast"), std::string::npos);
  EXPECT_NE(refusal({"--wait", "soon"}).find("10s"), std::string::npos);
  EXPECT_NE(refusal({"--speeed", "fast"}).find("Did you mean '--speed'?"), std::string::npos);
  EXPECT_NE(refusal({"--quite-else"}).find("unknown option '--quite-else'"), std::string::npos);
  EXPECT_NE(refusal({"one", "-x"}).find("unknown option '-x'"), std::string::npos);
  EXPECT_NE(refusal({"one", "two"}).find("unexpected argument 'two'"), std::string::npos);
  EXPECT_NE(refusal({"--name"}), "");
  EXPECT_NE(refusal({"--name", ""}), "");
}

TEST(Options, TheCommandLineBeatsTheEnvironmentAndThatTheDefault) {
  const Variable name("ISOTHERM_NAME", "Grace");
  const Variable count("ISOTHERM_ITEM_COUNT", "33");
  const Variable loud("ISOTHERM_LOUD", "yes");
  Values values;
  ASSERT_TRUE(parse_into(values, {"--name", "Ada"}).ok());
  EXPECT_EQ(values.name, "Ada");
  EXPECT_EQ(values.count, 33u);
  EXPECT_TRUE(values.loud);
}

TEST(Options, ItsOwnVariableComesBeforeTheOthers) {
  const Variable other("OTHER_COUNT", "44");
  Values values;
  ASSERT_TRUE(parse_into(values, {}).ok());
  EXPECT_EQ(values.count, 44u);
  const Variable own("ISOTHERM_ITEM_COUNT", "33");
  ASSERT_TRUE(parse_into(values, {}).ok());
  EXPECT_EQ(values.count, 33u);
}

TEST(Options, NamesTheVariableThatIsWrong) {
  const Variable count("ISOTHERM_ITEM_COUNT", "many");
  EXPECT_NE(refusal({}).find("environment variable ISOTHERM_ITEM_COUNT"), std::string::npos);
  EXPECT_EQ(refusal({"--item-count", "3"}), "");
}

TEST(Options, ReadsTimesAndCounts) {
  EXPECT_EQ(parse_duration("10s"), std::chrono::seconds(10));
  EXPECT_EQ(parse_duration("1.5"), std::chrono::milliseconds(1'500));
  EXPECT_EQ(parse_duration("2m"), std::chrono::minutes(2));
  EXPECT_FALSE(parse_duration("-1s"));
  EXPECT_FALSE(parse_duration("1 s"));
  EXPECT_FALSE(parse_duration(""));
  EXPECT_EQ(parse_count("5k"), 5'000u);
  EXPECT_EQ(parse_count("2M"), 2'000'000u);
  EXPECT_EQ(parse_count("1.5k"), 1'500u);
  EXPECT_FALSE(parse_count("1.5"));
  EXPECT_FALSE(parse_count("-3"));
  EXPECT_FALSE(parse_count("1e40"));
  EXPECT_FALSE(parse_decimal("nan"));
  EXPECT_FALSE(parse_decimal("inf"));
}

}  // namespace
}  // namespace isotherm::cli
