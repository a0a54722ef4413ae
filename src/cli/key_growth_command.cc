// isotherm key growth: which shards feed which when their number changes.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "sharding/growth.h"

namespace isotherm::cli {
namespace {

class KeyGrowthCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.count("--from", "N", from_, 1, sharding::shards_max, "shards now").standard = "";
    options.count("--to", "N", to_, 1, sharding::shards_max, "shards then").standard = "";
    options.flag("--json", json_, "as JSON");
  }

  int run(Terminal& terminal) override {
    if (from_ == 0 || to_ == 0)
      return terminal.fail("usage", from_ == 0 ? "--from is missing" : "--to is missing",
                           "Try: isotherm key growth --from 16 --to 32"),
             exit_usage;
    const sharding::Growth growth(from_, to_);
    terminal.out(json_ ? json_of(growth) : text_of(growth));
    return exit_done;
  }

 private:
  static double moved_share(const sharding::Growth& growth) {
    const auto share = growth.moved();
    return static_cast<double>(share.moved) / static_cast<double>(share.of);
  }

  static std::string json_of(const sharding::Growth& growth) {
    nlohmann::ordered_json feeds = nlohmann::ordered_json::array();
    for (sharding::Shard shard = 0; shard < growth.from(); ++shard)
      feeds.push_back({{"shard", shard}, {"feeds", growth.fed_by(shard)}});
    const nlohmann::ordered_json json = {
        {"schema_version", 1},       {"from", growth.from()},
        {"to", growth.to()},         {"moved_ratio", moved_share(growth)},
        {"splits", growth.splits()}, {"merges", growth.merges()},
        {"shards", std::move(feeds)}};
    return json.dump(2) + "\n";
  }

  static std::string text_of(const sharding::Growth& growth) {
    std::string text = fmt::format("{} to {} shards: {:.1f}% of the keys move\n", growth.from(),
                                   growth.to(), 100 * moved_share(growth));
    if (growth.splits()) text += "Each shard splits into its own; nothing moves between them.\n";
    if (growth.merges()) text += "Each new shard takes old ones whole.\n";
    constexpr sharding::Shard lines_max = 64;
    constexpr std::size_t targets_max = 16;
    for (sharding::Shard shard = 0; shard < std::min(growth.from(), lines_max); ++shard) {
      auto targets = growth.fed_by(shard);
      const bool all = targets.size() <= targets_max;
      if (!all) targets.resize(targets_max);
      text += fmt::format("  {} -> {}{}\n", shard, fmt::join(targets, " "), all ? "" : " …");
    }
    if (growth.from() > lines_max)
      text += fmt::format("  … {} more; --json has them all\n", growth.from() - lines_max);
    return text;
  }

  sharding::Shard from_ = 0;
  sharding::Shard to_ = 0;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_key_growth() { return std::make_unique<KeyGrowthCommand>(); }

}  // namespace isotherm::cli
