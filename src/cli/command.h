#pragma once

// A command, and the table of all of them. Each has a file of its own: <name>_command.cc.

#include <memory>
#include <span>
#include <string_view>

#include "cli/options.h"
#include "cli/terminal.h"

namespace isotherm::cli {

class Command {
 public:
  virtual ~Command() = default;
  /// Adds the command's options. They are set when `run` is called.
  virtual void declare(Options& options) = 0;
  /// Does it; returns an exit code.
  virtual int run(Terminal& terminal) = 0;
};

struct CommandRow {
  /// "serve", "demo boot-storm"
  std::string_view name;
  /// In the overview: what it does, in a few words.
  std::string_view summary;
  /// What the help says after its examples.
  std::string_view about;
  /// Lines to type, the first thing in its help.
  std::string_view examples;
  std::unique_ptr<Command> (*make)();
};

std::unique_ptr<Command> make_serve();
std::unique_ptr<Command> make_boot_storm();
std::unique_ptr<Command> make_bench();
std::unique_ptr<Command> make_explain();
std::unique_ptr<Command> make_schema_check();
std::unique_ptr<Command> make_schema_diff();
std::unique_ptr<Command> make_index_audit();
std::unique_ptr<Command> make_key_shard();
std::unique_ptr<Command> make_key_parse();
std::unique_ptr<Command> make_key_growth();
std::unique_ptr<Command> make_id_new();
std::unique_ptr<Command> make_id_parse();
std::unique_ptr<Command> make_id_range();
std::unique_ptr<Command> make_id_worker();
std::unique_ptr<Command> make_vectors();
std::unique_ptr<Command> make_place();
std::unique_ptr<Command> make_place_diff();
std::unique_ptr<Command> make_place_balance();
std::unique_ptr<Command> make_place_rebalance();
std::unique_ptr<Command> make_completion();
std::unique_ptr<Command> make_version();

/// In the order of the overview.
std::span<const CommandRow> commands();

/// "0.1.0"
std::string_view version();

}  // namespace isotherm::cli
