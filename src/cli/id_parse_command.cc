// isotherm id parse: what an id says.

#include <charconv>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/input_lines.h"
#include "cli/instant.h"
#include "cli/layout_options.h"
#include "cli/records.h"
#include "ids/uuid7.h"

namespace isotherm::cli {
namespace {

class IdParseCommand final : public Command {
 public:
  void declare(Options& options) override {
    auto& ids =
        options.add({"ID", "ID", "snowflakes (decimal) or UUIDs; none: lines of stdin", {}});
    ids.repeats = true;
    ids.set = [this](std::string_view text) -> std::optional<std::string> {
      ids_.emplace_back(text);
      return std::nullopt;
    };
    layout_.declare(options);
    declare_form(options, form_, json_);
  }

  int run(Terminal& terminal) override {
    if (json_) form_ = RecordForm::json;
    if (form_ == RecordForm::plain) form_ = RecordForm::table;
    const auto layout = layout_.layout();
    if (!layout.ok())
      return terminal.fail("usage", layout.error().message, layout.error().hint), exit_usage;
    RecordWriter writer(terminal, form_, "ids",
                        {{"id"},
                         {"kind"},
                         {"time"},
                         {"time_ms", true},
                         {"datacentre", true},
                         {"worker", true},
                         {"sequence", true}});
    std::string problem;
    const auto each = [&](std::string_view id) {
      problem = add(writer, layout.value(), id);
      return problem.empty();
    };
    bool readable = true;
    if (ids_.empty())
      readable = for_each_input_line([&](std::string_view line) {
        return line.find_first_not_of(" \t") == std::string_view::npos || each(line);
      });
    for (std::size_t i = 0; i < ids_.size() && problem.empty(); ++i) each(ids_[i]);
    writer.finish();
    if (problem.empty() && readable) return exit_done;
    terminal.fail("usage", readable ? problem : "stdin cannot be read",
                  "A snowflake is a whole number, a UUID has version 7.");
    return exit_usage;
  }

 private:
  static std::string add(RecordWriter& writer, const ids::SnowflakeLayout& layout,
                         std::string_view id) {
    if (const auto uuid = ids::read_uuid(id)) {
      const auto parts = ids::parse_uuid7(*uuid);
      if (!parts.ok()) return "'" + std::string(id) + "': " + parts.error().message();
      writer.add({ids::to_string(*uuid), "uuid7", instant_text(parts->time),
                  std::to_string(parts->time.count()), "", "", ""});
      return {};
    }
    std::uint64_t number = 0;
    const char* end = id.data() + id.size();
    const auto [stop, error] = std::from_chars(id.data(), end, number);
    if (error != std::errc() || stop != end) return "'" + std::string(id) + "' is no id";
    const auto parts = layout.parse(number);
    if (!parts.ok()) return parts.error().message();
    writer.add({std::to_string(number), "snowflake", instant_text(parts->time),
                std::to_string(parts->time.count()), std::to_string(parts->datacentre),
                std::to_string(parts->worker), std::to_string(parts->sequence)});
    return {};
  }

  std::vector<std::string> ids_;
  LayoutOptions layout_;
  RecordForm form_ = RecordForm::plain;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_id_parse() { return std::make_unique<IdParseCommand>(); }

}  // namespace isotherm::cli
