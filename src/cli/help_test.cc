#include "cli/help.h"

#include <gtest/gtest.h>

#include <set>

#include "cli/exit_code.h"

namespace isotherm::cli {
namespace {

TEST(Help, EveryCommandIsInTheOverviewAndHasExamples) {
  const auto text = overview(Paint());
  for (const auto& command : commands()) {
    EXPECT_NE(text.find(command.name), std::string::npos) << command.name;
    EXPECT_TRUE(command.examples.starts_with("isotherm ") ||
                command.examples.starts_with("source "))
        << command.name;
    EXPECT_NE(command.make(), nullptr);
  }
}

TEST(Help, ShowsExamplesFirstAndEveryOption) {
  for (const auto& command : commands()) {
    Options options;
    const auto made = command.make();
    made->declare(options);
    const auto text = help_of(command, options, Paint());
    EXPECT_TRUE(text.starts_with("Examples\n"));
    std::set<std::string> names;
    for (const auto& option : options.rows()) {
      EXPECT_NE(text.find(option.name), std::string::npos) << option.name;
      EXPECT_TRUE(names.insert(option.name).second) << option.name << " is there twice";
      EXPECT_TRUE(option.set) << option.name;
    }
  }
}

TEST(Help, TopicsAreThere) {
  for (const auto name : topics()) EXPECT_FALSE(topic(name).empty()) << name;
  EXPECT_TRUE(topic("weather").empty());
  for (const auto& row : exit_codes)
    EXPECT_NE(topic("exit-codes").find(row.meaning), std::string::npos);
  EXPECT_NE(topic("environment").find("ISOTHERM_LISTEN"), std::string::npos);
}

TEST(Help, GroupsListTheirCommands) {
  EXPECT_NE(help_of_group("demo", Paint()).find("demo boot-storm"), std::string::npos);
  EXPECT_TRUE(help_of_group("serve", Paint()).empty());
}

}  // namespace
}  // namespace isotherm::cli
