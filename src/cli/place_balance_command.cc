// isotherm place balance: how evenly keys lie on the nodes.

#include <fmt/format.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/place_keys.h"
#include "cli/place_output.h"
#include "cli/place_spec.h"
#include "placement/balance.h"

namespace isotherm::cli {
namespace {

using namespace placement;

constexpr std::size_t bar_columns = 40;

class PlaceBalanceCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.path("--keys", "FILE", keys_file_,
                 "the keys, one a line; - is stdin; \"KEY<tab>WEIGHT\" has a weight");
    declare_nodes(options, spec_);
    declare_scheme(options, spec_);
    options.choice(
        "--keys-as", writing_,
        std::vector<Word<KeyWriting>>{{"text", KeyWriting::text}, {"typed", KeyWriting::typed}},
        "typed: N:5 is a number, B:<base64> bytes, all else text");
    options.flag("--weighted", weighted_, "each line is KEY<tab>WEIGHT");
    options.decimal("--max-over-mean", "X", limit_, 1, 1e6,
                    "exit with 3 when a node has more than X times its fair share");
    declare_output(options, format_);
  }

  int run(Terminal& terminal) override {
    if (keys_file_.empty()) return fail(terminal, {"--keys is missing"});
    if (spec_.file == "-" && keys_file_ == "-")
      return fail(terminal, {"stdin cannot be both the file and the keys"});
    auto placement = build_placement(spec_);
    if (!placement.ok()) return fail(terminal, placement.error());
    Balance balance(**placement);
    const auto done = count(**placement, balance);
    if (!done.ok()) return fail(terminal, done.error());
    const auto totals = balance.totals();
    print(terminal, totals);
    if (!limit_ || totals.max_over_mean <= *limit_) return exit_done;
    terminal.fail("check_failed",
                  fmt::format("a node has {:.4f} times its fair share, over {}",
                              totals.max_over_mean, *limit_),
                  "More points (ring), more slots (maglev), or other weights spread keys better");
    return exit_check_failed;
  }

 private:
  static int fail(const Terminal& terminal, const Refusal& refusal) {
    terminal.fail("usage", refusal.message, "Try: isotherm help place balance");
    return exit_usage;
  }

  Placed<void> count(const Placement& placement, Balance& balance) const {
    std::vector<NodeIndex> owners;
    std::vector<std::string_view> keys;
    std::vector<double> weights;
    return each_lines(keys_file_, [&](std::span<const std::string_view> lines) -> Placed<void> {
      keys.assign(lines.begin(), lines.end());
      weights.assign(lines.size(), 1);
      if (weighted_) TRY(take_weights(keys, weights));
      owners.resize(keys.size());
      TRY(find_owners(placement, writing_, spec_.separator, keys, owners));
      for (std::size_t i = 0; i < owners.size(); ++i) balance.add(owners[i], weights[i]);
      return {};
    });
  }

  static Placed<void> take_weights(std::vector<std::string_view>& keys,
                                   std::vector<double>& weights) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto tab = keys[i].rfind('\t');
      const auto weight = tab == std::string_view::npos ? std::optional<double>()
                                                        : parse_decimal(keys[i].substr(tab + 1));
      if (!weight || *weight < 0)
        return refuse("'" + std::string(keys[i]) + "' has no weight after a tab");
      weights[i] = *weight;
      keys[i] = keys[i].substr(0, tab);
    }
    return {};
  }

  void print(const Terminal& terminal, const BalanceTotals& totals) const {
    const bool is_table = format_ == OutputFormat::table;
    RowWriter rows(terminal, format_, "nodes", {"node", "keys", "load", "ratio"});
    rows.set_numbers({false, true, true, true});
    if (is_table) rows.add(std::vector<std::string_view>{"NODE", "KEYS", "LOAD", "RATIO"});
    for (const auto& node : totals.nodes) {
      auto ratio = fmt::format("{:.4f}", node.ratio);
      if (is_table && totals.max_over_mean > 0) {
        const auto bar = static_cast<std::size_t>(node.ratio / totals.max_over_mean * bar_columns);
        ratio += "\t" + std::string(std::min(bar, bar_columns), '#');
      }
      const auto keys = std::to_string(node.keys);
      const auto load = fmt::format("{:.6g}", node.load);
      rows.add(std::vector<std::string_view>{node.name, keys, load, ratio});
    }
    rows.finish(
        fmt::format("\"keys\":{},\"load\":{:.6g},\"max_over_mean\":{:.6f},\"min_over_mean\":{:.6f},"
                    "\"standard_deviation\":{:.6f},\"expected_deviation\":{:.6f}",
                    totals.keys, totals.load, totals.max_over_mean, totals.min_over_mean,
                    totals.standard_deviation, totals.expected_deviation));
    if (is_table)
      terminal.out(fmt::format(
          "\n{} keys; max/mean {:.4f}, min/mean {:.4f}, standard deviation {:.4f} (chance alone: "
          "{:.4f})\n",
          totals.keys, totals.max_over_mean, totals.min_over_mean, totals.standard_deviation,
          totals.expected_deviation));
  }

  PlaceSpec spec_;
  std::string keys_file_;
  KeyWriting writing_ = KeyWriting::text;
  bool weighted_ = false;
  std::optional<double> limit_;
  OutputFormat format_ = OutputFormat::table;
};

}  // namespace

std::unique_ptr<Command> make_place_balance() { return std::make_unique<PlaceBalanceCommand>(); }

}  // namespace isotherm::cli
