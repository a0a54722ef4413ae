#include "cli/log.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

namespace isotherm::cli {
namespace {

// What `write` sends to stderr.
template <class Write>
std::string stderr_of(Write write) {
  std::FILE* file = std::tmpfile();
  std::fflush(stderr);
  const int saved = ::dup(STDERR_FILENO);
  ::dup2(::fileno(file), STDERR_FILENO);
  write();
  std::fflush(stderr);
  ::dup2(saved, STDERR_FILENO);
  ::close(saved);
  std::rewind(file);
  std::string text;
  for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file))
    text.push_back(static_cast<char>(c));
  std::fclose(file);
  return text;
}

TEST(Log, JsonLinesParseWhateverTheyHold) {
  const std::string nasty = "a \"quote\", a\nnewline, a \\, a \x01 and \xff\xfe no UTF-8";
  const auto text = stderr_of([&] {
    set_up_log(LogFormat::json, LogLevel::info);
    log(LogLevel::warn, nasty,
        {{"text", std::string_view(nasty)}, {"whole", std::int64_t{-3}}, {"real", 0.5}});
    log(LogLevel::info, "plain");
  });
  std::vector<nlohmann::json> lines;
  std::size_t at = 0;
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', at)) {
    lines.push_back(nlohmann::json::parse(text.substr(at, end - at)));
    at = end + 1;
  }
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].at("level"), "warn");
  EXPECT_EQ(lines[0].at("whole"), -3);
  EXPECT_EQ(lines[0].at("real"), 0.5);
  EXPECT_EQ(lines[0].at("msg"), lines[0].at("text"));
  EXPECT_EQ(lines[1].at("msg"), "plain");
  EXPECT_EQ(lines[1].at("ts").get<std::string>().size(),
            std::string("2026-01-01T00:00:00.000Z").size());
}

TEST(Log, TextIsOneLineWithItsFields) {
  const auto text = stderr_of([] {
    set_up_log(LogFormat::text, LogLevel::info);
    log(LogLevel::info, "listening",
        {{"url", std::string_view("http://h:1")}, {"n", std::int64_t{2}}});
    log(LogLevel::info, "odd", {{"a", std::string_view("b c")}, {"e", std::string_view("")}});
    log(LogLevel::debug, "not shown");
  });
  EXPECT_NE(text.find(" info  listening url=http://h:1 n=2\n"), std::string::npos);
  EXPECT_NE(text.find(" info  odd a=\"b c\" e=\"\"\n"), std::string::npos);
  EXPECT_EQ(text.find("not shown"), std::string::npos);
}

}  // namespace
}  // namespace isotherm::cli
