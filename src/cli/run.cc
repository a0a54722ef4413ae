#include "cli/run.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/help.h"
#include "schema/did_you_mean.h"

namespace isotherm::cli {
namespace {

// Options that stand before or after the command, of every command.
struct Common {
  ColourWish colour = ColourWish::automatic;
  bool no_colour = false;
  bool help = false;
};

void declare_common(Options& options, Common& common) {
  options.choice("--color", common.colour,
                 std::vector<Word<ColourWish>>{{"auto", ColourWish::automatic},
                                               {"always", ColourWish::always},
                                               {"never", ColourWish::never}},
                 "colours: on a terminal, always, never");
  options.flag("--no-color", common.no_colour, "the same as --color=never");
  options.flag("--help", common.help, "this help").letter = "-h";
}

struct Split {
  /// "demo boot-storm"; empty: no word was given.
  std::string command;
  const CommandRow* row = nullptr;
  /// All but the command's words.
  std::vector<std::string> rest;
};

const CommandRow* find_command(std::string_view name) {
  const auto rows = commands();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

bool is_group(std::string_view word) { return !help_of_group(word, Paint()).empty(); }

// The command is the first word, or the first two when the first is a group ("demo", "key").
Split split(std::span<const std::string> arguments) {
  Split split;
  std::size_t i = 0;
  for (; i < arguments.size(); ++i) {
    const auto& argument = arguments[i];
    // "place" is a command and a group: its second word is one of the group's, or an argument.
    const bool names_second = split.row != nullptr &&
                              split.command.find(' ') == std::string::npos && split.rest.empty() &&
                              find_command(split.command + " " + argument) != nullptr;
    const bool wants_word =
        split.command.empty() || (!split.row && is_group(split.command)) || names_second;
    if (argument.starts_with("-") || !wants_word) {
      split.rest.push_back(argument);
      // The one common option whose value can be a word of its own.
      if (argument == "--color" && wants_word && i + 1 < arguments.size())
        split.rest.push_back(arguments[++i]);
      continue;
    }
    split.command += (split.command.empty() ? "" : " ") + argument;
    split.row = find_command(split.command);
  }
  return split;
}

bool has(const std::vector<std::string>& arguments, std::string_view wanted) {
  return std::find(arguments.begin(), arguments.end(), wanted) != arguments.end();
}

int fail_usage(const Terminal& terminal, const UsageError& error, std::string_view command) {
  const auto help = "Try: isotherm help" + (command.empty() ? "" : " " + std::string(command));
  terminal.fail("usage", error.message, error.hint.empty() ? help : error.hint);
  return exit_usage;
}

int unknown_command(const Terminal& terminal, const std::string& command) {
  std::vector<std::string_view> known = {"help"};
  known.reserve(1 + commands().size());
  for (const auto& row : commands()) known.push_back(row.name);
  // "boot-storm" is near to "demo boot-storm" by its last word.
  std::vector<std::string_view> last_words;
  last_words.reserve(known.size());
  for (const auto& name : known) last_words.push_back(name.substr(name.rfind(' ') + 1));
  std::string_view near = schema::nearest(command, known);
  if (near.empty()) {
    const auto word = schema::nearest(command, last_words);
    for (std::size_t i = 0; i < known.size() && near.empty(); ++i)
      if (!word.empty() && last_words[i] == word) near = known[i];
  }
  return fail_usage(terminal,
                    {"unknown command '" + command + "'",
                     near.empty() ? "" : "Did you mean 'isotherm " + std::string(near) + "'?"},
                    {});
}

int help(const Terminal& terminal, const std::vector<std::string>& words) {
  std::string name;
  for (const auto& word : words)
    if (!word.starts_with("-")) name += (name.empty() ? "" : " ") + word;
  const auto& paint = terminal.out_paint();
  if (name.empty()) return terminal.out(overview(paint)), exit_done;
  if (const auto* row = find_command(name)) {
    Options options;
    Common common;
    const auto command = row->make();
    command->declare(options);
    declare_common(options, common);
    return terminal.out(help_of(*row, options, paint)), exit_done;
  }
  auto text = topic(name);
  if (text.empty()) text = help_of_group(name, paint);
  if (text.empty()) return unknown_command(terminal, name);
  return terminal.out(text), exit_done;
}

// No command was named, or only a group.
int without_command(const Terminal& terminal, const Split& split) {
  const bool asks = has(split.rest, "--help") || has(split.rest, "-h");
  if (split.command.empty()) {
    if (has(split.rest, "--version"))
      return terminal.out("isotherm " + std::string(version()) + "\n"), exit_done;
    if (asks) return terminal.out(overview(terminal.out_paint())), exit_done;
    for (const auto& argument : split.rest)
      if (argument != "--no-color" && !argument.starts_with("--color") && argument.starts_with("-"))
        return fail_usage(terminal, {"unknown option '" + argument + "'", {}}, {});
    return terminal.say(overview(terminal.err_paint())), exit_usage;
  }
  if (!is_group(split.command)) return unknown_command(terminal, split.command);
  if (asks) return terminal.out(help_of_group(split.command, terminal.out_paint())), exit_done;
  return terminal.say(help_of_group(split.command, terminal.err_paint())), exit_usage;
}

}  // namespace

int run(std::span<const std::string> arguments) {
  const auto parts = split(arguments);
  if (!parts.row) {
    const Terminal plain;
    if (parts.command == "help" || parts.command.starts_with("help "))
      return help(plain, parts.rest);
    return without_command(plain, parts);
  }
  Options options;
  Common common;
  const auto command = parts.row->make();
  command->declare(options);
  declare_common(options, common);
  const auto parsed = parse(options, parts.rest);

  Terminal terminal(common.no_colour ? ColourWish::never : common.colour);
  if (has(parts.rest, "--json")) terminal.want_json_errors();
  if (common.help || has(parts.rest, "--help") || has(parts.rest, "-h"))
    return terminal.out(help_of(*parts.row, options, terminal.out_paint())), exit_done;
  if (!parsed.ok()) return fail_usage(terminal, parsed.error(), parts.row->name);
  return command->run(terminal);
}

}  // namespace isotherm::cli
