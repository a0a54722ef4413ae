// isotherm place diff: what moves between two placements.

#include <fmt/format.h>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/place_keys.h"
#include "cli/place_output.h"
#include "cli/place_spec.h"
#include "placement/moves.h"

namespace isotherm::cli {
namespace {

using namespace placement;

// Nodes that hold text, or the path of a file.
bool is_file_scheme(std::string_view scheme) {
  return scheme == "range" || scheme == "directory" || scheme == "cassandra";
}

std::string position_text(const Space& space, const Position& position) {
  return space.kind == Space::Kind::numbers ? std::to_string(position.number)
                                            : hex_text(position.bytes);
}

class PlaceDiffCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.text("--from", "NODES|FILE", from_,
                 "as --nodes, or a file for schemes that read one; \"jump a,b\": another scheme");
    options.text("--to", "NODES|FILE", to_, "the same, after the change");
    declare_scheme(options, spec_);
    options.path("--file", "FILE", spec_.file, "vitess: the VSchema of both");
    options.path("--keys", "FILE", keys_file_,
                 "weigh by these keys instead of the space; - is stdin; \"KEY<tab>WEIGHT\" has a "
                 "weight");
    options.choice(
        "--keys-as", writing_,
        std::vector<Word<KeyWriting>>{{"text", KeyWriting::text}, {"typed", KeyWriting::typed}},
        "typed: N:5 is a number, B:<base64> bytes, all else text");
    options.flag("--ranges", ranges_, "every stretch that moves, instead of the nodes");
    declare_output(options, format_);
  }

  int run(Terminal& terminal) override {
    if (from_.empty() || to_.empty())
      return fail(terminal, {"--from and --to are what is compared"});
    const auto done = compare(terminal);
    return done.ok() ? exit_done : fail(terminal, done.error());
  }

 private:
  static int fail(const Terminal& terminal, const Refusal& refusal) {
    terminal.fail("usage", refusal.message, "Try: isotherm help place diff");
    return exit_usage;
  }

  Placed<std::unique_ptr<Placement>> side(std::string_view text) const {
    auto spec = spec_;
    if (const auto space = text.find(' '); space != std::string_view::npos) {
      spec.scheme = text.substr(0, space);
      text.remove_prefix(space + 1);
    }
    if (spec.scheme == "vitess")
      spec.shards = text;
    else if (is_file_scheme(spec.scheme))
      spec.file = text;
    else if ((spec.scheme == "redis-cluster" || spec.scheme == "mongodb") &&
             text.find_first_of("/.") != std::string_view::npos &&
             text.find(',') == std::string_view::npos)
      spec.file = text;
    else
      spec.nodes = text;
    return build_placement(spec);
  }

  Placed<void> compare(const Terminal& terminal) {
    ASSIGN_OR_RETURN(const auto from, side(from_));
    ASSIGN_OR_RETURN(const auto to, side(to_));
    if (ranges_) return list_ranges(terminal, *from, *to);
    ASSIGN_OR_RETURN(const auto totals,
                     keys_file_.empty() ? moves(*from, *to) : by_keys(*from, *to));
    print(terminal, totals);
    return {};
  }

  Placed<MoveTotals> by_keys(const Placement& from, const Placement& to) const {
    MovedKeys keys(from, to);
    TRY(each_lines(keys_file_, [&](std::span<const std::string_view> lines) -> Placed<void> {
      for (auto line : lines) {
        double weight = 1;
        if (const auto tab = line.rfind('\t'); tab != std::string_view::npos) {
          const auto given = parse_decimal(line.substr(tab + 1));
          if (!given || *given < 0)
            return refuse("'" + std::string(line) + "' has no weight after its tab");
          weight = *given;
          line = line.substr(0, tab);
        }
        ASSIGN_OR_RETURN(const auto key,
                         TypedKey::parse(line, spec_.separator, writing_ == KeyWriting::typed));
        TRY(keys.add(key.key(), weight));
      }
      return {};
    }));
    return keys.totals();
  }

  Placed<void> list_ranges(const Terminal& terminal, const Placement& from,
                           const Placement& to) const {
    if (from.stretches() == nullptr || to.stretches() == nullptr)
      return refuse("the scheme places by no ranges: leave --ranges away");
    RowWriter rows(terminal, format_, "ranges", {"first", "end", "from", "to", "share"});
    const auto name = [](const Placement& placement, NodeIndex node) {
      return node == no_node ? std::string_view() : std::string_view(placement.nodes()[node].name);
    };
    const auto totals = moves(from, to, [&](const Move& move) {
      const auto first = position_text(from.space(), move.first);
      const auto end = move.end ? position_text(from.space(), *move.end) : std::string();
      const auto share = fmt::format("{:.9f}", move.share);
      rows.add(std::vector<std::string_view>{first, end, name(from, move.from_node),
                                             name(to, move.to_node), share});
      return true;
    });
    if (!totals.ok()) return totals.error();
    rows.finish();
    return {};
  }

  void print(const Terminal& terminal, const MoveTotals& totals) const {
    if (format_ == OutputFormat::table) {
      terminal.out(fmt::format("{:.3f} % of the keys move", totals.moved * 100) +
                   (totals.error > 0 && keys_file_.empty()
                        ? fmt::format(" (± {:.3f}, measured on {} positions)\n", totals.error * 100,
                                      totals.measured)
                        : "\n") +
                   fmt::format("{:.3f} % must, for these shares: {:.2f} times the least\n",
                               totals.least * 100, times_least(totals)) +
                   fmt::format("{:.3f} % move between nodes that stay\n\n",
                               totals.moved_between_survivors * 100));
    }
    RowWriter rows(terminal, format_, "nodes",
                   {"node", "share_before", "share_after", "moved_in", "moved_out", "state"});
    rows.set_numbers({false, true, true, true, true, false});
    if (format_ == OutputFormat::table)
      rows.add(std::vector<std::string_view>{"NODE", "BEFORE", "AFTER", "IN", "OUT", "STATE"});
    for (const auto& node : totals.nodes) {
      std::vector<std::string> numbers;
      for (const double share :
           {node.share_before, node.share_after, node.moved_in, node.moved_out})
        numbers.push_back(fmt::format("{:.6f}", share));
      rows.add(std::vector<std::string_view>{node.name, numbers[0], numbers[1], numbers[2],
                                             numbers[3],
                                             node.is_new    ? "new"
                                             : node.is_gone ? "gone"
                                                            : "stays"});
    }
    rows.finish(
        fmt::format("\"moved\":{:.9f},\"least\":{:.9f},\"times_least\":{:.6f},\"moved_between_"
                    "survivors\":{:.9f}"
                    ",\"stretches\":{},\"measured\":{},\"error\":{:.9f}",
                    totals.moved, totals.least, times_least(totals), totals.moved_between_survivors,
                    totals.stretches, totals.measured, totals.error));
  }

  static double times_least(const MoveTotals& totals) {
    return totals.least > 0 ? totals.moved / totals.least : 1;
  }

  PlaceSpec spec_;
  std::string from_;
  std::string to_;
  std::string keys_file_;
  KeyWriting writing_ = KeyWriting::text;
  bool ranges_ = false;
  OutputFormat format_ = OutputFormat::table;
};

}  // namespace

std::unique_ptr<Command> make_place_diff() { return std::make_unique<PlaceDiffCommand>(); }

}  // namespace isotherm::cli
