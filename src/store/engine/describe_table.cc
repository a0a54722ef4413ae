// DescribeTable and ListTables.

#include <algorithm>

#include "store/engine/messages.h"
#include "store/engine/operations.h"

namespace isotherm::engine {
namespace {

// Names in one answer [API reference].
constexpr std::int64_t names_max = 100;

}  // namespace

Result<TableDescription> describe_table(Core& core, const DescribeTableRequest& request) {
  const TablePtr table = core.tables().find(request.table_name);
  if (table == nullptr) return messages::table_not_found(table_name_of(request.table_name));
  const TimePoint now = core.clock().now();
  TableDescription description = describe(*table, now);
  if (table->before_update && table->is_settling(now)) {
    show_capacity_of(*table->before_update, description);
  }
  const auto forget_older_days = [&](CapacityChanges& changes) {
    if (!is_same_day(changes.last_decrease, core.clock().unix_time())) changes.decreases_today = 0;
  };
  forget_older_days(description.changes);
  for (GlobalSecondaryIndex& index : description.global_indexes) forget_older_days(index.changes);
  return description;
}

Result<ListTablesResponse> list_tables(Core& core, const ListTablesRequest& request) {
  ListTablesResponse response;
  const auto count_max = static_cast<std::size_t>(request.limit.value_or(names_max));
  for (const TablePtr& table : core.tables().all()) {
    const std::string& name = table->description.name;
    if (request.exclusive_start_table_name && name <= *request.exclusive_start_table_name) continue;
    if (response.table_names.size() == count_max) {
      response.last_evaluated_table_name = response.table_names.back();
      break;
    }
    response.table_names.push_back(name);
  }
  return response;
}

}  // namespace isotherm::engine
