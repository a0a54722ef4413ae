// UpdateTable: capacity, billing mode, class, protection; adding, changing and dropping global
// indexes.

#include <algorithm>
#include <utility>

#include "store/engine/encryption.h"
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
        current_(table),
        next_(std::make_shared<Table>(*table)) {
    next_->description = describe(*table, now_);
    TableDescription before = next_->description;
    if (table->before_update && table->is_settling(now_)) {
      show_capacity_of(*table->before_update, before);
    }
    next_->before_update = std::make_shared<const TableDescription>(std::move(before));
  }

  Result<void> check_state() const;
  Result<void> change_billing();
  Result<void> change_indexes();
  Result<void> change_settings();
  /// Stores and publishes; the description as the answer shows it.
  Result<TableDescription> finish();

 private:
  Result<void> check_indexes_at_rest() const;
  Result<void> change_provisioned(const ProvisionedThroughput& requested, bool switches);
  Result<void> create_index(const CreateIndexAction& action);
  Result<void> update_index(const UpdateIndexAction& action);
  Result<void> delete_index(const DeleteIndexAction& action);
  Result<void> merge_definitions();
  void keep_all_warm();
  void apply_capacity();
  bool updates_table() const;
  bool repeats_billing_mode() const;
  Duration settling_time() const;
  TableDescription answer() const;

  TableDescription& description() { return next_->description; }
  const TableDescription& before() const { return *next_->before_update; }

  Core& core_;
  const UpdateTableRequest& request_;
  TimePoint now_;
  TablePtr current_;
  std::shared_ptr<Table> next_;
  rocksdb::WriteBatch batch_;
  std::vector<AttributeDefinition> definitions_;
  bool drops_index_ = false;
};

Result<void> TableUpdate::check_state() const {
  const TableDescription& d = next_->description;
  switch (d.status) {
    case TableStatus::active: return check_indexes_at_rest();
    case TableStatus::creating: return messages::table_in_use(d.name, "is being created");
    case TableStatus::deleting: return messages::table_not_found(d.name);
    case TableStatus::updating: break;
  }
  if (request_.deletion_protection) return {};
  if (request_.provisioned || request_.billing_mode) return messages::capacity_in_use(d.name);
  // An index that is being filled may be dropped; anything else waits.
  const auto& updates = request_.global_index_updates;
  if (updates && updates->size() == 1 && !request_.provisioned && !request_.billing_mode) {
    const auto* drop = std::get_if<DeleteIndexAction>(&updates->front());
    const Index* index = drop == nullptr ? nullptr : next_->find_index(drop->index_name);
    if (index != nullptr && index->is_backfilling) return {};
  }
  return messages::table_in_use(d.name, "is being updated");
}

/// An index whose capacity is changed leaves the table ACTIVE, but cannot be changed again.
Result<void> TableUpdate::check_indexes_at_rest() const {
  if (!request_.global_index_updates) return {};
  for (const GlobalIndexUpdate& update : *request_.global_index_updates) {
    const GlobalSecondaryIndex* index = next_->description.find_global_index(index_name(update));
    if (index != nullptr && index->status == IndexStatus::updating) {
      return messages::index_in_use(next_->description.name, index->name);
    }
  }
  return {};
}

