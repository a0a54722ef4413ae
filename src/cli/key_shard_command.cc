// isotherm key shard: the shard key of values, or all shard keys of a base.

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/typed_value.h"
#include "sharding/hash_strategy.h"
#include "sharding/shard_key.h"

namespace isotherm::cli {
namespace {

using Json = nlohmann::ordered_json;

// For people and for JSON: text as it is, bytes in hex.
std::string shown(const AttributeValue& key) {
  if (const auto* text = key.get_if<std::string>()) return *text;
  return display_text(key);
}

class KeyShardCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.text("--base", "KEY", base_, "the partition key; N:5 is a number, B:<base64> bytes");
    options.list("--input", "VALUE", inputs_, "a value that the shard depends on, as in --base");
    options.count("--shards", "N", shards_, 1, sharding::shards_max, "number of shards");
    options.flag("--all", all_, "every shard key of the base, one a line");
    options.flag("--json", json_, "as JSON");
  }

  int run(Terminal& terminal) override {
    if (all_ && !inputs_.empty()) return usage(terminal, "--all and --input exclude each other");
    if (base_.empty()) return usage(terminal, "--base is missing");
    if (inputs_.empty() && !all_) return usage(terminal, "--input is missing (or --all)");
    const auto base = parse_key_value(base_);
    if (!base.ok()) return usage(terminal, "--base: " + base.error().message);
    return all_ ? run_all(terminal, base.value()) : run_one(terminal, base.value());
  }

 private:
  static int usage(const Terminal& terminal, const std::string& message) {
    terminal.fail("usage", message, "Try: isotherm help key shard");
    return exit_usage;
  }

  int run_all(const Terminal& terminal, const AttributeValue& base) const {
    const auto keys = sharding::all_shard_keys(base, shards_);
    if (!keys.ok()) return usage(terminal, keys.error().message());
    Json list = Json::array();
    std::string lines;
    for (const auto& key : keys.value()) {
      list.push_back(shown(key));
      lines += shown(key) + "\n";
    }
    const Json json = {{"schema_version", 1}, {"shards", shards_}, {"shard_keys", list}};
    terminal.out(json_ ? json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n" : lines);
    return exit_done;
  }

  int run_one(const Terminal& terminal, const AttributeValue& base) const {
    std::vector<AttributeValue> values;
    for (const auto& input : inputs_) {
      auto value = parse_key_value(input);
      if (!value.ok()) return usage(terminal, "--input: " + value.error().message);
      values.push_back(std::move(value).value());
    }
    std::vector<const AttributeValue*> pointers;
    for (const auto& value : values) pointers.push_back(&value);
    const sharding::HashStrategy strategy(shards_);
    const auto shard = strategy.shard_of(pointers);
    const auto key = sharding::shard_key(base, shard);
    if (!key.ok()) return usage(terminal, key.error().message());
    const Json json = {{"schema_version", 1}, {"shard_key", shown(key.value())},
                       {"shard", shard},      {"suffix", sharding::suffix(shard)},
                       {"shards", shards_},   {"strategy", "hash"}};
    terminal.out(json_ ? json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"
                       : shown(key.value()) + "\n");
    return exit_done;
  }

  std::string base_;
  std::vector<std::string> inputs_;
  sharding::Shard shards_ = 16;
  bool all_ = false;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_key_shard() { return std::make_unique<KeyShardCommand>(); }

}  // namespace isotherm::cli
