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
    TRY(check(index.key.partition, index));
    if (index.key.sort) TRY(check(*index.key.sort, index));
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

}  // namespace

Result<WriteItemResponse> update_item(Core& core, const UpdateItemRequest& request) {
  TRY(check_parameters({{"UpdateExpression", request.update_expression.has_value()},
                        {"ConditionExpression", request.condition_expression.has_value()}},
                       {{"AttributeUpdates", request.attribute_updates.has_value()},
                        {"Expected", request.expected.has_value()},
                        {"ConditionalOperator", request.conditional_operator.has_value()}},
                       request.placeholders));
  ItemWrite write{.request = request};
  std::optional<expression::Update> update;
  if (request.attribute_updates) {
    ASSIGN_OR_RETURN(update, expression::update_from(*request.attribute_updates));
  }
  ASSIGN_OR_RETURN(write.condition, legacy_condition(request));

  expression::PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.update_expression || request.condition_expression));
  if (request.update_expression) {
    ASSIGN_OR_RETURN(update, expression::parse_update(*request.update_expression, scope));
  }
  if (request.condition_expression) {
    ASSIGN_OR_RETURN(write.condition, parse_condition(request, scope));
  }
  TRY(scope.check_all_used());

  write.key = &request.key;
  write.check = [&](const Table& table) -> Result<void> {
    TRY(check_key(request.key, table.description.key));
    if (update) TRY(check_targets(*update, table));
    if (write.condition) TRY(check_key_paths(write.condition->paths(), table));
    return {};
  };
  write.evolve = [&](const Table& table, const Item* before) -> Result<Item> {
    const Item& start = before != nullptr ? *before : request.key;
    if (!update) return start;
    ASSIGN_OR_RETURN(Item after, update->apply(start));
    TRY(check_updated_index_keys(after, before, table));
    if (size_bytes(after) > limits::item_bytes_max) return messages::updated_item_too_large();
    return after;
  };
  write.touched = [&](const Item& item) { return update ? update->touched(item) : Item(); };
  return write_item(core, write);
}

}  // namespace isotherm::engine
