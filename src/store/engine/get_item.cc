// GetItem: one item by its key.

#include "store/engine/item_change.h"
#include "store/engine/key_checks.h"
#include "store/engine/operations.h"
#include "store/engine/parameter_checks.h"

namespace isotherm::engine {

Result<GetItemResponse> get_item(Core& core, const GetItemRequest& request) {
  TRY(check_parameters({{"ProjectionExpression", request.projection_expression.has_value()}},
                       {{"AttributesToGet", request.attributes_to_get.has_value()}},
                       request.placeholders));
  TRY(check_attributes_to_get(request.attributes_to_get));
  expression::PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.projection_expression.has_value()));
  ASSIGN_OR_RETURN(const auto projection, parse_projection(request.projection_expression,
                                                           request.attributes_to_get, scope));
  TRY(scope.check_all_used());

  ASSIGN_OR_RETURN(const TablePtr table, core.tables().open(request.table_name));
  TRY(check_key(request.key, table->description.key));
  if (projection) TRY(check_key_paths(projection->paths, *table));

  const RecordKey key = item_key(table->id, table->description.key, request.key);
  ASSIGN_OR_RETURN(
      std::optional<SizedItem> found,
      core.read_item(key.bytes(), core.state_for(request.consistent_read, false).get()));
  const double units = read_units(found ? found->size : 0, request.consistent_read);
  TRY(admit_read_of(core, *table, key, request.key, units));

  GetItemResponse response;
  response.consumed.table_name = table->description.name;
  response.consumed.table.read_units = units;
  if (found) response.item = projection ? projection->project(found->item) : std::move(found->item);
  return response;
}

}  // namespace isotherm::engine
