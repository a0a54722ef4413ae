#include "gateway/write_plan.h"

#include <algorithm>

#include "expression/condition.h"
#include "gateway/key_checks.h"
#include "gateway/messages.h"
#include "gateway/shard_attribute.h"
#include "model/limits.h"

namespace isotherm::gateway {
namespace {

Result<std::optional<expression::Condition>> parse_condition(const ConditionalWrite& request) {
  std::optional<expression::Condition> condition;
  if (request.expected) {
    ASSIGN_OR_RETURN(
        condition,
        expression::condition_from_expected(
            *request.expected, request.conditional_operator.value_or(ConditionalOperator::all_of)));
  }
  expression::PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.condition_expression.has_value()));
  if (request.condition_expression) {
    ASSIGN_OR_RETURN(condition, expression::parse_condition(*request.condition_expression,
                                                            "ConditionExpression", scope));
    TRY(scope.check_all_used());
  }
  return condition;
}

/// Whether an item has the table's key: else the store's complaint about that comes first.
bool has_table_key(const Layout& layout, const Item& item) {
  if (!layout.physical()) return true;
  const KeySchema& key = layout.physical()->key;
  return check_key(key_of(item, key), key).ok();
}

bool is_acceptable(const Layout& layout, const PutItemRequest& request) {
  const bool values =
      request.return_values == ReturnValues::none || request.return_values == ReturnValues::all_old;
  return values && !(request.expected && request.condition_expression) &&
         size_bytes(request.item) <= limits::item_bytes_max && has_good_condition(request) &&
         has_table_key(layout, request.item);
}

Result<void> check_hidden(const Layout& layout, const Item& item, std::string_view place) {
  for (const ShardedIndex& index : layout.indexes())
    if (find(item, index.attribute()) != nullptr)
      return messages::hidden_attribute(index.attribute(), place);
  return {};
}

/// Whether the store refuses an item for this index.
bool has_bad_key(const Item& item, const KeySchema& key) {
  const auto is_bad = [&](const AttributeDefinition& attribute, bool is_partition) {
    const AttributeValue* value = find(item, attribute.name);
    return value != nullptr && !can_be_key(*value, attribute, is_partition);
  };
  bool bad = false;
  key.for_each_partition([&](const auto& part) { bad = bad || is_bad(part, true); });
  key.for_each_sort([&](const auto& part) { bad = bad || is_bad(part, false); });
  return bad;
}

/// Whether the store refuses an item for any of its indexes.
bool has_bad_key(const Layout& layout, const Item& item) {
  if (!layout.physical()) return false;
  const auto is_bad = [&](const auto& index) { return has_bad_key(item, index.key); };
  return std::ranges::any_of(layout.physical()->local_indexes, is_bad) ||
         std::ranges::any_of(layout.physical()->global_indexes, is_bad);
}

/// What is said of an item with bad index keys: of the first bad one, in the order of the indexes.
/// False: the store says it.
Result<bool> first_complaint(const Layout& layout, const Item& item,
                             const std::vector<std::pair<const ShardedIndex*, Error>>& errors) {
  if (!layout.physical()) return errors.front().second;
  for (const LocalSecondaryIndex& index : layout.physical()->local_indexes)
    if (has_bad_key(item, index.key)) return false;
  for (const GlobalSecondaryIndex& index : layout.physical()->global_indexes) {
    for (const auto& [sharded, error] : errors)
      if (sharded->rule.physical == index.name) return error;
    if (has_bad_key(item, index.key)) return false;
  }
  return errors.front().second;
}

}  // namespace

bool has_good_condition(const ConditionalWrite& request) { return parse_condition(request).ok(); }

Result<void> check_condition(const Layout& layout, const ConditionalWrite& request) {
  if (request.expected)
    for (const ShardedIndex& index : layout.indexes())
      if (request.expected->contains(index.attribute()))
        return messages::hidden_attribute(index.attribute(), "Expected");
  if (!request.condition_expression ||
      !may_need_check(layout, *request.condition_expression, request.placeholders))
    return {};
  expression::PlaceholderScope scope(request.placeholders);
  const auto condition =
      expression::parse_condition(*request.condition_expression, "ConditionExpression", scope);
  if (!condition.ok()) return {};
  return check_paths(layout, condition->paths(), "ConditionExpression");
}

Result<bool> complete_item(const Layout& layout, Item& item) {
  TRY(check_hidden(layout, item, "the item"));
  std::vector<std::pair<const ShardedIndex*, AttributeValue>> values;
  std::vector<std::pair<const ShardedIndex*, Error>> errors;
  for (const ShardedIndex& index : layout.indexes()) {
    auto value = shard_attribute(index, item);
    if (!value.ok())
      errors.emplace_back(&index, std::move(value).error());
    else if (*value)
      values.emplace_back(&index, **std::move(value));
  }
  if (!errors.empty()) return first_complaint(layout, item, errors);
  if (has_bad_key(layout, item)) return false;
  for (auto& [index, value] : values) item.insert_or_assign(index->attribute(), std::move(value));
  return true;
}

Result<Planned<PutItemRequest>> plan_put(const Layout& layout, PutItemRequest request) {
  TRY(check_hidden(layout, request.item, "the item"));
  Planned<PutItemRequest> planned{Route::rewritten, std::move(request)};
  if (!is_acceptable(layout, planned.request)) {
    // The store refuses it in its own words. Should it not, the attributes are there all the same.
    Item completed = planned.request.item;
    if (complete_item(layout, completed).ok()) planned.request.item = std::move(completed);
    return planned;
  }
  TRY(complete_item(layout, planned.request.item));
  TRY(check_condition(layout, planned.request));
  return planned;
}

Result<Planned<DeleteItemRequest>> plan_delete(const Layout& layout, DeleteItemRequest request) {
  TRY(check_condition(layout, request));
  return Planned<DeleteItemRequest>{Route::rewritten, std::move(request)};
}

Result<bool> plan_batch(const Layout& layout, std::vector<WriteRequest>& writes) {
  bool is_refused_below = false;
  for (WriteRequest& write : writes) {
    const auto* remove = std::get_if<DeleteRequest>(&write);
    if (remove != nullptr && layout.physical() &&
        !check_key(remove->key, layout.physical()->key).ok())
      is_refused_below = true;
    auto* put = std::get_if<PutRequest>(&write);
    if (put == nullptr) continue;
    TRY(check_hidden(layout, put->item, "the item"));
    if (!has_table_key(layout, put->item)) is_refused_below = true;
    const Result<bool> completed = complete_item(layout, put->item);
    if (!is_refused_below && !completed.ok()) return completed.error();
    if (!completed.ok() || !*completed) is_refused_below = true;
  }
  return !is_refused_below;
}

bool is_acceptable(const BatchWriteItemRequest& request) {
  std::size_t count = 0;
  for (const auto& [table, writes] : request.request_items) {
    count += writes.size();
    for (const WriteRequest& write : writes)
      if (const auto* put = std::get_if<PutRequest>(&write))
        if (size_bytes(put->item) > limits::item_bytes_max) return false;
  }
  return count <= limits::batch_write_requests_max;
}

}  // namespace isotherm::gateway
