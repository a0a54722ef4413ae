#pragma once

// Work in the background that takes many steps: backups, restores, exports, imports. Each is kept
// in the catalog and goes on after a restart.

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "store/engine/key_codec.h"

namespace isotherm::engine {

class Core;

class Job {
 public:
  virtual ~Job() = default;
  /// Does a part of the work. False: it has ended. An error: the database failed.
  virtual Result<bool> step() = 0;
  /// Whether it needs the records of a resource: they must not be dropped.
  virtual bool reads(ResourceId resource) const = 0;
  /// From which time on it needs the changes of a table: they must not be trimmed. Nothing: none.
  virtual std::optional<UnixMillis> needs_changes_since(ResourceId) const { return std::nullopt; }
};

class Jobs {
 public:
  void add(std::unique_ptr<Job> job);
  /// A step of each. False: there are none.
  Result<bool> step();
  bool reads(ResourceId resource) const;
  /// The earliest time from which on any of them needs the changes of a table.
  std::optional<UnixMillis> need_changes_since(ResourceId table) const;
  std::size_t count() const;
  /// Calls `each(job)` for all.
  void for_each(const std::function<void(const Job&)>& each) const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<Job>> jobs_;
};

/// Takes up what the last engine did not end. To be called once, when the tables are open.
Result<void> resume_jobs(Core& core);

}  // namespace isotherm::engine
