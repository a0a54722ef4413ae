#pragma once

// Options that say where worker ids are leased, and the pool behind them.

#include <memory>
#include <string>

#include "cli/options.h"
#include "cli/terminal.h"
#include "control/worker_ids.h"

namespace isotherm::cli {

/// A pool and the store that its records are in.
struct OpenPool {
  OpenPool(std::unique_ptr<Store> records, control::WorkerPool pool)
      : store(std::move(records)), workers(*store, std::move(pool)) {}
  std::unique_ptr<Store> store;
  control::WorkerIds workers;
};

class WorkerPoolOptions {
 public:
  void declare(Options& options);
  bool is_given() const { return !data_.empty(); }

  /// Opens the pool, and makes its table when it is not there. Tells what is wrong, and returns the
  /// exit code.
  Expected<std::unique_ptr<OpenPool>, int> open(const Terminal& terminal,
                                                const ids::SnowflakeLayout& layout) const;

 private:
  std::string data_;
  std::string pool_ = "default";
  Duration length_ = std::chrono::seconds(60);
};

/// A name that no other process has: host, process id, and a number drawn.
std::string unique_owner();
/// 64 random bits of the system.
std::uint64_t system_random();

}  // namespace isotherm::cli
