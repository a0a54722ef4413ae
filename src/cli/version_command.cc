// isotherm version.

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/exit_code.h"

namespace isotherm::cli {
namespace {

class VersionCommand final : public Command {
 public:
  void declare(Options& options) override { options.flag("--json", json_, "as JSON"); }

  int run(Terminal& terminal) override {
    if (json_) {
      const nlohmann::ordered_json json = {{"schema_version", 1}, {"version", version()}};
      terminal.out(json.dump() + "\n");
    } else {
      terminal.out("isotherm " + std::string(version()) + "\n");
    }
    return exit_done;
  }

 private:
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_version() { return std::make_unique<VersionCommand>(); }

}  // namespace isotherm::cli
