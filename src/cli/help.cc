#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/exit_code.h"
#include "load/text_table.h"

namespace isotherm::cli {
namespace {

constexpr std::array<std::string_view, 2> topic_names{"exit-codes", "environment"};
constexpr std::size_t help_column = 34;
constexpr std::size_t line_width = 100;

std::string indented(std::string_view text, std::string_view by) {
  std::string out;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    out.append(by).append(text.substr(0, end)).push_back('\n');
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// Words over several lines, all but the first begun with `margin` spaces.
std::string wrapped(std::string_view text, std::size_t margin) {
  std::string out;
  std::size_t column = margin;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    const auto word = text.substr(0, end);
    if (column > margin && column + 1 + load::width(word) > line_width) {
      out.append("\n").append(margin, ' ');
      column = margin;
    } else if (column > margin) {
      out.push_back(' ');
      ++column;
    }
    out.append(word);
    column += load::width(word);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

std::string option_line(const Option& option) {
  std::string left = "  ";
  if (!option.letter.empty()) left.append(option.letter).append(", ");
  left.append(option.name);
  if (!option.is_positional() && !option.is_switch()) left.append(" ").append(option.value);
  if (left.size() + 2 > help_column)
    left.append("\n").append(help_column, ' ');
  else
    left.append(help_column - left.size(), ' ');
  auto right = option.help;
  if (option.repeats) right += " (can be repeated)";
  if (!option.standard.empty()) right += " [" + option.standard + "]";
  return left + wrapped(right, help_column) + "\n";
}

std::string alias_lines(std::span<const Alias> aliases) {
  std::string out;
  for (const Alias& alias : aliases) {
    out += fmt::format("  {:<{}}{}\n", alias.typed, help_column - 2,
                       alias.means.empty() ? "taken; it is always so here" : alias.means);
  }
  return out;
}

std::string usage_line(const CommandRow& command, const Options& options) {
  auto line = "isotherm " + std::string(command.name);
  for (const auto& option : options.rows())
    if (option.is_positional()) line += " " + option.name;
  return line + " [OPTIONS]";
}

}  // namespace

std::span<const std::string_view> topics() { return topic_names; }

std::string overview(const Paint& paint) {
  std::string out =
      "Isotherm finds hot partitions in DynamoDB-compatible tables and cures them.\n\n" +
      paint.bold("Try") + "\n" +
      "  isotherm demo boot-storm     a hot partition throttles, then its cure, in one minute\n"
      "  isotherm serve --in-memory   a DynamoDB endpoint on http://127.0.0.1:8000\n\n" +
      paint.bold("Commands") + "\n";
  for (const auto& command : commands())
    out += fmt::format("  {:<18} {}\n", command.name, command.summary);
  out += fmt::format(
      "  {:<18} {}\n\n", "help [COMMAND]",
      "all about a command, or a topic: " + fmt::format("{}", fmt::join(topic_names, ", ")));
  return out;
}

std::string help_of(const CommandRow& command, const Options& options, const Paint& paint) {
  auto out = paint.bold("Examples") + "\n" + indented(command.examples, "  ") + "\n" +
             paint.bold("Usage") + "\n  " + usage_line(command, options) + "\n\n";
  if (!command.about.empty()) out += std::string(command.about) + "\n\n";
  out += paint.bold("Options") + "\n";
  for (const auto& option : options.rows()) out += option_line(option);
  if (!options.aliases().empty()) {
    out += "\n" + paint.bold("Also taken, some as flags of DynamoDB Local") + "\n";
    out += alias_lines(options.aliases());
  }
  return out;
}

std::string help_of_group(std::string_view group, const Paint& paint) {
  std::string out;
  for (const auto& command : commands())
    if (command.name.starts_with(std::string(group) + " "))
      out += fmt::format("  isotherm {:<18} {}\n", command.name, command.summary);
  if (out.empty()) return out;
  return paint.bold("Commands of '" + std::string(group) + "'") + "\n" + out;
}

std::string topic(std::string_view name) {
  if (name == "exit-codes") {
    std::string out = "Exit codes\n";
    for (const auto& row : exit_codes) out += fmt::format("  {:>3}  {}\n", row.code, row.meaning);
    return out;
  }
  if (name == "environment") {
    std::string out =
        "An option on the command line beats the environment, which beats the default.\n"
        "A switch takes 1 or 0.\n\n";
    for (const auto& command : commands()) {
      Options options;
      command.make()->declare(options);
      out += fmt::format("isotherm {}\n", command.name);
      for (const auto& option : options.rows()) {
        if (option.is_positional()) continue;
        out += fmt::format("  {:<24} {}", option.name, option.variable());
        for (const auto& other : option.variables) out += ", " + other;
        out += "\n";
      }
    }
    return out +
           "\nNO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are heeded; --color=always|never beats "
           "them.\n";
  }
  return {};
}

}  // namespace isotherm::cli
