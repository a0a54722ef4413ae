// isotherm key shard: the shard key of values, of lines of stdin, or all shard keys of a base.

#include <nlohmann/json.hpp>
#include <random>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/input_lines.h"
#include "cli/records.h"
#include "cli/strategy_options.h"
#include "cli/typed_value.h"
#include "sharding/random_strategy.h"
#include "sharding/round_robin_strategy.h"
#include "sharding/shard_key.h"

namespace isotherm::cli {
namespace {

using Json = nlohmann::ordered_json;
using sharding::Shard;

// For people and for JSON: text as it is, bytes in hex.
std::string shown(const AttributeValue& key) {
  if (const auto* text = key.get_if<std::string>()) return *text;
  return display_text(key);
}

std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

class KeyShardCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.text("--base", "KEY", base_, "the partition key; N:5 is a number, B:<base64> bytes");
    options.list("--input", "VALUE", inputs_, "a value that the shard depends on, as in --base");
    strategy_.declare(options);
    options.flag("--all", all_, "every shard key of the base, one a line");
    options.flag("--stdin", stdin_, "lines of stdin: base, tab, inputs with tabs between");
    declare_form(options, form_, json_);
  }

  int run(Terminal& terminal) override {
    if (const auto problem = contradiction()) return usage(terminal, *problem);
    const auto format = strategy_.format();
    if (!format.ok()) return usage(terminal, format.error().message);
    if (stdin_) return run_lines(terminal, format.value());
    const auto base = parse_key_value(base_);
    if (!base.ok()) return usage(terminal, "--base: " + base.error().message);
    return all_ ? run_all(terminal, base.value(), format.value())
                : run_one(terminal, base.value(), format.value());
  }

 private:
  static int usage(const Terminal& terminal, const std::string& message) {
    terminal.fail("usage", message, "Try: isotherm help key shard");
    return exit_usage;
  }

  std::optional<std::string> contradiction() const {
    if (all_ && !inputs_.empty()) return "--all and --input exclude each other";
    if (stdin_ && (all_ || !inputs_.empty() || !base_.empty()))
      return "with --stdin bases and inputs come from there";
    if (stdin_) return std::nullopt;
    if (base_.empty()) return "--base is missing";
    if (strategy_.draws() && !inputs_.empty())
      return "'" + std::string(strategy_.name_text()) + "' draws a shard and takes no --input";
    if (inputs_.empty() && !all_ && !strategy_.draws()) return "--input is missing (or --all)";
    return std::nullopt;
  }

  /// A shard that is drawn.
  Shard drawn() {
    if (strategy_.name() == StrategyName::round_robin) {
      if (!turns_) turns_.emplace(strategy_.drawn_shards());
      return turns_->draw();
    }
    const std::uint64_t high = random_();
    return sharding::RandomStrategy(strategy_.drawn_shards()).draw(high << 32 | random_());
  }

  /// The shard of inputs as they were typed, or what is wrong.
  Expected<Shard, std::string> shard_of(const std::vector<std::string>& inputs) {
    if (strategy_.draws()) return drawn();
    if (!chosen_) {
      auto strategy = strategy_.strategy();
      if (!strategy.ok()) return Failure(strategy.error().message);
      chosen_.emplace(std::move(strategy).value());
    }
    values_.clear();
    for (const std::string& input : inputs) {
      auto value = parse_key_value(input);
      if (!value.ok()) return Failure("--input: " + value.error().message);
      values_.push_back(std::move(value).value());
    }
    pointers_.clear();
    for (const AttributeValue& value : values_) pointers_.push_back(&value);
    const auto shard = chosen_->shard_of(pointers_);
    if (!shard.ok()) return Failure(shard.error().message());
    return *shard;
  }

  int run_all(const Terminal& terminal, const AttributeValue& base,
              const sharding::ShardFormat& format) const {
    const auto keys = sharding::all_shard_keys(base, format);
    if (!keys.ok()) return usage(terminal, keys.error().message());
    if (json_ || form_ == RecordForm::json) {
      Json list = Json::array();
      for (const auto& key : keys.value()) list.push_back(shown(key));
      terminal.out(
          dumped({{"schema_version", 1}, {"shards", format.shards()}, {"shard_keys", list}}));
      return exit_done;
    }
    RecordWriter writer(terminal, form_, "shard_keys", {{"shard_key"}, {"shard", true}});
    Shard shard = 0;
    for (const auto& key : keys.value()) writer.add({shown(key), std::to_string(shard++)});
    writer.finish();
    return exit_done;
  }

  int run_one(const Terminal& terminal, const AttributeValue& base,
              const sharding::ShardFormat& format) {
    const auto shard = shard_of(inputs_);
    if (!shard.ok()) return usage(terminal, shard.error());
    const auto key = sharding::shard_key(base, *shard, format);
    if (!key.ok()) return usage(terminal, key.error().message());
    if (json_ || form_ == RecordForm::json) {
      terminal.out(dumped({{"schema_version", 1},
                           {"shard_key", shown(key.value())},
                           {"shard", *shard},
                           {"suffix", format.suffix(*shard)},
                           {"shards", format.shards()},
                           {"strategy", strategy_.name_text()}}));
      return exit_done;
    }
    RecordWriter writer(terminal, form_, "shard_keys",
                        {{"shard_key"}, {"shard", true}, {"suffix"}});
    writer.add({shown(key.value()), std::to_string(*shard), std::string(format.suffix(*shard))});
    writer.finish();
    return exit_done;
  }

  int run_lines(const Terminal& terminal, const sharding::ShardFormat& format) {
    if (json_) form_ = RecordForm::json;
    RecordWriter writer(terminal, form_, "shard_keys", {{"shard_key"}, {"shard", true}});
    std::string problem;
    std::size_t number = 0;
    std::vector<std::string> inputs;
    const bool readable = for_each_input_line([&](std::string_view line) {
      ++number;
      const auto tab = line.find('\t');
      const auto base = parse_key_value(line.substr(0, tab));
      inputs.clear();
      for (auto at = tab; at != std::string_view::npos;) {
        const auto next = line.find('\t', at + 1);
        inputs.emplace_back(line.substr(at + 1, next - at - 1));
        at = next;
      }
      if (!base.ok()) return problem = base.error().message, false;
      if (inputs.empty() && !strategy_.draws()) return problem = "has no input", false;
      const auto shard = shard_of(inputs);
      if (!shard.ok()) return problem = shard.error(), false;
      const auto key = sharding::shard_key(base.value(), *shard, format);
      if (!key.ok()) return problem = key.error().message(), false;
      writer.add({shown(key.value()), std::to_string(*shard)});
      return true;
    });
    writer.finish();
    if (!readable) return usage(terminal, "stdin cannot be read");
    if (!problem.empty()) return usage(terminal, "line " + std::to_string(number) + ": " + problem);
    return exit_done;
  }

  std::string base_;
  std::vector<std::string> inputs_;
  StrategyOptions strategy_;
  bool all_ = false;
  bool stdin_ = false;
  RecordForm form_ = RecordForm::plain;
  bool json_ = false;

  std::optional<sharding::AnyStrategy> chosen_;
  std::optional<sharding::RoundRobinStrategy> turns_;
  std::random_device random_;
  std::vector<AttributeValue> values_;
  std::vector<const AttributeValue*> pointers_;
};

}  // namespace

std::unique_ptr<Command> make_key_shard() { return std::make_unique<KeyShardCommand>(); }

}  // namespace isotherm::cli
