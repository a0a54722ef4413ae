#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <optional>

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/interrupts.h"
#include "demo/boot_storm.h"
#include "demo/boot_storm_report.h"
#include "demo/boot_storm_schema.h"

namespace isotherm::cli {
namespace {

// Elsewhere than on a terminal a line now and then is enough.
constexpr int line_every_s = 3;

bool wants_ascii() {
  const auto wish = environment("ISOTHERM_ASCII");
  if (wish) return parse_truth(*wish).value_or(true);
  for (const auto* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const auto locale = environment(name);
    if (!locale || locale->empty()) continue;
    return locale->find("UTF-8") == std::string::npos && locale->find("utf8") == std::string::npos;
  }
  return true;
}

class BootStormCommand final : public Command {
 public:
  void declare(Options& options) override;
  int run(Terminal& terminal) override;

 private:
  demo::BootStormObserver observer(const Terminal& terminal);
  void show(const Terminal& terminal, const demo::BootStormResult& result) const;
  int keep_open(const Terminal& terminal, const demo::BootStorm& storm) const;

  demo::BootStormOptions options_;
  std::string write_schema_;
  bool json_ = false;
  bool keep_ = false;
  bool quiet_ = false;
  int drawn_lines_ = 0;
};

void BootStormCommand::declare(Options& options) {
  auto& rates = options_.rates;
  options.decimal("--rate", "PER-S", rates.big, 1, 1e6, "boots a second of the big channel");
  options.decimal("--other-rate", "PER-S", rates.others, 1, 1e6, "boots a second of the others");
  options.time_span("--duration", options_.duration, "how long each of the two runs is measured");
  options.duration("--warm-up", options_.warm_up, "before each, and not counted");
  options.count("--connections", "N", options_.connections, 1, 10'000, "of the load generator");
  options.count("--seed", "N", options_.seed, 0, 1'000'000'000'000, "repeats the same choices");
  options.path("--write-schema", "FILE", write_schema_,
               "write the sharding schema there, and do nothing else");
  options.flag("--json", json_, "the result as JSON");
  options.flag("--keep", keep_, "leave both endpoints up until Ctrl-C");
  options.flag("--quiet", quiet_, "nothing on stderr while it runs").letter = "-q";
}

demo::BootStormObserver BootStormCommand::observer(const Terminal& terminal) {
  demo::BootStormObserver observer;
  if (quiet_) return observer;
  observer.on_step = [this, &terminal](std::string_view what) {
    drawn_lines_ = 0;
    terminal.say(terminal.err_paint().bold(what) + "\n");
  };
  const bool ascii = wants_ascii();
  observer.on_tick = [this, &terminal, ascii, ticks = 0](const demo::Tick& tick) mutable {
    if (!terminal.can_redraw()) {
      if (++ticks % line_every_s == 0) terminal.say(demo::tick_line(tick));
      return;
    }
    const auto picture = demo::tick_picture(tick, options_.rates, ascii);
    // Up over the picture before, and each line cleared.
    std::string out = drawn_lines_ > 0 ? fmt::format("\033[{}A", drawn_lines_) : "";
    for (const char c : picture) {
      if (c == '\n') out += "\033[K";
      out.push_back(c);
    }
    drawn_lines_ = static_cast<int>(std::count(picture.begin(), picture.end(), '\n'));
    terminal.say(out);
  };
  return observer;
}

void BootStormCommand::show(const Terminal& terminal, const demo::BootStormResult& result) const {
  if (json_) return terminal.out(demo::json_text(result, demo::boot_storm_schema()));
  const auto& paint = terminal.out_paint();
  terminal.out("\n" + demo::comparison_text(result) + "\n" + demo::claims_text(result) + "\n");
  terminal.out(demo::next_steps_text(result));
  terminal.out("\n" + (result.holds() ? paint.green("Shown.") : paint.red("Not shown.")) + "\n");
}

int BootStormCommand::keep_open(const Terminal& terminal, const demo::BootStorm& storm) const {
  terminal.say(
      fmt::format("Both endpoints stay up until Ctrl-C; any credentials do:\n"
                  "  plain index          {}\n"
                  "  through the schema   {}\n",
                  storm.plain->endpoint().url(), storm.sharded->endpoint().url()));
  std::stop_source ended;
  std::mutex mutex;
  std::condition_variable_any changed;
  const Interrupts interrupts([&](int) { ended.request_stop(); });
  std::unique_lock lock(mutex);
  changed.wait(lock, ended.get_token(), [] { return false; });
  storm.plain->close();
  storm.sharded->close();
  return exit_done;
}

int BootStormCommand::run(Terminal& terminal) {
  if (!write_schema_.empty()) {
    if (std::ofstream(write_schema_) << demo::boot_storm_schema()) {
      terminal.say("Wrote " + write_schema_ + "\n");
      return exit_done;
    }
    terminal.fail("output", "cannot write '" + write_schema_ + "'");
    return exit_failed;
  }
  std::optional<demo::BootStorm> storm;
  {
    std::stop_source stop;
    const Interrupts interrupts([&](int) { stop.request_stop(); });
    options_.stop = stop.get_token();
    auto done = demo::run_boot_storm(options_, observer(terminal));
    if (!done.ok()) {
      terminal.fail("demo", done.error().message);
      const int signal = interrupts.received();
      return signal != 0 ? exit_by_signal(signal) : exit_failed;
    }
    storm = std::move(done).value();
  }
  show(terminal, storm->result);
  if (keep_) keep_open(terminal, *storm);
  return storm->result.holds() ? exit_done : exit_check_failed;
}

}  // namespace

std::unique_ptr<Command> make_boot_storm() { return std::make_unique<BootStormCommand>(); }

}  // namespace isotherm::cli
