// isotherm key parse: a shard key back to its base and shard.

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/input_lines.h"
#include "cli/records.h"
#include "cli/strategy_options.h"

namespace isotherm::cli {
namespace {

class KeyParseCommand final : public Command {
 public:
  void declare(Options& options) override {
    auto& keys = options.add({"KEY", "KEY", "shard keys; none: lines of stdin", {}});
    keys.repeats = true;
    keys.set = [this](std::string_view text) -> std::optional<std::string> {
      keys_.emplace_back(text);
      return std::nullopt;
    };
    strategy_.declare(options);
    declare_form(options, form_, json_);
  }

  int run(Terminal& terminal) override {
    if (json_) form_ = RecordForm::json;
    if (form_ == RecordForm::plain) form_ = RecordForm::table;
    const auto format = strategy_.format();
    if (!format.ok())
      return terminal.fail("usage", format.error().message, "Try: isotherm help key parse"),
             exit_usage;
    RecordWriter writer(terminal, form_, "keys",
                        {{"shard_key"}, {"base"}, {"shard", true}, {"suffix"}});
    std::string bad;
    const auto each = [&](std::string_view key) {
      const auto parsed = format->parse(key);
      if (!parsed) return bad = key, false;
      writer.add({std::string(key), std::string(parsed->base), std::to_string(parsed->shard),
                  std::string(format->suffix(parsed->shard))});
      return true;
    };
    bool good = true;
    if (keys_.empty()) for_each_input_line([&](std::string_view key) { return good = each(key); });
    for (std::size_t i = 0; i < keys_.size() && good; ++i) good = each(keys_[i]);
    writer.finish();
    if (good) return exit_done;
    terminal.fail("not-a-shard-key",
                  "'" + bad + "' is no shard key of " + std::to_string(format->shards()) +
                      " shards in this format",
                  "Shards, separator, digits, padding and first number must be those it was "
                  "written with.");
    return exit_check_failed;
  }

 private:
  std::vector<std::string> keys_;
  StrategyOptions strategy_;
  RecordForm form_ = RecordForm::plain;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_key_parse() { return std::make_unique<KeyParseCommand>(); }

}  // namespace isotherm::cli
