// UpdateItem: changes attributes of an item, or makes one.

#include "expression/update.h"
#include "expression/update_actions.h"
#include "model/limits.h"
#include "store/engine/item_write.h"
#include "store/engine/key_checks.h"
#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/parameter_checks.h"

namespace isotherm::engine {
namespace {

/// Index keys that the update sets to a literal, which can be checked without the item.
Result<void> check_literals(const expression::Update& update, const Table& table) {
  const auto check = [&](const AttributeDefinition& key, const Index& index) -> Result<void> {
    for (const expression::UpdateAction& action : update.actions().actions) {
      const bool sets = action.verb == expression::UpdateAction::Verb::set ||
                        action.verb == expression::UpdateAction::Verb::add;
      if (!sets || action.value.kind != expression::ValueExpression::Kind::literal) continue;
      if (action.target.attribute != key.name || !action.target.steps.empty()) continue;
      if (!has_type(action.value.literal, key.type)) {
        return messages::index_key_type_mismatch(key, action.value.literal, index.name);
      }
    }
    return {};
  };
  for (const Index& index : table.indexes) {
    Result<void> checked;
    index.key.for_each([&](const AttributeDefinition& part) {
      if (checked.ok()) checked = check(part, index);
    });
    TRY(checked);
  }
  return {};
}

/// Key attributes are no targets.
Result<void> check_targets(const expression::Update& update, const Table& table) {
  const auto check = [&](const AttributeDefinition& key) -> Result<void> {
    for (const expression::Path& target : update.targets()) {
      if (target.attribute == key.name) return messages::key_update(key.name);
    }
    return {};
  };
  TRY(check(table.description.key.partition));
  if (table.description.key.sort) TRY(check(*table.description.key.sort));
  TRY(check_literals(update, table));
  TRY(check_key_paths(update.targets(), table));
  return check_key_paths(update.operands(), table);
}

Result<void> check(const ItemWrite& write, const Table& table) {
  TRY(check_key(*write.key, table.description.key));
  if (write.update) TRY(check_targets(*write.update, table));
  if (write.condition) TRY(check_key_paths(write.condition->paths(), table));
  return {};
}

Result<Item> evolve(const ItemWrite& write, const Table& table, const Item* before) {
  const Item& start = before != nullptr ? *before : *write.key;
  if (!write.update) return start;
  ASSIGN_OR_RETURN(Item after, write.update->apply(start));
  TRY(check_updated_index_keys(after, before, table));
  if (size_bytes(after) > limits::item_bytes_max) return messages::updated_item_too_large();
  return after;
}

Item touched(const ItemWrite& write, const Item& item) {
  return write.update ? write.update->touched(item) : Item();
}

}  // namespace

Result<ItemWrite> prepare(const UpdateItemRequest& request) {
  TRY(check_parameters({{"UpdateExpression", request.update_expression.has_value()},
                        {"ConditionExpression", request.condition_expression.has_value()}},
                       {{"AttributeUpdates", request.attribute_updates.has_value()},
                        {"Expected", request.expected.has_value()},
                        {"ConditionalOperator", request.conditional_operator.has_value()}},
                       request.placeholders));
  ItemWrite write(request);
  if (request.attribute_updates) {
    ASSIGN_OR_RETURN(write.update, expression::update_from(*request.attribute_updates));
  }
  ASSIGN_OR_RETURN(write.condition, legacy_condition(request));

  expression::PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.update_expression || request.condition_expression));
  if (request.update_expression) {
    ASSIGN_OR_RETURN(write.update, expression::parse_update(*request.update_expression, scope));
  }
  if (request.condition_expression) {
    ASSIGN_OR_RETURN(write.condition, parse_condition(request, scope));
  }
  TRY(scope.check_all_used());

  write.key = &request.key;
  write.check = check;
  write.evolve = evolve;
  write.touched = touched;
  return write;
}

Result<WriteItemResponse> update_item(Core& core, const UpdateItemRequest& request) {
  ASSIGN_OR_RETURN(const ItemWrite write, prepare(request));
  return write_item(core, write);
}

}  // namespace isotherm::engine
