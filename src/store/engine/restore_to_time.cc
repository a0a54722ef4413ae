// RestoreTableToPointInTime: a copy of the table as it is now, taken back to the time asked for,
// under a new name.

#include "store/engine/backup_jobs.h"
#include "store/engine/messages.h"
#include "store/engine/new_table.h"
#include "store/engine/operations.h"
#include "store/engine/recovery.h"
#include "store/engine/restored_table.h"

namespace isotherm::engine {
namespace {

Result<void> check_request(const RestoreTableToPointInTimeRequest& request) {
  if (request.source_table.empty()) return messages::no_source_table();
  if (request.use_latest_restorable_time && request.restore_date_time) {
    return messages::two_restore_times();
  }
  if (!request.use_latest_restorable_time && !request.restore_date_time) {
    return messages::no_restore_time();
  }
  return {};
}

Result<UnixMillis> restore_time(const Core& core, const TableDescription& source,
                                const RestoreTableToPointInTimeRequest& request) {
  const UnixMillis now = core.clock().unix_time();
  if (!request.restore_date_time) return now;
  if (*request.restore_date_time > now ||
      *request.restore_date_time < earliest_restorable(source, now)) {
    return messages::bad_restore_time();
  }
  return *request.restore_date_time;
}

}  // namespace

Result<TableDescription> restore_table_to_point_in_time(
    Core& core, const RestoreTableToPointInTimeRequest& request) {
  TRY(check_request(request));
  const std::lock_guard lock(core.table_mutex());
  const TablePtr source = core.tables().find(request.source_table);
  if (source == nullptr) return messages::no_such_table(request.source_table);
  if (!source->description.recovery_days) return messages::no_recovery(source->description.name);
  ASSIGN_OR_RETURN(const UnixMillis time, restore_time(core, source->description, request));
  TRY(check_target(core, request.target_table_name));
  TableDescription origin = source->description;
  origin.restore = RestoreSummary{std::nullopt, origin.arn, time, true};
  ASSIGN_OR_RETURN(
      TableDescription description,
      restored_description(core, std::move(origin), request.target_table_name, request.overrides));

  rocksdb::WriteBatch batch;
  ASSIGN_OR_RETURN(std::shared_ptr<Table> table, make_table(core, std::move(description), batch));
  table->is_loading = true;
  ASSIGN_OR_RETURN(const ResourceId marks, core.catalog().next_id(batch));
  ASSIGN_OR_RETURN(const ResourceId past_marks, core.catalog().next_id(batch));
  const std::string job_id = new_job_id(core.clock().unix_time());
  RestoreOrder order{table->id, source->id, marks, past_marks, std::nullopt};
  if (request.restore_date_time) order.time = time;
  core.catalog().put_table(*table, batch);
  core.catalog().put_shelved(Shelf::restores, job_id, restore_document(order), batch);
  auto copy = std::make_shared<TableCopy>(source->id, table->id, marks, std::string());
  ASSIGN_OR_RETURN(const TablePtr current, begin_copy(core, source, copy, batch));
  const TablePtr published = core.tables().publish(std::move(table));
  core.jobs().add(std::make_unique<RestoreToTimeJob>(core, job_id, std::move(copy), order));
  core.wake();
  return published->description;
}

}  // namespace isotherm::engine
