// UpdateContinuousBackups and DescribeContinuousBackups: point-in-time recovery on, off, and how
// far back.

#include <algorithm>

#include "store/engine/change_logs.h"
#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/recovery.h"

namespace isotherm::engine {
namespace {

constexpr std::int64_t recovery_days_default = 35;

ContinuousBackupsDescription described(const Core& core, const Table& table) {
  ContinuousBackupsDescription description;
  if (!table.description.recovery_days) return description;
  description.enabled = true;
  description.recovery_period_days = *table.description.recovery_days;
  description.latest_restorable = core.clock().unix_time();
  description.earliest_restorable =
      earliest_restorable(table.description, core.clock().unix_time());
  return description;
}

}  // namespace

UnixMillis earliest_restorable(const TableDescription& table, UnixMillis now) {
  const std::int64_t days = table.recovery_days.value_or(0);
  return std::max(table.recovery_since, UnixMillis(now - std::chrono::hours(24 * days)));
}

Result<ContinuousBackupsDescription> describe_continuous_backups(
    Core& core, const DescribeContinuousBackupsRequest& request) {
  const TablePtr table = core.tables().find(request.table_name);
  if (table == nullptr) return messages::no_such_table(request.table_name);
  return described(core, *table);
}

Result<ContinuousBackupsDescription> update_continuous_backups(
    Core& core, const UpdateContinuousBackupsRequest& request) {
  const std::lock_guard lock(core.table_mutex());
  const TablePtr table = core.tables().find(request.table_name);
  if (table == nullptr) return messages::no_such_table(request.table_name);
  if (!request.enabled && request.recovery_period_days) {
    return messages::recovery_period_without_recovery();
  }
  auto next = std::make_shared<Table>(*table);
  TableDescription& d = next->description;
  if (!request.enabled) {
    d.recovery_days.reset();
  } else {
    // Asked for again, it keeps what it has.
    if (!d.recovery_days) d.recovery_since = core.clock().unix_time();
    d.recovery_days =
        request.recovery_period_days.value_or(d.recovery_days.value_or(recovery_days_default));
  }
  rocksdb::WriteBatch batch;
  ChangeLogFit fit(core, *next);
  TRY(fit.prepare(batch));
  core.catalog().put_table(*next, batch);
  TRY(core.database().write(batch));
  fit.commit();
  const TablePtr published = core.tables().publish(std::move(next));
  core.item_locks().barrier();
  return described(core, *published);
}

}  // namespace isotherm::engine
