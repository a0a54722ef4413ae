// UpdateTable: capacity, billing mode, class, protection; adding, changing and dropping global
// indexes.

#include <algorithm>
#include <utility>

#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/stream_messages.h"
#include "store/engine/table_checks.h"
#include "store/engine/update_table_checks.h"

namespace isotherm::engine {
namespace {

using messages::invalid_parameters;

/// One UpdateTable in the making: the next version of the table.
class TableUpdate {
 public:
  TableUpdate(Core& core, const UpdateTableRequest& request, const TablePtr& table)
      : core_(core),
        request_(request),
        now_(core.clock().now()),
        next_(std::make_shared<Table>(*table)) {
    next_->description = describe(*table, now_);
    next_->before_update = std::make_shared<const TableDescription>(next_->description);
  }

  Result<void> check_state() const;
  Result<void> change_billing();
  Result<void> change_indexes();
  Result<void> change_settings();
  /// Stores and publishes; the description as the answer shows it.
  Result<TableDescription> finish();

 private:
  Result<void> change_provisioned(const ProvisionedThroughput& requested, bool switches);
  Result<void> create_index(const CreateIndexAction& action);
  Result<void> update_index(const UpdateIndexAction& action);
  Result<void> delete_index(const DeleteIndexAction& action);
  Result<void> merge_definitions();
  void keep_all_warm();
  void apply_capacity();

  TableDescription& description() { return next_->description; }
  const TableDescription& before() const { return *next_->before_update; }

