#include "ids/worker_lease.h"

#include <algorithm>

namespace isotherm::ids {

bool is_free(const std::optional<WorkerLease>& record, UnixMillis now, const LeaseTerms& terms) {
  if (!record || record->owner.empty()) return true;
  return now >= record->window.end + terms.skew_max;
}

WorkerLease taken(std::uint32_t node, const std::optional<WorkerLease>& before, std::string owner,
                  UnixMillis now, const LeaseTerms& terms) {
  WorkerLease lease{node, std::move(owner), before ? before->version + 1 : 1, {}};
  lease.window.begin = before ? before->window.end : UnixMillis(0);
  lease.window.end = std::max(now, lease.window.begin) + terms.length;
  return lease;
}

WorkerLease renewed(const WorkerLease& lease, UnixMillis now, const LeaseTerms& terms) {
  WorkerLease longer = lease;
  longer.window.end = std::max(lease.window.end, now + terms.length);
  return longer;
}

WorkerLease given_back(const WorkerLease& lease, UnixMillis unused_from) {
  WorkerLease free = lease;
  free.owner.clear();
  free.window.end = std::clamp(unused_from, lease.window.begin, lease.window.end);
  return free;
}

}  // namespace isotherm::ids
