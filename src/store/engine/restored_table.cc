#include "store/engine/restored_table.h"

#include <algorithm>
#include <utility>

#include "store/engine/messages.h"
#include "store/engine/new_table.h"
#include "store/engine/table_checks.h"

namespace isotherm::engine {
namespace {

/// The indexes of the table that the request names, which must be as they were.
template <class Index>
Result<std::vector<Index>> chosen(const std::vector<Index>& wanted,
                                  const std::vector<Index>& existing) {
  for (const Index& index : wanted) {
    const auto same = [&](const Index& other) {
      return other.name == index.name && other.key == index.key &&
             other.projection == index.projection;
    };
    if (std::none_of(existing.begin(), existing.end(), same)) {
      return messages::no_such_index_to_restore(index.name);
    }
  }
  return wanted;
}

Result<void> override_capacity(TableDescription& d, const RestoreOverrides& overrides) {
  const BillingMode mode = overrides.billing_mode.value_or(d.billing_mode);
  std::optional<ProvisionedThroughput> provisioned = overrides.provisioned;
  if (!provisioned && mode == BillingMode::provisioned && d.billing_mode == mode) {
    provisioned = d.provisioned;
  }
  TRY(check_billing(mode, provisioned));
  TRY(check_on_demand(overrides.on_demand, "table"));
  d.provisioned = provisioned.value_or(ProvisionedThroughput{});
  d.on_demand = mode == BillingMode::pay_per_request
                    ? merge_on_demand(d.on_demand, overrides.on_demand)
                    : std::nullopt;
  if (mode != d.billing_mode) {
    d.warm.reset();
    for (GlobalSecondaryIndex& index : d.global_indexes) {
      index.provisioned = {};
      index.on_demand.reset();
      index.warm.reset();
    }
  }
  d.billing_mode = mode;
  d.show_billing_mode = mode == BillingMode::pay_per_request;
  d.on_demand_since = d.show_billing_mode ? d.created : UnixMillis(0);
  return {};
}

Result<void> override_indexes(TableDescription& d, const RestoreOverrides& overrides) {
  if (overrides.local_indexes) {
    std::vector<LocalSecondaryIndex> wanted;
    if (!overrides.local_indexes->empty()) {
      ASSIGN_OR_RETURN(wanted, make_local_indexes(*overrides.local_indexes, d.key, d.attributes));
    }
    ASSIGN_OR_RETURN(d.local_indexes, chosen(wanted, d.local_indexes));
  }
  if (overrides.global_indexes) {
    std::vector<GlobalSecondaryIndex> wanted;
    for (const SecondaryIndexRequest& request : *overrides.global_indexes) {
      ASSIGN_OR_RETURN(GlobalSecondaryIndex index,
                       make_global_index(request, d.billing_mode, d.attributes));
      wanted.push_back(std::move(index));
    }
    ASSIGN_OR_RETURN(d.global_indexes, chosen(wanted, d.global_indexes));
  }
  for (GlobalSecondaryIndex& index : d.global_indexes) {
    if (d.billing_mode == BillingMode::provisioned && index.provisioned.read_units == 0) {
      return messages::invalid_parameters("ProvisionedThroughput must be specified for index: " +
                                          index.name);
    }
    index.status = IndexStatus::creating;
    index.backfilling = false;
    index.warm_rises = false;
    index.changes = {};
    index.insights.reset();
  }
  return {};
}

}  // namespace

Result<void> check_target(Core& core, const std::string& name) {
  const TablePtr table = core.tables().find(name);
  if (table == nullptr) return {};
  switch (status_at(*table, core.clock().now())) {
    case TableStatus::creating: return messages::table_is_busy(name, "is being created");
    case TableStatus::deleting: return messages::table_is_busy(name, "is being deleted");
    default: return messages::target_exists(name);
  }
}

Result<TableDescription> restored_description(const Core& core, TableDescription source,
                                              const std::string& name,
                                              const RestoreOverrides& overrides) {
  TableDescription d = std::move(source);
  d.name = name;
  d.arn = table_arn(core.options().region, core.options().account, d.name);
  d.id = random_uuid();
  d.status = TableStatus::creating;
  d.created = core.clock().unix_time();
  d.warm_rises = false;
  d.changes = {};
  d.deletion_protection = false;
  d.recovery_days.reset();
  d.stream_view.reset();
  d.stream_label.clear();
  // Contributor Insights, too, are enabled anew.
  d.insights.reset();
  d.item_count = d.size_bytes = 0;
  TRY(override_capacity(d, overrides));
  TRY(override_indexes(d, overrides));
  drop_unused_definitions(d);
  TRY(check_indexes(d));
  return d;
}

}  // namespace isotherm::engine
