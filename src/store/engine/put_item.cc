// PutItem: writes an item, in place of the one with its key.

#include "model/limits.h"
#include "store/engine/item_write.h"
#include "store/engine/key_checks.h"
#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/parameter_checks.h"

namespace isotherm::engine {

namespace {

Result<void> check(const ItemWrite& write, const Table& table) {
  TRY(check_item_key(*write.replacement, table.description.key));
  TRY(check_index_keys(*write.replacement, table));
  if (write.condition) TRY(check_key_paths(write.condition->paths(), table));
  return {};
}

}  // namespace

Result<ItemWrite> prepare(const PutItemRequest& request) {
  TRY(check_parameters({{"ConditionExpression", request.condition_expression.has_value()}},
                       {{"Expected", request.expected.has_value()},
                        {"ConditionalOperator", request.conditional_operator.has_value()}},
                       request.placeholders));
  if (request.return_values != ReturnValues::none &&
      request.return_values != ReturnValues::all_old) {
    return messages::return_values_of_replacement();
  }
  ItemWrite write(request);
  ASSIGN_OR_RETURN(write.condition, legacy_condition(request));
  if (size_bytes(request.item) > limits::item_bytes_max) return messages::item_too_large();

  expression::PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.condition_expression.has_value()));
  if (request.condition_expression) {
    ASSIGN_OR_RETURN(write.condition, parse_condition(request, scope));
    TRY(scope.check_all_used());
  }
  write.key = &request.item;
  write.check = check;
  write.replacement = &request.item;
  return write;
}

Result<WriteItemResponse> put_item(Core& core, const PutItemRequest& request) {
  ASSIGN_OR_RETURN(const ItemWrite write, prepare(request));
  return write_item(core, write);
}

}  // namespace isotherm::engine
