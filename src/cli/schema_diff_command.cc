// isotherm schema diff: which changes from one schema to another are harmless, and which need a
// migration.

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/records.h"
#include "schema/diff.h"

namespace isotherm::cli {
namespace {

class SchemaDiffCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.path("OLD", "OLD", before_, "the schema that is in use");
    options.path("NEW", "NEW", after_, "the one that would follow");
    declare_form(options, form_, json_);
  }

  int run(Terminal& terminal) override {
    if (json_) form_ = RecordForm::json;
    if (before_.empty() || after_.empty())
      return terminal.fail("usage", "two schemas are needed: the old and the new one",
                           "Try: isotherm schema diff old.yaml new.yaml"),
             exit_usage;
    const auto before = read(terminal, before_);
    const auto after = read(terminal, after_);
    if (!before || !after) return exit_usage;
    const auto changes = schema::diff(*before, *after);
    form_ == RecordForm::plain ? print(terminal, changes) : write(terminal, changes);
    return schema::needs_migration(changes) ? exit_check_failed : exit_done;
  }

 private:
  static std::optional<schema::Schema> read(const Terminal& terminal, const std::string& file) {
    auto parsed = schema::parse_file(file);
    if (parsed.ok()) return std::move(parsed).value();
    terminal.fail("schema",
                  "the schema cannot be used:\n" + schema::to_string(parsed.error(), file));
    return std::nullopt;
  }

  const std::string& file_of(const schema::Change& change) const {
    return change.is_gone ? before_ : after_;
  }

  void print(const Terminal& terminal, const std::vector<schema::Change>& changes) const {
    if (changes.empty()) return terminal.out("The two schemas have the same rules.\n");
    std::string text;
    std::size_t migrations = 0;
    for (const auto& change : changes) {
      const bool migrates = change.effect == schema::Effect::migration;
      migrations += migrates ? 1 : 0;
      const auto effect = schema::effect_name(change.effect);
      const auto& paint = terminal.out_paint();
      text +=
          fmt::format("{}:{}: {}: {}\n  {}\n", file_of(change), change.line,
                      migrates ? paint.red(effect) : paint.green(effect), change.what, change.why);
    }
    text += fmt::format("{} change{}, {} of them need{} a migration\n", changes.size(),
                        changes.size() == 1 ? "" : "s", migrations, migrations == 1 ? "s" : "");
    terminal.out(text);
  }

  void write(const Terminal& terminal, const std::vector<schema::Change>& changes) const {
    RecordWriter writer(terminal, form_, "changes",
                        {{"effect"}, {"file"}, {"line", true}, {"change"}, {"why"}});
    for (const auto& change : changes)
      writer.add({std::string(schema::effect_name(change.effect)), file_of(change),
                  std::to_string(change.line), change.what, change.why});
    writer.finish();
  }

  std::string before_;
  std::string after_;
  RecordForm form_ = RecordForm::plain;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_schema_diff() { return std::make_unique<SchemaDiffCommand>(); }

}  // namespace isotherm::cli