  Core& core_;
  const UpdateTableRequest& request_;
  TimePoint now_;
  std::shared_ptr<Table> next_;
  rocksdb::WriteBatch batch_;
  std::vector<AttributeDefinition> definitions_;
  bool drops_index_ = false;
};

/// Four decreases in a day of UTC, and then one an hour after the last one.
Result<void> check_decreases(const TableDescription& d, UnixMillis now) {
  constexpr std::int64_t decreases_at_once = 4;
  constexpr std::chrono::hours between{1};
  if (!is_same_day(d.last_decrease, now) || d.decreases_today < decreases_at_once) return {};
  const UnixMillis midnight =
      std::chrono::floor<std::chrono::days>(d.last_decrease) + std::chrono::days(1);
  const UnixMillis next = std::min<UnixMillis>(d.last_decrease + between, midnight);
  if (now >= next) return {};
  return messages::too_many_decreases(d.decreases_today, d.last_decrease, next);
}

Result<void> TableUpdate::check_state() const {
  const TableDescription& d = next_->description;
  switch (d.status) {
    case TableStatus::active: return {};
    case TableStatus::creating: return messages::table_in_use(d.name, "is being created");
    case TableStatus::deleting: return messages::table_not_found(d.name);
    case TableStatus::updating: break;
  }
  // An index that is being filled may be dropped; anything else waits.
  const auto& updates = request_.global_index_updates;
  if (updates && updates->size() == 1 && !request_.provisioned && !request_.billing_mode) {
    const auto* drop = std::get_if<DeleteIndexAction>(&updates->front());
    const Index* index = drop == nullptr ? nullptr : next_->find_index(drop->index_name);
    if (index != nullptr && index->is_backfilling) return {};
  }
  return messages::table_in_use(d.name, "is being updated");
}

Result<void> TableUpdate::change_provisioned(const ProvisionedThroughput& requested,
                                             bool switches) {
  TableDescription& d = description();
  const ProvisionedThroughput current = d.provisioned;
  if (!switches && requested == current) {
    return messages::throughput_unchanged("table", current);
  }
  const UnixMillis time = core_.clock().unix_time();
  const bool increases =
      requested.read_units > current.read_units || requested.write_units > current.write_units;
  const bool decreases =
      requested.read_units < current.read_units || requested.write_units < current.write_units;
  if (increases) d.last_increase = time;
  if (decreases) {
    TRY(check_decreases(d, time));
    d.decreases_today = is_same_day(d.last_decrease, time) ? d.decreases_today + 1 : 1;
    d.last_decrease = time;
  }
  d.provisioned = requested;
  return {};
}

Result<void> TableUpdate::change_billing() {
  TableDescription& d = description();
  const BillingMode mode = request_.billing_mode.value_or(d.billing_mode);
  const bool switches = mode != d.billing_mode;
  if (mode == BillingMode::pay_per_request) {
    TRY(check_billing(mode, request_.provisioned));
    if (switches) {
      d.show_billing_mode = true;
      d.on_demand_since = core_.clock().unix_time();
      d.provisioned = {};
      for (GlobalSecondaryIndex& index : d.global_indexes) {
        index.provisioned = {};
        index.status = IndexStatus::updating;
      }
    }
  } else if (request_.provisioned) {
    TRY(change_provisioned(*request_.provisioned, switches));
  }
  d.billing_mode = mode;
  if (!switches || mode == BillingMode::pay_per_request) return {};

  std::string missing;
  for (const GlobalSecondaryIndex& index : d.global_indexes) {
    const auto& updates = request_.global_index_updates;
    const bool given =
        updates && std::any_of(updates->begin(), updates->end(), [&](const auto& update) {
          const auto* change = std::get_if<UpdateIndexAction>(&update);
          return index_name(update) == index.name && (change == nullptr || change->provisioned);
        });
    if (!given) missing += (missing.empty() ? "" : ",") + index.name;
  }
  if (missing.empty()) return {};
  return invalid_parameters("ProvisionedThroughput must be specified for index: " + missing);
}

Result<void> TableUpdate::merge_definitions() {
  definitions_ = description().attributes;
  if (!request_.attribute_definitions) return {};
  for (const AttributeDefinition& definition : *request_.attribute_definitions) {
    const auto it = std::find_if(definitions_.begin(), definitions_.end(),
                                 [&](const auto& known) { return known.name == definition.name; });
    if (it == definitions_.end()) {
      definitions_.push_back(definition);
    } else if (it->type != definition.type) {
      return invalid_parameters("Cannot change the type of attribute " + definition.name +
                                " from " + std::string(type_name(it->type)) + " to " +
                                std::string(type_name(definition.type)));
    }
  }
  return {};
}

Result<void> TableUpdate::create_index(const CreateIndexAction& action) {
  TableDescription& d = description();
  if (next_->find_index(action.index.index_name) != nullptr) return messages::index_exists();
  ASSIGN_OR_RETURN(GlobalSecondaryIndex made,
                   make_global_index(action.index, d.billing_mode, definitions_));
  made.status = IndexStatus::creating;
  made.backfilling = true;
  Index index{.name = made.name,
              .key = made.key,
              .projection = made.projection,
              .is_global = true,
              .is_backfilling = true};
  ASSIGN_OR_RETURN(index.id, core_.catalog().next_id(batch_));
  ASSIGN_OR_RETURN(index.load, core_.make_index_load(d, made, index.id));
  next_->indexes.push_back(std::move(index));
  d.global_indexes.push_back(std::move(made));
  return {};
}

Result<void> TableUpdate::update_index(const UpdateIndexAction& action) {
  TableDescription& d = description();
  GlobalSecondaryIndex* index = d.find_global_index(action.index_name);
  if (index == nullptr) return Error::resource_not_found();
  if (action.provisioned) {
    if (d.billing_mode == BillingMode::pay_per_request) {
      return invalid_parameters("ProvisionedThroughput should not be specified for index: " +
                                index->name + " when BillingMode is PAY_PER_REQUEST");
    }
    TRY(check_units(*action.provisioned));
    if (index->provisioned == *action.provisioned) {
      return messages::throughput_unchanged("index " + index->name, index->provisioned);
    }
    index->provisioned = *action.provisioned;
  }
  index->on_demand = merge_on_demand(index->on_demand, action.on_demand);
  if (action.warm) {
    const GlobalSecondaryIndex* old = before().find_global_index(index->name);
    const ProvisionedThroughput current =
        warm_of(old->warm, before().billing_mode, old->provisioned);
    ASSIGN_OR_RETURN(index->warm, raise_warm(current, *action.warm, "index " + index->name));
  }
  index->status = IndexStatus::updating;
  return {};
}

Result<void> TableUpdate::delete_index(const DeleteIndexAction& action) {
  GlobalSecondaryIndex* described = description().find_global_index(action.index_name);
  if (described == nullptr) return Error::resource_not_found();
  described->status = IndexStatus::deleting;
  described->backfilling = false;
  for (Index& index : next_->indexes) {
    if (index.name != action.index_name) continue;
    index.is_deleting = true;
    index.is_backfilling = false;
  }
  drops_index_ = true;
  return {};
}

Result<void> TableUpdate::change_indexes() {
  TRY(merge_definitions());
  if (!request_.global_index_updates) return {};
  const auto& updates = *request_.global_index_updates;
  const auto changes = std::count_if(updates.begin(), updates.end(), [](const auto& update) {
    return !std::holds_alternative<UpdateIndexAction>(update);
  });
  if (changes > 1) return messages::too_many_index_changes();
  for (const GlobalIndexUpdate& update : updates) {
    if (const auto* create = std::get_if<CreateIndexAction>(&update)) TRY(create_index(*create));
    if (const auto* change = std::get_if<UpdateIndexAction>(&update)) TRY(update_index(*change));
    if (const auto* drop = std::get_if<DeleteIndexAction>(&update)) TRY(delete_index(*drop));
  }
  description().attributes = definitions_;
  drop_unused_definitions(description());
  return check_indexes(description());
}

Result<void> TableUpdate::change_settings() {
  TableDescription& d = description();
  d.on_demand = merge_on_demand(d.on_demand, request_.on_demand);
  if (request_.warm) {
    ASSIGN_OR_RETURN(d.warm, raise_warm(warm_of(d.warm, d.billing_mode, d.provisioned),
                                        *request_.warm, "table"));
  }
  if (request_.table_class) {
    d.table_class = *request_.table_class;
    d.show_table_class = true;
  }
  if (request_.deletion_protection) d.deletion_protection = *request_.deletion_protection;
  if (!request_.stream) return {};
  if (request_.stream->enabled == d.stream_view.has_value()) {
    return request_.stream->enabled ? messages::stream_is_enabled(d.name)
                                    : messages::stream_is_disabled(d.name);
  }
  d.stream_view = request_.stream->enabled ? request_.stream->view : std::nullopt;
  return {};
}

void TableUpdate::keep_all_warm() {
  TableDescription& d = description();
  const TableDescription& old = before();
  keep_warm(warm_of(old.warm, old.billing_mode, old.provisioned), d.billing_mode, d.provisioned,
            d.warm);
  for (GlobalSecondaryIndex& index : d.global_indexes) {
    const GlobalSecondaryIndex* known = old.find_global_index(index.name);
    if (known == nullptr) continue;
    keep_warm(warm_of(known->warm, old.billing_mode, known->provisioned), d.billing_mode,
              index.provisioned, index.warm);
  }
}

void TableUpdate::apply_capacity() {
  const TableDescription& d = description();
  const std::lock_guard lock(next_->load->mutex);
  next_->load->table.resource.set_capacity(throughput::capacity_of(d), now_);
  for (Index& index : next_->indexes) {
    const GlobalSecondaryIndex* described = d.find_global_index(index.name);
    if (!index.load || described == nullptr) continue;
    index.load->resource.set_capacity(throughput::capacity_of(d, *described), now_);
  }
}

Result<TableDescription> TableUpdate::finish() {
  keep_all_warm();
  description().status = TableStatus::updating;
  next_->settles_at = now_ + core_.options().state_change_delay;
  ChangeLogFit fit(core_, *next_);
  TRY(fit.prepare(batch_));
  core_.catalog().put_table(*next_, batch_);
  TRY(core_.database().write(batch_));
  fit.commit();
  apply_capacity();
  TableDescription answer = description();
  show_capacity_of(before(), answer);
  core_.tables().publish(std::move(next_));
  // Writes that did not see the new index have ended before its backfill begins, and no write adds
  // to a dropped one.
  core_.item_locks().barrier();
  core_.wake();
  return answer;
}

}  // namespace

Result<TableDescription> update_table(Core& core, const UpdateTableRequest& request) {
  TRY(check_update(request));
  const std::lock_guard lock(core.table_mutex());
  const TablePtr table = core.tables().find(request.table_name);
  if (table == nullptr) return messages::table_not_found(table_name_of(request.table_name));
  TableUpdate update(core, request, table);
  TRY(update.check_state());
  TRY(update.change_billing());
  TRY(update.change_indexes());
  TRY(update.change_settings());
  return update.finish();
}

}  // namespace isotherm::engine