Result<void> TableUpdate::change_provisioned(const ProvisionedThroughput& requested,
                                             bool switches) {
  TableDescription& d = description();
  const ProvisionedThroughput current = d.provisioned;
  if (!switches && requested == current) {
    return messages::throughput_unchanged("table", current);
  }
  // What a switch of the billing mode brings is no decrease of anything.
  if (!switches) TRY(note_change(current, requested, core_.clock().unix_time(), d.changes));
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
  if (mode == BillingMode::provisioned)
    TRY(check_no_maximum(request_.on_demand, "the table BillingMode is PROVISIONED"));
  if (!switches || mode == BillingMode::pay_per_request) return {};
  // Maximums on demand go with the mode.
  d.on_demand.reset();
  for (GlobalSecondaryIndex& index : d.global_indexes) index.on_demand.reset();

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
    // Units that come with a billing mode are the first.
    if (before().billing_mode == d.billing_mode) {
      TRY(note_change(index->provisioned, *action.provisioned, core_.clock().unix_time(),
                      index->changes));
    }
    index->provisioned = *action.provisioned;
  }
  index->on_demand = merge_on_demand(index->on_demand, action.on_demand);
  if (action.warm) {
    index->warm_rises = true;
    const GlobalSecondaryIndex* old = before().find_global_index(index->name);
    const ProvisionedThroughput current =
        warm_of(old->warm, before().billing_mode, old->provisioned);
    ASSIGN_OR_RETURN(index->warm, raise_warm(current, *action.warm, "index " + index->name));
  }
  if (action.provisioned || action.on_demand) index->status = IndexStatus::updating;
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
    d.warm_rises = true;
    const TableDescription& old = before();
    ASSIGN_OR_RETURN(d.warm, raise_warm(warm_of(old.warm, old.billing_mode, old.provisioned),
                                        *request_.warm, "table"));
  }
  if (request_.table_class) {
    d.table_class = *request_.table_class;
    d.show_table_class = true;
  }
  if (request_.deletion_protection) d.deletion_protection = *request_.deletion_protection;
  if (request_.encryption) {
    ASSIGN_OR_RETURN(d.encryption_key,
                     changed_encryption(d.encryption_key, *request_.encryption, core_.options()));
  }
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

/// Protection, warm throughput, maximums on demand, and what is changed of an index that stays
/// leave the table ACTIVE.
bool TableUpdate::updates_table() const {
  return request_.provisioned || request_.billing_mode || request_.table_class || request_.stream ||
         changes_indexes(request_);
}

/// How long the change shows as one that goes on. Protection and maximums are there at once, and
/// the billing mode that the table has already is no change.
Duration TableUpdate::settling_time() const {
  const bool settles = (updates_table() && !repeats_billing_mode()) || request_.warm ||
                       request_.global_index_updates;
  return settles ? core_.options().state_change_delay : Duration(0);
}

bool TableUpdate::repeats_billing_mode() const {
  return request_.billing_mode == before().billing_mode && !request_.provisioned &&
         !request_.table_class && !request_.global_index_updates && !request_.stream;
}

/// The answer shows the table as it still is, but for what a request asks to be told of at once.
TableDescription TableUpdate::answer() const {
  TableDescription shown = next_->description;
  if (updates_table()) shown.status = TableStatus::updating;
  show_capacity_of(before(), shown);
  shown.on_demand_since = before().on_demand_since;
  if (shown.billing_mode != before().billing_mode &&
      shown.billing_mode == BillingMode::pay_per_request) {
    shown.changes.last_decrease = core_.clock().unix_time();
  }
  if (request_.on_demand) {
    // A maximum that was removed is told of as -1, once.
    if (!shown.on_demand) shown.on_demand.emplace();
    if (request_.on_demand->max_read_units) {
      shown.on_demand->max_read_units = request_.on_demand->max_read_units;
    }
    if (request_.on_demand->max_write_units) {
      shown.on_demand->max_write_units = request_.on_demand->max_write_units;
    }
  }
  return shown;
}

Result<TableDescription> TableUpdate::finish() {
  keep_all_warm();
  if (updates_table()) description().status = TableStatus::updating;
  TableDescription told = answer();
  const Duration delay = settling_time();
  if (delay == Duration(0) && current_->is_settling(now_)) {
    // The change that goes on goes on.
    next_->before_update = current_->before_update;
  } else {
    next_->settle_after(delay, core_.clock());
  }
  ChangeLogFit fit(core_, *next_);
  TRY(fit.prepare(batch_));
  // A stream that begins has its label only now.
  told.stream_label = description().stream_label;
  core_.catalog().put_table(*next_, batch_);
  TRY(core_.database().write(batch_));
  fit.commit();
  apply_capacity();
  core_.tables().publish(std::move(next_));
  // Writes that did not see the new index have ended before its backfill begins, and no write adds
  // to a dropped one.
  core_.item_locks().barrier();
  core_.wake();
  return told;
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
