// UpdateTimeToLive and DescribeTimeToLive.

#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/resource_arn.h"
#include "store/engine/stream_messages.h"

namespace isotherm::engine {
namespace {

// Between two changes. The guide says an hour; the service was seen to allow the next one after
// half of it.
constexpr std::chrono::minutes change_period{30};

}  // namespace

Result<UpdateTimeToLiveResponse> update_time_to_live(Core& core,
                                                     const UpdateTimeToLiveRequest& request) {
  const std::lock_guard lock(core.table_mutex());
  const TablePtr table = core.tables().find(request.table_name);
  if (table == nullptr) return messages::table_not_found(table_name_of(request.table_name));
  switch (status_at(*table, core.clock().now())) {
    case TableStatus::active:
    case TableStatus::updating: break;
    case TableStatus::creating:
      return messages::table_in_use(table->description.name, "is being created");
    case TableStatus::deleting:
      return messages::table_in_use(table->description.name, "is being deleted");
  }
  TableSettings settings = *table->settings;
  const std::string& current = settings.ttl_attribute;
  if (!request.enabled && current.empty()) return messages::ttl_is_disabled();
  if (!current.empty() && current != request.attribute_name) {
    return messages::ttl_on_other_attribute(current);
  }
  if (request.enabled && !current.empty()) return messages::ttl_is_enabled();
  const UnixMillis now = core.clock().unix_time();
  if (settings.ttl_changed.count() != 0 && now < settings.ttl_changed + change_period) {
    return messages::ttl_changed_lately();
  }
  settings.ttl_attribute = request.enabled ? request.attribute_name : std::string();
  settings.ttl_changed = now;
  TRY(change_settings(core, *table, std::move(settings)));
  core.wake();
  return UpdateTimeToLiveResponse{request.enabled, request.attribute_name};
}

Result<DescribeTimeToLiveResponse> describe_time_to_live(Core& core,
                                                         const DescribeTimeToLiveRequest& request) {
  const TablePtr table = core.tables().find(request.table_name);
  if (table == nullptr) return messages::table_not_found(table_name_of(request.table_name));
  const TableStatus status = status_at(*table, core.clock().now());
  if (status == TableStatus::creating || status == TableStatus::deleting) {
    return messages::ttl_of_table_in_state(status_name(status));
  }
  DescribeTimeToLiveResponse response;
  if (!table->settings->ttl_attribute.empty()) {
    response.attribute_name = table->settings->ttl_attribute;
  }
  return response;
}

}  // namespace isotherm::engine
