// isotherm id range: the ids of a time range, for a condition on a key.

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/instant.h"
#include "cli/layout_options.h"
#include "cli/records.h"
#include "ids/uuid7.h"

namespace isotherm::cli {
namespace {

enum class Kind { snowflake, uuid7 };

class IdRangeCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.choice("--kind", kind_,
                   std::vector<Word<Kind>>{{"snowflake", Kind::snowflake}, {"uuid7", Kind::uuid7}},
                   "what ids");
    options.text("--from", "TIME", from_, "the first moment; none: the layout's epoch");
    options.text("--to", "TIME", to_, "the moment that is no longer in it; none: the layout's end");
    layout_.declare(options);
    declare_form(options, form_, json_);
  }

  int run(Terminal& terminal) override {
    if (json_) form_ = RecordForm::json;
    const auto layout = layout_.layout();
    if (!layout.ok()) return usage(terminal, layout.error());
    const auto from = moment("--from", from_, UnixMillis(0));
    if (!from.ok()) return usage(terminal, from.error());
    const auto to = moment("--to", to_, UnixMillis::max());
    if (!to.ok()) return usage(terminal, to.error());
    std::string lowest;
    std::string highest;
    if (kind_ == Kind::uuid7) {
      const auto range = ids::uuid7_range(*from, *to);
      if (!range.ok()) return usage(terminal, {range.error().message(), {}});
      lowest = ids::to_string(range->lowest);
      highest = ids::to_string(range->highest);
    } else {
      const auto range = layout->range(*from, *to);
      if (!range.ok()) return usage(terminal, {range.error().message(), {}});
      lowest = std::to_string(range->lowest);
      highest = std::to_string(range->highest);
    }
    show(terminal, lowest, highest);
    return exit_done;
  }

 private:
  static int usage(const Terminal& terminal, const UsageError& error) {
    terminal.fail("usage", error.message,
                  error.hint.empty() ? "Try: isotherm help id range" : error.hint);
    return exit_usage;
  }

  static Expected<UnixMillis, UsageError> moment(std::string_view option, const std::string& text,
                                                 UnixMillis otherwise) {
    if (text.empty()) return otherwise;
    const auto time = parse_instant(text);
    if (!time)
      return UsageError{std::string(option) + ": '" + text + "' is no time",
                        "Write 2026-11-30, 2026-11-30T21:30:00Z, or milliseconds since 1970."};
    return *time;
  }

  void show(const Terminal& terminal, const std::string& lowest, const std::string& highest) const {
    RecordWriter writer(terminal, form_, "ranges", {{"lowest"}, {"highest"}});
    if (form_ == RecordForm::plain) {
      writer.add({lowest});
      writer.add({highest});
    } else {
      writer.add({lowest, highest});
    }
    writer.finish();
  }

  Kind kind_ = Kind::snowflake;
  std::string from_;
  std::string to_;
  LayoutOptions layout_;
  RecordForm form_ = RecordForm::plain;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_id_range() { return std::make_unique<IdRangeCommand>(); }

}  // namespace isotherm::cli
