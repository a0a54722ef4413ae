// DeleteItem: removes an item, or nothing when there is none.

#include "store/engine/item_write.h"
#include "store/engine/key_checks.h"
#include "store/engine/messages.h"
#include "store/engine/operations.h"
#include "store/engine/parameter_checks.h"

namespace isotherm::engine {

namespace {

Result<void> check(const ItemWrite& write, const Table& table) {
  TRY(check_key(*write.key, table.description.key));
  if (write.condition) TRY(check_key_paths(write.condition->paths(), table));
  return {};
}

}  // namespace

Result<ItemWrite> prepare(const DeleteItemRequest& request) {
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

  expression::PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.condition_expression.has_value()));
  if (request.condition_expression) {
    ASSIGN_OR_RETURN(write.condition, parse_condition(request, scope));
    TRY(scope.check_all_used());
  }
  write.key = &request.key;
  write.check = check;
  return write;
}

Result<WriteItemResponse> delete_item(Core& core, const DeleteItemRequest& request) {
  ASSIGN_OR_RETURN(const ItemWrite write, prepare(request));
  return write_item(core, write);
}

}  // namespace isotherm::engine
