// The only file that knows CLI11: it costs seconds to compile, its exit codes are its own, and its
// configuration files would beat the environment. It splits arguments here, nothing else.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "cli/options.h"
#include "cli/terminal.h"
#include "schema/did_you_mean.h"

namespace isotherm::cli {
namespace {

using Values = std::map<const Option*, std::vector<std::string>>;

std::string flags_of(const Option& option) {
  return option.letter.empty() ? option.name : option.letter + "," + option.name;
}

void declare(CLI::App& app, const Option& option, Values& values) {
  if (option.is_switch()) {
    app.add_flag_callback(flags_of(option), [&values, &option] { values[&option] = {"1"}; });
    return;
  }
  auto* added = app.add_option_function<std::vector<std::string>>(
      flags_of(option),
      [&values, &option](const std::vector<std::string>& given) { values[&option] = given; });
  added->type_size(1);
  added->allow_extra_args(false);
  // Of several, the last counts: a wrapper script's default can be overridden.
  added->multi_option_policy(option.repeats ? CLI::MultiOptionPolicy::TakeAll
                                            : CLI::MultiOptionPolicy::TakeLast);
  if (!option.repeats) added->expected(1);
}

// The argument, or what it means when it is an alias; nothing when that changes nothing.
std::optional<std::string> without_alias(const Options& options, const std::string& argument) {
  const auto equals = std::min(argument.find('='), argument.size());
  const auto* alias = options.find_alias(argument.substr(0, equals));
  if (alias == nullptr) return argument;
  if (alias->means.empty()) return std::nullopt;
  return alias->means + argument.substr(equals);
}

// CLI11 takes `--name=` without a value for `--name`, and the next argument for the value: here
// each is an argument of its own, and has the name that we know.
std::vector<std::string> separated(const Options& options, std::span<const std::string> arguments) {
  std::vector<std::string> out;
  bool is_value = false;
  for (const auto& typed : arguments) {
    const auto meant = is_value ? typed : without_alias(options, typed);
    if (!meant) continue;
    const std::string& argument = *meant;
    const auto equals = argument.find('=');
    const auto* option = is_value ? nullptr : options.find(argument.substr(0, equals));
    const bool takes_value = option != nullptr && !option->is_positional() && !option->is_switch();
    is_value = takes_value && equals == std::string::npos;
    if (!takes_value || is_value || argument.find("--") != 0) {
      out.push_back(argument);
      continue;
    }
    out.push_back(argument.substr(0, equals));
    out.push_back(argument.substr(equals + 1));
  }
  return out;
}

UsageError unknown_argument(const Options& options, std::string_view argument) {
  const auto name = argument.substr(0, argument.find('='));
  if (!name.starts_with("-")) return {"unexpected argument '" + std::string(argument) + "'", {}};
  std::vector<std::string_view> known;
  for (const auto& option : options.rows())
    if (!option.is_positional()) known.push_back(option.name);
  const auto near = schema::nearest(name, known);
  return {"unknown option '" + std::string(name) + "'",
          near.empty() ? "" : "Did you mean '" + std::string(near) + "'?"};
}

// Gives what is left of the arguments to those that have a place instead of a name; behind "--"
// everything is such a one. CLI11 does not: it would split one that is "[a,b]".
Expected<void, UsageError> take_positional(const Options& options,
                                           const std::vector<std::string>& left, Values& values) {
  auto option = options.rows().begin();
  bool only_positional = false;
  for (const auto& argument : left) {
    if (!only_positional && argument == "--") {
      only_positional = true;
      continue;
    }
    const bool is_option = !only_positional && argument.size() > 1 && argument.front() == '-';
    const auto takes = [&](const Option& row) {
      return row.is_positional() && (row.repeats || !values.contains(&row));
    };
    option = std::find_if(option, options.rows().end(), takes);
    if (is_option || option == options.rows().end()) return unknown_argument(options, argument);
    values[&*option].push_back(argument);
  }
  return {};
}

Expected<void, UsageError> apply(const Option& option, std::string_view text,
                                 const std::string& source) {
  const auto problem = option.set(text);
  if (!problem) return {};
  return UsageError{source + ": '" + std::string(text) + "' is not possible; " + *problem, {}};
}

Expected<void, UsageError> apply_environment(const Option& option) {
  if (option.is_positional()) return {};
  std::vector<std::string> names = {option.variable()};
  names.insert(names.end(), option.variables.begin(), option.variables.end());
  for (const auto& name : names) {
    const auto value = environment(name.c_str());
    if (!value || (value->empty() && !option.is_switch())) continue;
    return apply(option, *value, "environment variable " + name);
  }
  return {};
}

}  // namespace

Expected<void, UsageError> parse(const Options& options, std::span<const std::string> arguments) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  Values values;
  for (const auto& option : options.rows())
    if (!option.is_positional()) declare(app, option, values);
  // CLI11 takes them from the back.
  auto reversed = separated(options, arguments);
  std::reverse(reversed.begin(), reversed.end());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ParseError& error) {
    return UsageError{error.what(), {}};
  }
  TRY(take_positional(options, app.remaining(), values));

  for (const auto& option : options.rows()) {
    const auto given = values.find(&option);
    if (given == values.end()) {
      TRY(apply_environment(option));
      continue;
    }
    for (const auto& text : given->second) TRY(apply(option, text, option.name));
  }
  return {};
}

}  // namespace isotherm::cli
