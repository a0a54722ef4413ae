// isotherm completion: scripts for shells, made from the table of commands and their options.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/command.h"
#include "cli/exit_code.h"

namespace isotherm::cli {
namespace {

std::string join(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

// Words that can follow the words so far: "" -> serve demo …, "demo" -> boot-storm.
std::vector<std::string> words_after(std::string_view prefix) {
  std::vector<std::string> words;
  const std::string start = prefix.empty() ? "" : std::string(prefix) + " ";
  for (const auto& command : commands()) {
    if (!command.name.starts_with(start)) continue;
    const auto rest = command.name.substr(start.size());
    const std::string word(rest.substr(0, rest.find(' ')));
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return words;
}

std::vector<std::string> groups() {
  std::set<std::string> found;
  for (const auto& command : commands())
    if (const auto space = command.name.find(' '); space != std::string_view::npos)
      found.emplace(command.name.substr(0, space));
  return {found.begin(), found.end()};
}

std::vector<std::string> flags_of(const Options& options) {
  std::vector<std::string> flags = {"--help", "--color", "--no-color"};
  for (const auto& option : options.rows())
    if (!option.is_positional()) flags.push_back(option.name);
  return flags;
}

// One function: the words before the cursor choose the list.
std::string bash_script() {
  std::string script =
      "_isotherm() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  local command=${COMP_WORDS[1]} words=\n";
  for (const auto& group : groups())
    script += fmt::format(
        "  [[ $command == {0} && $COMP_CWORD -gt 2 ]] && command=\"{0} ${{COMP_WORDS[2]}}\"\n",
        group);
  script += fmt::format(
      "  if [[ $COMP_CWORD -eq 1 ]]; then\n    words=\"{} help\"\n  else\n    case $command in\n",
      join(words_after("")));
  for (const auto& group : groups())
    script += fmt::format("    {}) words=\"{}\" ;;\n", group, join(words_after(group)));
  script += fmt::format("    help) words=\"{}\" ;;\n", join(words_after("")));
  for (const auto& command : commands()) {
    Options options;
    command.make()->declare(options);
    script += fmt::format("    \"{}\")\n      words=\"{}\"\n      case $previous in\n",
                          command.name, join(flags_of(options)));
    for (const auto& option : options.rows())
      if (!option.choices.empty())
        script += fmt::format("      {}) words=\"{}\" ;;\n", option.name, join(option.choices));
    script += "      esac ;;\n";
  }
  return script +
         "    esac\n  fi\n"
         "  COMPREPLY=( $(compgen -W \"$words\" -- \"$current\") )\n"
         "}\n"
         "complete -o default -F _isotherm isotherm\n";
}

std::string fish_condition(std::string_view command) {
  const auto space = command.find(' ');
  auto condition = fmt::format("__fish_seen_subcommand_from {}", command.substr(0, space));
  if (space != std::string_view::npos)
    condition += fmt::format("; and __fish_seen_subcommand_from {}", command.substr(space + 1));
  return condition;
}

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out.push_back('\\');
    out.push_back(c);
  }
  return out + "'";
}

std::string fish_script() {
  std::string script = "complete -c isotherm -f\n";
  for (const auto& word : words_after(""))
    script += fmt::format("complete -c isotherm -n __fish_use_subcommand -a {}\n", word);
  for (const auto& group : groups())
    script += fmt::format("complete -c isotherm -n '__fish_seen_subcommand_from {}' -a '{}'\n",
                          group, join(words_after(group)));
  for (const auto& command : commands()) {
    Options options;
    command.make()->declare(options);
    for (const auto& option : options.rows()) {
      if (option.is_positional()) continue;
      script +=
          fmt::format("complete -c isotherm -n '{}' -l {} -d {}", fish_condition(command.name),
                      option.name.substr(2), fish_quoted(option.help));
      if (!option.is_switch()) script += " -r";
      if (!option.choices.empty()) script += fmt::format(" -a '{}'", join(option.choices));
      script += "\n";
    }
  }
  return script;
}

class CompletionCommand final : public Command {
 public:
  void declare(Options& options) override {
    auto& shell = options.add({"SHELL", "SHELL", "bash, zsh or fish", {}});
    shell.choices = {"bash", "zsh", "fish"};
    shell.set = [this](std::string_view text) -> std::optional<std::string> {
      shell_ = text;
      if (shell_ == "bash" || shell_ == "zsh" || shell_ == "fish") return std::nullopt;
      return "expected one of: bash, zsh, fish";
    };
  }

  int run(Terminal& terminal) override {
    if (shell_.empty()) {
      terminal.fail("usage", "name a shell: bash, zsh or fish", "Try: isotherm completion bash");
      return exit_usage;
    }
    if (shell_ == "fish") return terminal.out(fish_script()), exit_done;
    // zsh reads bash's way of completing when it is asked to.
    if (shell_ == "zsh") terminal.out("autoload -U +X bashcompinit && bashcompinit\n");
    terminal.out(bash_script());
    return exit_done;
  }

 private:
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> make_completion() { return std::make_unique<CompletionCommand>(); }

}  // namespace isotherm::cli
