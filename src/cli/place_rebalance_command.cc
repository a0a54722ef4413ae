// isotherm place rebalance: which slots of a Redis Cluster to move, as redis-cli plans it.

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/place_output.h"
#include "cli/place_spec.h"
#include "placement/redis_rebalance.h"

namespace isotherm::cli {
namespace {

using namespace placement;

class PlaceRebalanceCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.path("--file", "FILE", file_, "what CLUSTER NODES answers; - is stdin");
    options.list("--weight", "NODE=W", weights_, "a primary's weight; 0 empties it");
    options.flag("--use-empty", plan_.use_empty, "primaries without slots take part");
    options.decimal("--threshold", "PERCENT", plan_.threshold_percent, 0, 100,
                    "do nothing when every node is as near to its share");
    declare_output(options, format_);
  }

  int run(Terminal& terminal) override {
    const auto done = plan(terminal);
    if (done.ok()) return exit_done;
    terminal.fail("usage", done.error().message, "Try: isotherm help place rebalance");
    return exit_usage;
  }

 private:
  Placed<void> plan(const Terminal& terminal) {
    if (file_.empty()) return refuse("--file is missing");
    for (const auto& text : weights_) {
      const auto equals = text.rfind('=');
      const auto weight = equals == std::string::npos
                              ? std::optional<double>()
                              : parse_decimal(std::string_view(text).substr(equals + 1));
      if (!weight) return refuse("--weight takes NODE=NUMBER, not '" + text + "'");
      plan_.weights[text.substr(0, equals)] = *weight;
    }
    ASSIGN_OR_RETURN(const auto text, read_text_file(file_));
    ASSIGN_OR_RETURN(const auto cluster, RedisCluster::read(text));
    ASSIGN_OR_RETURN(const auto made, plan_rebalance(cluster, plan_));
    if (made.steps.empty() && format_ == OutputFormat::table) {
      terminal.out("Nothing to move: every primary is within the threshold.\n");
      return {};
    }
    print(terminal, cluster, made);
    return {};
  }

  void print(const Terminal& terminal, const RedisCluster& cluster, const RedisPlan& made) const {
    const bool is_table = format_ == OutputFormat::table;
    RowWriter rows(terminal, format_, "steps",
                   {"slots", "from", "from_id", "to", "to_id", "first_slot", "last_slot"});
    rows.set_numbers({true, false, false, false, false, true, true});
    for (const auto& step : made.steps) {
      const auto& from = cluster.redis_nodes()[step.from];
      const auto& to = cluster.redis_nodes()[step.to];
      if (is_table) {
        terminal.out(
            fmt::format("{} slots from {} to {}\n", step.slots.size(), from.address, to.address));
        continue;
      }
      const auto slots = std::to_string(step.slots.size());
      const auto first = std::to_string(step.slots.front());
      const auto last = std::to_string(step.slots.back());
      rows.add(std::vector<std::string_view>{slots, from.address, from.id, to.address, to.id, first,
                                             last});
    }
    rows.finish();
    if (is_table)
      terminal.out(
          "\nApply each with redis-cli --cluster reshard HOST:PORT --cluster-from ID\n"
          "--cluster-to ID --cluster-slots N --cluster-yes; -o json has the ids.\n");
  }

  std::string file_;
  std::vector<std::string> weights_;
  RedisRebalanceOptions plan_;
  OutputFormat format_ = OutputFormat::table;
};

}  // namespace

std::unique_ptr<Command> make_place_rebalance() {
  return std::make_unique<PlaceRebalanceCommand>();
}

}  // namespace isotherm::cli
