#include "store/engine/item_write.h"

#include <utility>

#include "model/error_detail.h"
#include "model/limits.h"
#include "store/engine/messages.h"

namespace isotherm::engine {
namespace {

bool needs_before(const ItemWrite& write, const Table& table) {
  return write.evolve || write.condition || table.needs_before_image() ||
         write.request.return_values != ReturnValues::none;
}

std::optional<Item> returned_attributes(const ItemWrite& write, Versions& versions) {
  switch (write.request.return_values) {
    case ReturnValues::none: return std::nullopt;
    case ReturnValues::all_old: return std::move(versions.before);
    case ReturnValues::all_new: return std::move(versions.evolved);
    case ReturnValues::updated_old: {
      if (!versions.before) return std::nullopt;
      Item touched = write.touched(write, *versions.before);
      return touched.empty() ? std::nullopt : std::optional(std::move(touched));
    }
    case ReturnValues::updated_new: {
      if (versions.after == nullptr) return std::nullopt;
      Item touched = write.touched(write, *versions.after);
      return touched.empty() ? std::nullopt : std::optional(std::move(touched));
    }
  }
  return std::nullopt;
}

/// With the item locked.
Result<WriteItemResponse> write_locked(Core& core, const ItemWrite& write, const Table& table,
                                       const RecordKey& key) {
  ASSIGN_OR_RETURN(Versions versions, read_before(core, write, table, key));
  if (!condition_holds(write, versions)) {
    return failed_condition(core, write, {table, key}, versions);
  }
  rocksdb::WriteBatch batch;
  ASSIGN_OR_RETURN(ChangePlan plan, plan_change(core, write, {table, key}, versions, batch));
  TRY(plan.admit(core, table));
  TRY(core.database().write(batch));
  plan.apply(core, table);

  WriteItemResponse response;
  response.consumed = std::move(plan.mutable_consumed());
  if (write.request.return_item_collection_metrics == ReturnItemCollectionMetrics::size) {
    response.item_collection_metrics = collection_metrics(core, table, *write.key);
  }
  response.attributes = returned_attributes(write, versions);
  return response;
}

}  // namespace

Result<Versions> read_before(Core& core, const ItemWrite& write, const Table& table,
                             const RecordKey& key) {
  Versions versions;
  if (needs_before(write, table)) {
    ASSIGN_OR_RETURN(std::optional<SizedItem> before, core.read_item(key.bytes()));
    if (before) {
      versions.existed = true;
      versions.before = std::move(before->item);
      versions.before_bytes = before->size;
    }
    return versions;
  }
  ASSIGN_OR_RETURN(const std::optional<std::size_t> bytes, core.read_item_size(key.bytes()));
  versions.existed = bytes.has_value();
  versions.before_bytes = bytes.value_or(0);
  return versions;
}

bool condition_holds(const ItemWrite& write, const Versions& versions) {
  static const Item nothing;
  return !write.condition || write.condition->holds(versions.before ? *versions.before : nothing);
}

// A write whose condition does not hold is charged all the same: for what is there, or for what it
// attempted.
Error failed_condition(Core& core, const ItemWrite& write, const WriteTarget& target,
                       Versions& versions) {
  std::size_t bytes = versions.before_bytes;
  if (write.replacement != nullptr) bytes = std::max(bytes, size_bytes(*write.replacement));
  const throughput::Charge charge{&target.table.load->table.resource,
                                  position_of(target.key.bytes()),
                                  target.unit_factor * write_units(bytes),
                                  {*write.key, target.table.description.key}};
  if (Result<void> admitted = core.admit_write(target.table, {&charge, 1}); !admitted.ok()) {
    return std::move(admitted).error();
  }
  Error error = Error::conditional_check_failed();
  if (write.request.on_condition_check_failure == ReturnValuesOnConditionCheckFailure::all_old &&
      versions.before) {
    error.mutable_detail().item = std::move(versions.before);
  }
  return error;
}

Result<ChangePlan> plan_change(Core& core, const ItemWrite& write, const WriteTarget& target,
                               Versions& versions, rocksdb::WriteBatch& batch) {
  const Table& table = target.table;
  const Item* before = versions.before ? &*versions.before : nullptr;
  versions.after = write.replacement;
  if (write.evolve != nullptr) {
    ASSIGN_OR_RETURN(versions.evolved, write.evolve(write, table, before));
    versions.after = &*versions.evolved;
  }
  if (versions.after != nullptr) versions.after_bytes = size_bytes(*versions.after);

  const ItemChange change{.key = &target.key,
                          .existed = versions.existed,
                          .before = before,
                          .before_bytes = versions.before_bytes,
                          .after = versions.after,
                          .after_bytes = versions.after_bytes,
                          .partition = find(*write.key, table.description.key.partition.name),
                          .unit_factor = target.unit_factor};
  ASSIGN_OR_RETURN(ChangePlan plan, ChangePlan::make(core, table, change, batch));
  if (plan.stored_bytes() > limits::item_bytes_max) {
    return write.evolve != nullptr ? messages::updated_item_too_large()
                                   : messages::item_too_large();
  }
  return plan;
}

Result<WriteItemResponse> write_item(Core& core, const ItemWrite& write) {
  while (true) {
    ASSIGN_OR_RETURN(const TablePtr table, core.tables().open(write.request.table_name));
    TRY(write.check(write, *table));
    const RecordKey key = item_key(table->id, table->description.key, *write.key);
    const auto lock = core.item_locks().lock(key.bytes());
    if (!table->is_current()) continue;
    return write_locked(core, write, *table, key);
  }
}

Result<std::optional<expression::Condition>> legacy_condition(const ConditionalWrite& request) {
  std::optional<expression::Condition> condition;
  if (request.expected) {
    ASSIGN_OR_RETURN(
        condition,
        expression::condition_from_expected(
            *request.expected, request.conditional_operator.value_or(ConditionalOperator::all_of)));
  }
  return condition;
}

Result<std::optional<expression::Condition>> parse_condition(const ConditionalWrite& request,
                                                             expression::PlaceholderScope& scope) {
  if (!request.condition_expression) return legacy_condition(request);
  ASSIGN_OR_RETURN(
      expression::Condition condition,
      expression::parse_condition(*request.condition_expression, "ConditionExpression", scope));
  return std::optional(std::move(condition));
}

std::optional<ItemCollectionMetrics> collection_metrics(Core& core, const Table& table,
                                                        const Item& key) {
  if (!table.has_local_index()) return std::nullopt;
  constexpr double gigabyte = 1024.0 * 1024 * 1024;
  const std::string& name = table.description.key.partition.name;
  const AttributeValue& partition = *find(key, name);

  // The service's estimate is a range one gigabyte wide. The database's own estimate of the
  // range is enough for it.
  std::uint64_t bytes = 0;
  const auto add = [&](ResourceId resource) {
    RecordKey start;
    start.start(resource, partition);
    std::string end = start.bytes();
    advance_past_prefix(end);
    bytes += core.database().approximate_bytes(start.bytes(), end);
  };
  add(table.id);
  for (const Index& index : table.indexes) {
    if (!index.is_global) add(index.id);
  }
  ItemCollectionMetrics metrics;
  metrics.item_collection_key.emplace(name, partition);
  const double lower = static_cast<double>(static_cast<std::uint64_t>(bytes / gigabyte));
  metrics.size_estimate_gb[0] = lower;
  metrics.size_estimate_gb[1] = lower + 1;
  return metrics;
}

}  // namespace isotherm::engine
