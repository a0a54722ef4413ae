#include "gateway/index_write.h"

#include <algorithm>
#include <random>

#include "expression/update_actions.h"
#include "gateway/key_checks.h"
#include "gateway/messages.h"
#include "gateway/placeholder_names.h"
#include "gateway/update_text.h"
#include "model/error_detail.h"
#include "model/limits.h"

namespace isotherm::gateway {
namespace {

using expression::UpdateAction;
using expression::ValueExpression;

Item key_of_action(const IndexedTable& table, const TransactWriteAction& action) {
  if (const auto* put = std::get_if<PutItemRequest>(&action)) return key_of(put->item, table.key());
  if (const auto* update = std::get_if<UpdateItemRequest>(&action)) return update->key;
  if (const auto* remove = std::get_if<DeleteItemRequest>(&action)) return remove->key;
  return std::get<ConditionCheckRequest>(action).key;
}

const ConditionalWrite& conditional(const TransactWriteAction& action) {
  return std::visit([](const auto& one) -> const ConditionalWrite& { return one; }, action);
}

ConditionalWrite& conditional(TransactWriteAction& action) {
  return std::visit([](auto& one) -> ConditionalWrite& { return one; }, action);
}

/// Parses what the write has; an error is the store's to tell.
Result<void> parse(const ConditionalWrite& write, const UpdateItemRequest* update,
                   IndexedAction& action) {
  const bool legacy = write.expected || write.conditional_operator ||
                      (update != nullptr && update->attribute_updates);
  const bool has_update = update != nullptr && update->update_expression;
  if (legacy && (has_update || write.condition_expression)) return messages::contradictory();
  if (update != nullptr && update->attribute_updates) {
    ASSIGN_OR_RETURN(action.update, expression::update_from(*update->attribute_updates));
  }
  if (write.expected) {
    ASSIGN_OR_RETURN(
        action.condition,
        expression::condition_from_expected(
            *write.expected, write.conditional_operator.value_or(ConditionalOperator::all_of)));
  }
  expression::PlaceholderScope scope(write.placeholders);
  TRY(scope.check_given(has_update || write.condition_expression));
  if (has_update) {
    ASSIGN_OR_RETURN(action.update, expression::parse_update(*update->update_expression, scope));
  }
  if (write.condition_expression) {
    ASSIGN_OR_RETURN(action.condition, expression::parse_condition(*write.condition_expression,
                                                                   "ConditionExpression", scope));
  }
  return scope.check_all_used();
}

bool returns_what_it_can(const TransactWriteAction& action) {
  if (std::holds_alternative<UpdateItemRequest>(action)) return true;
  const ReturnValues values = conditional(action).return_values;
  return values == ReturnValues::none || values == ReturnValues::all_old;
}

/// Whether the update goes at the table's own key.
bool changes_key(const IndexedAction& action) {
  if (!action.update) return false;
  const auto targets = action.update->targets();
  return std::ranges::any_of(targets, [&](const expression::Path& target) {
    return find(action.key, target.attribute) != nullptr;
  });
}

/// A literal of a wrong type for an index key is refused whatever the item is.
Result<void> check_literals(const IndexedAction& action, const IndexTable& index) {
  Result<void> checked;
  index.key().for_each([&](const AttributeDefinition& part) {
    for (const UpdateAction& one : action.update->actions().actions) {
      const bool sets = one.verb == UpdateAction::Verb::set || one.verb == UpdateAction::Verb::add;
      if (!checked.ok() || !sets || one.value.kind != ValueExpression::Kind::literal) continue;
      if (one.target.attribute != part.name || !one.target.steps.empty()) continue;
      if (!has_type(one.value.literal, part.type))
        checked = messages::index_key_type_mismatch(part, one.value.literal, index.name());
    }
  });
  return checked;
}

/// What the service has against a value as a part of an index's key.
Result<void> check_key_part(const IndexedAction& action, const IndexTable& index,
                            const AttributeDefinition& part, const AttributeValue& value) {
  const bool is_partition = part.name == index.key().partition.name;
  if (can_be_key(value, part, is_partition)) return {};
  const bool is_update = action.update.has_value();
  if (!has_type(value, part.type))
    return is_update ? messages::updated_index_key_type()
                     : messages::index_key_type_mismatch(part, value, index.name());
  const auto* text = value.get_if<std::string>();
  const auto* binary = value.get_if<Binary>();
  const bool is_empty =
      (text != nullptr && text->empty()) || (binary != nullptr && binary->bytes.empty());
  if (is_empty)
    return is_update ? messages::updated_index_key_empty(part)
                     : messages::empty_index_key(part, index.name());
  return is_partition ? messages::partition_key_too_long() : messages::sort_key_too_long();
}

/// Keys that the write makes; what an update leaves as it was is let be, as the service does.
Result<void> check_index_keys(const IndexedAction& action, const IndexTable& index,
                              const std::optional<Item>& before, const Item& after) {
  Result<void> checked;
  index.key().for_each([&](const AttributeDefinition& part) {
    const AttributeValue* value = find(after, part.name);
    if (!checked.ok() || value == nullptr) return;
    const AttributeValue* old = action.update && before ? find(*before, part.name) : nullptr;
    if (old != nullptr && *old == *value) return;
    checked = check_key_part(action, index, part, *value);
  });
  return checked;
}

/// Whether the item has an entry: its keys are there, and can be keys.
bool is_in(const IndexTable& index, const Item& item) {
  bool all = true;
  index.key().for_each([&](const AttributeDefinition& part) {
    const AttributeValue* value = find(item, part.name);
    all = all && value != nullptr &&
          can_be_key(*value, part, part.name == index.key().partition.name);
  });
  return all;
}

Result<void> check_after(const IndexedAction& action, const std::optional<Item>& before,
                         const Item& after) {
  for (const auto& [name, value] : after)
    if (is_reserved_attribute(name)) return messages::hidden_attribute(name, "the item");
  for (const IndexTable& index : action.table->indexes) {
    if (!index.is_maintained()) continue;
    TRY(check_index_keys(action, index, before, after));
    if (!is_in(index, after)) continue;
    const Item key = entry_key(index, action.table->key(), after);
    if (find(key, index_table_sort)->get_if<std::string>()->size() > limits::sort_key_bytes_max)
      return messages::index_text_too_long(index.name());
  }
  return {};
}

AttributeValue new_version() {
  static thread_local std::mt19937_64 random{std::random_device{}()};
  std::uint64_t bits = random();
  std::string bytes;
  for (int i = 0; i < 8; ++i, bits >>= 8) bytes += static_cast<char>(bits & 0xFF);
  return Binary{std::move(bytes)};
}

/// That the item is still as it was read.
std::string guard(const IndexedAction& action, const StoredItem& stored, PlaceholderNames& names) {
  const std::string key = names.name(action.table->key().partition.name);
  if (!stored.item) return "attribute_not_exists(" + key + ")";
  const std::string version = names.name(std::string(item_version));
  if (!stored.version)
    return "attribute_exists(" + key + ") AND attribute_not_exists(" + version + ")";
  // The key is named as well, so that no placeholder is unused.
  return "attribute_exists(" + key + ") AND " + version + " = " + names.value(*stored.version);
}

/// Puts an item with a new version.
PutItemRequest put_of(const IndexedAction& action, const StoredItem& stored, Item after) {
  PutItemRequest put;
  put.table_name = conditional(action.request).table_name;
  put.item = std::move(after);
  put.item.insert_or_assign(std::string(item_version), new_version());
  PlaceholderNames names(put.placeholders);
  put.condition_expression = guard(action, stored, names);
  return put;
}

UpdateItemRequest update_of(const IndexedAction& action, const StoredItem& stored) {
  UpdateItemRequest update = std::get<UpdateItemRequest>(action.request);
  PlaceholderNames names(update.placeholders);
  const std::string version = names.name(std::string(item_version));
  update.update_expression =
      with_set(update.update_expression.value_or(""), version + " = " + names.value(new_version()));
  std::string guards = guard(action, stored, names);
  update.condition_expression = update.condition_expression
                                    ? as_operand(*update.condition_expression) + " AND " + guards
                                    : std::move(guards);
  return update;
}

DeleteItemRequest delete_of(const IndexedAction& action, const StoredItem& stored) {
  DeleteItemRequest remove;
  remove.table_name = conditional(action.request).table_name;
  remove.key = action.key;
  PlaceholderNames names(remove.placeholders);
  remove.condition_expression = guard(action, stored, names);
  return remove;
}

TransactWriteAction base_of(const IndexedAction& action, const StoredItem& stored,
                            const std::optional<Item>& after) {
  if (!after) return delete_of(action, stored);
  const auto* update = std::get_if<UpdateItemRequest>(&action.request);
  const bool is_legacy = update != nullptr && (update->attribute_updates || update->expected);
  if (update != nullptr && !is_legacy) return update_of(action, stored);
  return put_of(action, stored, *after);
}

/// What becomes of an item's entry in one index.
void add_entry_writes(const IndexedAction& action, const IndexTable& index,
                      const std::optional<Item>& before, const std::optional<Item>& after,
                      std::vector<TransactWriteAction>& writes) {
  const KeySchema& table_key = action.table->key();
  const bool was_in = before && is_in(index, *before);
  const bool is_there = after && is_in(index, *after);
  std::optional<Item> old_key;
  if (was_in) old_key = entry_key(index, table_key, *before);
  if (is_there) {
    PutItemRequest put;
    put.table_name = index.table();
    put.item = entry_of(index, table_key, *after);
    const bool is_same = was_in && entry_of(index, table_key, *before) == put.item;
    if (is_same && !action.writes_all_entries) return;
    if (old_key == entry_key(index, table_key, *after)) old_key.reset();
    writes.emplace_back(std::move(put));
  }
  if (!old_key) return;
  DeleteItemRequest remove;
  remove.table_name = index.table();
  remove.key = *std::move(old_key);
  writes.emplace_back(std::move(remove));
}

}  // namespace

Result<void> check_static(const IndexedAction& action) {
  if (const auto* put = std::get_if<PutItemRequest>(&action.request))
    TRY(check_after(action, std::nullopt, put->item));
  if (action.update) {
    for (const IndexTable& index : action.table->indexes)
      if (index.is_maintained()) TRY(check_literals(action, index));
    TRY(check_key_paths(*action.table->layout, action.update->targets()));
    TRY(check_key_paths(*action.table->layout, action.update->operands()));
  }
  if (action.condition) TRY(check_key_paths(*action.table->layout, action.condition->paths()));
  return {};
}

std::optional<IndexedAction> understand(IndexedTablePtr table, const TransactWriteAction& request) {
  IndexedAction action{std::move(table), request, {}, {}, {}};
  const auto* put = std::get_if<PutItemRequest>(&request);
  const auto* update = std::get_if<UpdateItemRequest>(&request);
  action.key = key_of_action(*action.table, request);
  if (!check_key(action.key, action.table->key()).ok()) return std::nullopt;
  if (put != nullptr && size_bytes(put->item) > limits::item_bytes_max) return std::nullopt;
  if (!returns_what_it_can(request)) return std::nullopt;
  if (!parse(conditional(request), update, action).ok()) return std::nullopt;
  if (changes_key(action)) return std::nullopt;
  // An update of nothing makes an item of its key.
  if (update != nullptr && !action.update) action.update = expression::update_from({}).value();
  return action;
}

TransactWriteAction harmless(TransactWriteAction action, const KeySchema& key) {
  ConditionalWrite& write = conditional(action);
  if (write.condition_expression || write.expected || write.conditional_operator) return action;
  PlaceholderNames names(write.placeholders);
  const bool had_names = write.placeholders.names.has_value();
  if (had_names || write.placeholders.values) return action;
  const std::string name = names.name(key.partition.name);
  write.condition_expression =
      "attribute_exists(" + name + ") AND attribute_not_exists(" + name + ")";
  return action;
}

StoredItem unversioned(std::optional<Item> stored) {
  StoredItem split{std::move(stored), std::nullopt};
  if (!split.item) return split;
  if (const auto at = split.item->find(item_version); at != split.item->end()) {
    split.version = std::move(at->second);
    split.item->erase(at);
  }
  return split;
}

Result<std::optional<Item>> outcome(const IndexedAction& action,
                                    const std::optional<Item>& before) {
  static const Item nothing;
  TRY(check_static(action));
  if (action.condition && !action.condition->holds(before ? *before : nothing)) {
    Error error = Error::conditional_check_failed();
    const bool shows = conditional(action.request).on_condition_check_failure ==
                       ReturnValuesOnConditionCheckFailure::all_old;
    if (shows && before) error.mutable_detail().item = *before;
    return error;
  }
  std::optional<Item> after;
  if (const auto* put = std::get_if<PutItemRequest>(&action.request)) {
    after = put->item;
  } else if (action.update) {
    ASSIGN_OR_RETURN(after, action.update->apply(before ? *before : action.key));
    if (size_bytes(*after) > limits::item_bytes_max) return messages::updated_item_too_large();
  } else if (std::holds_alternative<ConditionCheckRequest>(action.request)) {
    after = before;
  }
  if (after) TRY(check_after(action, before, *after));
  return after;
}

Result<PhysicalWrites> physical_writes(const IndexedAction& action, const StoredItem& stored,
                                       const std::optional<Item>& after) {
  PhysicalWrites writes{action.request, {}};
  if (std::holds_alternative<ConditionCheckRequest>(action.request)) return writes;
  writes.base = base_of(action, stored, after);
  ConditionalWrite& base = conditional(writes.base);
  base.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  base.return_values = ReturnValues::none;
  base.return_consumed_capacity = conditional(action.request).return_consumed_capacity;
  base.return_item_collection_metrics = conditional(action.request).return_item_collection_metrics;
  for (const IndexTable& index : action.table->indexes)
    if (index.is_maintained()) add_entry_writes(action, index, stored.item, after, writes.entries);
  return writes;
}

ConditionCheckRequest failing_check(const IndexedAction& action) {
  ConditionCheckRequest check;
  check.table_name = conditional(action.request).table_name;
  check.key = action.key;
  check.condition_expression = "attribute_exists(#p) AND attribute_not_exists(#p)";
  check.placeholders.names = ExpressionNames{{"#p", action.table->key().partition.name}};
  check.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  return check;
}

std::optional<Item> returned_values(const IndexedAction& action, const std::optional<Item>& before,
                                    const std::optional<Item>& after) {
  const auto touched = [&](const std::optional<Item>& item) -> std::optional<Item> {
    if (!item || !action.update) return std::nullopt;
    Item parts = action.update->touched(*item);
    return parts.empty() ? std::nullopt : std::optional(std::move(parts));
  };
  switch (conditional(action.request).return_values) {
    case ReturnValues::none: break;
    case ReturnValues::all_old: return before;
    case ReturnValues::all_new: return after;
    case ReturnValues::updated_old: return touched(before);
    case ReturnValues::updated_new: return touched(after);
  }
  return std::nullopt;
}

}  // namespace isotherm::gateway
