#include "gateway/read_plan.h"

#include "expression/condition.h"
#include "expression/projection.h"
#include "gateway/cursor.h"
#include "gateway/key_checks.h"
#include "gateway/messages.h"

namespace isotherm::gateway {
namespace {

using expression::PlaceholderScope;

Result<void> check_names(const Layout& layout, const std::vector<std::string>& names,
                         std::string_view place) {
  for (const std::string& name : names)
    if (layout.hides(name)) return messages::hidden_attribute(name, place);
  return {};
}

Result<void> check_names(const Layout& layout, const LegacyConditions& conditions,
                         std::string_view place) {
  for (const auto& [name, condition] : conditions)
    if (layout.hides(name)) return messages::hidden_attribute(name, place);
  return {};
}

/// A text that does not parse is the store's to refuse.
Result<void> check_projection(const Layout& layout, const std::optional<std::string>& text,
                              const ExpressionPlaceholders& placeholders) {
  if (!text || !may_need_check(layout, *text, placeholders)) return {};
  PlaceholderScope scope(placeholders);
  const auto projection = expression::parse_projection(*text, scope);
  if (!projection.ok()) return {};
  return check_paths(layout, projection->paths, "ProjectionExpression");
}

Result<void> check_filter(const Layout& layout, const ReadManyRequest& request) {
  const auto& text = request.filter_expression;
  if (!text || !may_need_check(layout, *text, request.placeholders)) return {};
  PlaceholderScope scope(request.placeholders);
  const auto filter = expression::parse_condition(*text, "FilterExpression", scope);
  if (!filter.ok()) return {};
  return check_paths(layout, filter->paths(), "FilterExpression");
}

Result<void> check_shown(const Layout& layout, const ReadManyRequest& request) {
  TRY(check_projection(layout, request.projection_expression, request.placeholders));
  TRY(check_filter(layout, request));
  if (request.attributes_to_get)
    TRY(check_names(layout, *request.attributes_to_get, "AttributesToGet"));
  return {};
}

/// Physical indexes are nobody's to read.
Result<void> check_index(const Layout& layout, const std::optional<std::string>& index) {
  if (index && layout.find_physical(*index) != nullptr) return messages::no_such_index(*index);
  return {};
}

/// Makes a scan of a sharded index one of the physical index.
Result<void> translate_scan(const Layout& layout, const ShardedIndex& index, ScanRequest& request) {
  if (!index.misfit.empty()) return messages::rule_does_not_fit(index);
  if (request.exclusive_start_key) {
    const KeySchema& table_key = layout.physical()->key;
    ASSIGN_OR_RETURN(const Position position,
                     read_cursor(index, table_key, *std::move(request.exclusive_start_key)));
    ASSIGN_OR_RETURN(request.exclusive_start_key, physical_start_key(index, table_key, position));
  }
  request.index_name = index.rule.physical;
  return {};
}

}  // namespace

Result<Planned<GetItemRequest>> plan_get(const Layout& layout, GetItemRequest request) {
  TRY(check_projection(layout, request.projection_expression, request.placeholders));
  if (request.attributes_to_get)
    TRY(check_names(layout, *request.attributes_to_get, "AttributesToGet"));
  return Planned<GetItemRequest>{Route::pass_through, std::move(request)};
}

Result<void> plan_batch_get(const Layout& layout, const KeysAndAttributes& keys) {
  TRY(check_projection(layout, keys.projection_expression, {keys.names, std::nullopt}));
  if (keys.attributes_to_get) TRY(check_names(layout, *keys.attributes_to_get, "AttributesToGet"));
  return {};
}

Result<void> check_get(const Layout& layout, const TransactGet& get) {
  return check_projection(layout, get.projection_expression, {get.names, std::nullopt});
}

Result<Planned<QueryRequest>> plan_plain_query(const Layout& layout, QueryRequest request) {
  TRY(check_index(layout, request.index_name));
  TRY(check_shown(layout, request));
  if (request.query_filter) TRY(check_names(layout, *request.query_filter, "QueryFilter"));
  return Planned<QueryRequest>{Route::pass_through, std::move(request)};
}

Result<Planned<ScanRequest>> plan_scan(const Layout& layout, ScanRequest request) {
  Planned<ScanRequest> planned{Route::pass_through, std::move(request)};
  TRY(check_index(layout, planned.request.index_name));
  TRY(check_shown(layout, planned.request));
  if (planned.request.scan_filter)
    TRY(check_names(layout, *planned.request.scan_filter, "ScanFilter"));
  const ShardedIndex* index =
      planned.request.index_name ? layout.find_index(*planned.request.index_name) : nullptr;
  if (index == nullptr || !index->live) return planned;
  TRY(translate_scan(layout, *index, planned.request));
  planned.route = Route::rewritten;
  return planned;
}

}  // namespace isotherm::gateway
