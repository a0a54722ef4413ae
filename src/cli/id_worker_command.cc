// isotherm id worker: who holds which worker id.

#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/instant.h"
#include "cli/layout_options.h"
#include "cli/records.h"
#include "cli/worker_pool.h"
#include "store/run.h"

namespace isotherm::cli {
namespace {

class IdWorkerCommand final : public Command {
 public:
  void declare(Options& options) override {
    pool_.declare(options);
    layout_.declare(options);
    declare_form(options, form_, json_);
  }

  int run(Terminal& terminal) override {
    if (json_) form_ = RecordForm::json;
    if (form_ == RecordForm::plain) form_ = RecordForm::table;
    const auto layout = layout_.layout();
    if (!layout.ok()) {
      terminal.fail("usage", layout.error().message, layout.error().hint);
      return exit_usage;
    }
    if (!pool_.is_given()) {
      terminal.fail("usage", "--data is missing: the folder in which worker ids are leased");
      return exit_usage;
    }
    const auto pool = pool_.open(terminal, *layout);
    if (!pool.ok()) return pool.error();
    const auto leases = isotherm::run((*pool)->workers.leases());
    if (!leases.ok()) {
      terminal.fail("data", leases.error().message());
      return exit_failed;
    }
    show(terminal, *layout, *leases, (*pool)->workers.pool().terms);
    return exit_done;
  }

 private:
  void show(const Terminal& terminal, const ids::SnowflakeLayout& layout,
            const std::vector<ids::WorkerLease>& leases, const ids::LeaseTerms& terms) const {
    const UnixMillis now = SystemClock().unix_time();
    RecordWriter writer(terminal, form_, "workers",
                        {{"datacentre", true},
                         {"worker", true},
                         {"state"},
                         {"owner"},
                         {"from"},
                         {"until"},
                         {"version", true}});
    for (const auto& lease : leases) {
      const auto worker_bits = layout.fields().worker_bits;
      const std::string_view state = lease.owner.empty()          ? "returned"
                                     : now < lease.window.end     ? "held"
                                     : is_free(lease, now, terms) ? "ended"
                                                                  : "ending";
      // One that was returned says only from when on it is free.
      const std::string from = lease.owner.empty() ? "" : instant_text(lease.window.begin);
      writer.add({std::to_string(lease.node >> worker_bits),
                  std::to_string(lease.node & ((1U << worker_bits) - 1)), std::string(state),
                  lease.owner, from, instant_text(lease.window.end),
                  std::to_string(lease.version)});
    }
    writer.finish();
  }

  WorkerPoolOptions pool_;
  LayoutOptions layout_;
  RecordForm form_ = RecordForm::plain;
  bool json_ = false;
};

}  // namespace

std::unique_ptr<Command> make_id_worker() { return std::make_unique<IdWorkerCommand>(); }

}  // namespace isotherm::cli
