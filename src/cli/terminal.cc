#include "cli/terminal.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "cli/exit_code.h"

namespace isotherm::cli {
namespace {

TerminalFacts facts_of(int stream) {
  TerminalFacts facts;
  facts.is_tty = isatty(stream) == 1;
  facts.term = environment("TERM");
  facts.no_color = environment("NO_COLOR");
  facts.force_color = environment("FORCE_COLOR");
  if (!facts.force_color) facts.force_color = environment("CLICOLOR_FORCE");
  return facts;
}

bool is_set(const std::optional<std::string>& variable) { return variable && !variable->empty(); }

}  // namespace

std::optional<std::string> environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::string Paint::wrapped(std::string_view code, std::string_view text) const {
  if (!on_) return std::string(text);
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

bool takes_colour(ColourWish wish, const TerminalFacts& facts) {
  if (wish != ColourWish::automatic) return wish == ColourWish::always;
  if (is_set(facts.force_color) && *facts.force_color != "0") return true;
  if (is_set(facts.no_color)) return false;
  return facts.is_tty && facts.term != "dumb";
}

Terminal::Terminal(ColourWish wish)
    : out_paint_(takes_colour(wish, facts_of(STDOUT_FILENO))),
      err_paint_(takes_colour(wish, facts_of(STDERR_FILENO))) {
  const auto err = facts_of(STDERR_FILENO);
  can_redraw_ = err.is_tty && err.term != "dumb";
}

void Terminal::out(std::string_view text) const {
  const auto written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written != text.size() || std::fflush(stdout) != 0) std::_Exit(exit_failed);
}

void Terminal::say(std::string_view text) const {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void Terminal::fail(std::string_view code, std::string_view message, std::string_view hint) const {
  if (json_errors_) {
    nlohmann::ordered_json error = {{"code", code}, {"message", message}};
    if (!hint.empty()) error["hint"] = hint;
    const nlohmann::ordered_json json = {{"schema_version", 1}, {"error", error}};
    return say(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }
  say(err_paint_.red("isotherm: ") + std::string(message) + "\n");
  if (!hint.empty()) say(std::string(hint) + "\n");
}

}  // namespace isotherm::cli
