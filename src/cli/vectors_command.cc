// isotherm vectors: the published answers, and the check of another implementation's.

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/input_lines.h"
#include "vectors/published_set.h"

namespace isotherm::cli {
namespace {

using Json = nlohmann::ordered_json;

std::optional<std::string> text_of_file(const std::string& path) {
  if (path == "-") {
    std::string text;
    const bool ok = for_each_input_line([&](std::string_view line) {
      text.append(line).append("\n");
      return true;
    });
    return ok ? std::optional(std::move(text)) : std::nullopt;
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) return std::nullopt;
  return text.str();
}

Json json_of(const vectors::Check& check) {
  Json different = Json::array();
  for (const auto& each : check.different)
    different.push_back({{"id", each.id}, {"answer", each.theirs}, {"expected", each.ours}});
  Json suspects = Json::array();
  for (const auto& each : check.suspects)
    suspects.push_back({{"name", each.name},
                        {"what", each.what},
                        {"certain", each.is_certain()},
                        {"explains", each.same},
                        {"of", each.differing}});
  return {{"schema_version", 1},
          {"compared", check.compared},
          {"same", check.compared - check.different.size()},
          {"different", std::move(different)},
          {"missing", check.missing},
          {"unknown", check.unknown},
          {"look_alikes", std::move(suspects)}};
}

std::string told(const vectors::Check& check) {
  std::string text = fmt::format("{} answers compared, {} different, {} not answered\n",
                                 check.compared, check.different.size(), check.missing.size());
  constexpr std::size_t shown_max = 10;
  for (std::size_t i = 0; i < std::min(shown_max, check.different.size()); ++i) {
    const auto& each = check.different[i];
    text += fmt::format("  {}: '{}', expected '{}'\n", each.id, each.theirs, each.ours);
  }
  if (check.different.size() > shown_max)
    text += fmt::format("  … {} more; --json has them all\n", check.different.size() - shown_max);
  for (const auto& id : check.unknown) text += fmt::format("  {}: there is no such question\n", id);
  for (const auto& each : check.suspects) {
    text += fmt::format("{}: {} ({}; {} of {} differences)\n",
                        each.is_certain() ? "It is" : "It looks like", each.name, each.what,
                        each.same, each.differing);
    if (each.is_certain()) break;
  }
  return text;
}

class VectorsCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.path("--check", "FILE", file_,
                 "answers as {\"id\": \"answer\", …} or lines of {\"id\", \"answer\"}; -: stdin");
    options.flag("--json", json_, "the check's result as JSON; without --check it is JSON anyway");
  }

  int run(Terminal& terminal) override {
    if (file_.empty()) return terminal.out(vectors::published_set()), exit_done;
    const auto text = text_of_file(file_);
    if (!text)
      return terminal.fail("usage", "'" + file_ + "' cannot be read",
                           "Name a file, or - for stdin"),
             exit_usage;
    const auto answers = vectors::read_answers(*text);
    if (!answers.ok())
      return terminal.fail("usage", file_ + ": " + answers.error(), "Try: isotherm help vectors"),
             exit_usage;
    const auto check = vectors::check(answers.value());
    terminal.out(json_ ? json_of(check).dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
                       : told(check));
    return check.ok() ? exit_done : exit_check_failed;
  }

 private:
  std::string file_;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_vectors() { return std::make_unique<VectorsCommand>(); }

}  // namespace isotherm::cli
