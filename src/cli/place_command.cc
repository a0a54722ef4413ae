// isotherm place: the owner of keys, by any scheme.

#include <fmt/format.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/place_keys.h"
#include "cli/place_output.h"
#include "cli/place_spec.h"
#include "placement/bounded_load.h"

namespace isotherm::cli {
namespace {

using namespace placement;

class PlaceCommand final : public Command {
 public:
  void declare(Options& options) override {
    auto& key = options.add({"KEY", "KEY", "keys; without any they are read from stdin", {}});
    key.repeats = true;
    key.set = [this](std::string_view text) -> std::optional<std::string> {
      keys_.emplace_back(text);
      return std::nullopt;
    };
    declare_nodes(options, spec_);
    declare_scheme(options, spec_);
    options.choice(
        "--keys-as", writing_,
        std::vector<Word<KeyWriting>>{{"text", KeyWriting::text}, {"typed", KeyWriting::typed}},
        "typed: N:5 is a number, B:<base64> bytes, all else text");
    options.path("--keys", "FILE", keys_file_, "keys of a file, one a line; - is stdin");
    options.count("--replicas", "N", replicas_, 1, 64,
                  "so many nodes for each key, its owner first");
    options.decimal("--load-factor", "C", load_factor_, 1, 16,
                    "bounded: no node over C times its fair share");
    options.flag("--explain", explain_, "every step from the key to its owner");
    declare_output(options, format_);
  }

  int run(Terminal& terminal) override {
    const bool takes_numbers = spec_.scheme != "redis-cluster" && spec_.hash == "identity";
    if (takes_numbers) writing_ = KeyWriting::typed;
    if (keys_.empty() && keys_file_.empty()) {
      if (isatty(STDIN_FILENO) != 0)
        return fail(terminal, {"no key was given, and stdin is a terminal"});
      keys_file_ = "-";
    }
    if (!keys_.empty() && !keys_file_.empty())
      return fail(terminal, {"KEY and --keys exclude each other"});
    if (spec_.file == "-" && keys_file_ == "-")
      return fail(terminal, {"stdin cannot be both the file and the keys"});
    if (explain_ && (replicas_ > 1 || spec_.scheme == "bounded"))
      return fail(terminal, {"--explain is for one owner that no load decides"});
    if (replicas_ > 1 && spec_.scheme == "bounded")
      return fail(terminal, {"bounded defines no replicas"});
    auto placement = build_placement(spec_);
    if (!placement.ok()) return fail(terminal, placement.error());
    placement_ = std::move(placement).value();
    const auto done = explain_ ? run_explain(terminal) : run_owners(terminal);
    return done.ok() ? exit_done : fail(terminal, done.error());
  }

 private:
  static int fail(const Terminal& terminal, const Refusal& refusal) {
    terminal.fail("usage", refusal.message, "Try: isotherm help place");
    return exit_usage;
  }

  Placed<void> each(const LineSink& sink) const {
    if (keys_.empty()) return each_lines(keys_file_, sink);
    return sink(std::vector<std::string_view>(keys_.begin(), keys_.end()));
  }

  Placed<void> run_owners(const Terminal& terminal) {
    std::vector<std::string> columns{"key", "owner"};
    for (std::uint64_t i = 1; i < replicas_; ++i) columns.push_back("replica_" + std::to_string(i));
    RowWriter rows(terminal, format_, "keys", columns);
    ASSIGN_OR_RETURN(auto bounded, make_bounded());
    std::vector<NodeIndex> owners;
    std::vector<std::string_view> cells(columns.size());
    TRY(each([&](std::span<const std::string_view> keys) -> Placed<void> {
      owners.resize(keys.size() * replicas_);
      TRY(find(keys, bounded ? &*bounded : nullptr, owners));
      for (std::size_t i = 0; i < keys.size(); ++i) {
        cells[0] = keys[i];
        for (std::size_t k = 0; k < replicas_; ++k)
          cells[1 + k] = placement_->nodes()[owners[i * replicas_ + k]].name;
        rows.add(cells);
      }
      return {};
    }));
    rows.finish(fmt::format("\"scheme\":\"{}\"", spec_.scheme));
    return {};
  }

  Placed<std::optional<BoundedLoad>> make_bounded() {
    if (spec_.scheme != "bounded") return std::optional<BoundedLoad>();
    std::shared_ptr<const Ring> ring(static_cast<Ring*>(placement_.get()), [](const Ring*) {});
    ASSIGN_OR_RETURN(auto bounded, BoundedLoad::make(std::move(ring), load_factor_));
    return std::optional(std::move(bounded));
  }

  Placed<void> find(std::span<const std::string_view> keys, BoundedLoad* bounded,
                    std::span<NodeIndex> out) const {
    if (bounded == nullptr && replicas_ == 1)
      return find_owners(*placement_, writing_, spec_.separator, keys, out);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      ASSIGN_OR_RETURN(const auto key, key_of(keys[i]));
      if (bounded != nullptr) {
        ASSIGN_OR_RETURN(const auto hash, hash_key(bounded->ring().key_hash(), key.key()));
        out[i] = bounded->take(hash);
      } else {
        TRY(placement_->replicas(key.key(), out.subspan(i * replicas_, replicas_)));
      }
    }
    return {};
  }

  Placed<TypedKey> key_of(std::string_view text) const {
    return TypedKey::parse(text, spec_.separator, writing_ == KeyWriting::typed);
  }

  Placed<void> run_explain(const Terminal& terminal) {
    RowWriter rows(terminal, format_, "steps", {"key", "step", "value"});
    TRY(each([&](std::span<const std::string_view> keys) -> Placed<void> {
      for (const auto text : keys) {
        ASSIGN_OR_RETURN(const auto key, key_of(text));
        ASSIGN_OR_RETURN(const auto steps, placement_->explain(key.key()));
        for (const auto& [name, value] : steps.steps)
          rows.add(std::vector<std::string_view>{text, name, value});
        const std::string_view owner = placement_->nodes()[steps.owner].name;
        rows.add(std::vector<std::string_view>{text, "owner", owner});
      }
      return {};
    }));
    rows.finish(fmt::format("\"scheme\":\"{}\"", spec_.scheme));
    return {};
  }

  PlaceSpec spec_;
  std::vector<std::string> keys_;
  std::string keys_file_;
  KeyWriting writing_ = KeyWriting::text;
  std::uint64_t replicas_ = 1;
  double load_factor_ = 1.25;
  bool explain_ = false;
  OutputFormat format_ = OutputFormat::table;
  std::unique_ptr<Placement> placement_;
};

}  // namespace

std::unique_ptr<Command> make_place() { return std::make_unique<PlaceCommand>(); }

}  // namespace isotherm::cli
