#include "store/engine/jobs.h"

#include <algorithm>

#include "store/engine/backup_jobs.h"
#include "store/engine/core.h"
#include "store/engine/export_job.h"
#include "store/engine/import_job.h"

namespace isotherm::engine {

void Jobs::add(std::unique_ptr<Job> job) {
  const std::lock_guard lock(mutex_);
  jobs_.push_back(std::move(job));
}

Result<bool> Jobs::step() {
  std::vector<std::shared_ptr<Job>> jobs;
  {
    const std::lock_guard lock(mutex_);
    jobs = jobs_;
  }
  for (const std::shared_ptr<Job>& job : jobs) {
    ASSIGN_OR_RETURN(const bool more, job->step());
    if (more) continue;
    const std::lock_guard lock(mutex_);
    std::erase(jobs_, job);
  }
  return !jobs.empty();
}

bool Jobs::reads(ResourceId resource) const {
  const std::lock_guard lock(mutex_);
  return std::any_of(jobs_.begin(), jobs_.end(),
                     [&](const auto& job) { return job->reads(resource); });
}

std::optional<UnixMillis> Jobs::need_changes_since(ResourceId table) const {
  std::optional<UnixMillis> earliest;
  const std::lock_guard lock(mutex_);
  for (const auto& job : jobs_) {
    const std::optional<UnixMillis> since = job->needs_changes_since(table);
    if (since && (!earliest || *since < *earliest)) earliest = since;
  }
  return earliest;
}

std::size_t Jobs::count() const {
  const std::lock_guard lock(mutex_);
  return jobs_.size();
}

void Jobs::for_each(const std::function<void(const Job&)>& each) const {
  const std::lock_guard lock(mutex_);
  for (const auto& job : jobs_) each(*job);
}

Result<void> resume_jobs(Core& core) {
  TRY(resume_backups(core));
  TRY(resume_restores(core));
  TRY(resume_exports(core));
  return resume_imports(core);
}

}  // namespace isotherm::engine
