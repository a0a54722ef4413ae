#include "cli/worker_pool.h"

#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "base/expects.h"
#include "cli/exit_code.h"
#include "store/engine/engine.h"
#include "store/run.h"

namespace isotherm::cli {

void WorkerPoolOptions::declare(Options& options) {
  options.path("--data", "DIR", data_,
               "lease the worker id in this folder of tables, of a server that does not run");
  options.text("--pool", "NAME", pool_, "workers that never share a number");
  options.duration("--lease", length_, "how long a worker id is leased at a time");
}

Expected<std::unique_ptr<OpenPool>, int> WorkerPoolOptions::open(
    const Terminal& terminal, const ids::SnowflakeLayout& layout) const {
  std::error_code error;
  if (!std::filesystem::is_directory(data_, error)) {
    terminal.fail("data", "'" + data_ + "' is no folder", "isotherm serve --data makes one.");
    return exit_usage;
  }
  if (pool_.empty() || pool_.size() > 255) {
    terminal.fail("usage", "the name of a pool has 1 to 255 bytes");
    return exit_usage;
  }
  if (length_ < std::chrono::seconds(1) || length_ > std::chrono::hours(24)) {
    terminal.fail("usage", "--lease is from 1s to 24h");
    return exit_usage;
  }
  engine::EngineOptions options;
  options.data_dir = data_;
  options.background = false;
  options.throughput.mode = throughput::Mode::off;
  auto opened = engine::Engine::open(options);
  if (!opened.ok()) {
    terminal.fail("data", opened.error().message());
    return exit_failed;
  }
  control::WorkerPool pool;
  pool.name = pool_;
  pool.layout = layout;
  pool.terms.length = std::chrono::duration_cast<UnixMillis>(length_);
  auto made = std::make_unique<OpenPool>(std::move(opened).value(), std::move(pool));
  if (const auto table = run(made->workers.make_table()); !table.ok()) {
    terminal.fail("data", table.error().message());
    return exit_failed;
  }
  return made;
}

std::uint64_t system_random() {
  std::uint64_t word = 0;
  expects(::getentropy(&word, sizeof word) == 0, "the system has randomness");
  return word;
}

std::string unique_owner() {
  std::array<char, 256> host{};
  if (::gethostname(host.data(), host.size() - 1) != 0) host[0] = '\0';
  return std::string(host.data()) + ":" + std::to_string(::getpid()) + ":" +
         std::to_string(system_random());
}

}  // namespace isotherm::cli
