#include "gateway/drawn_items.h"

#include "gateway/aggregate.h"
#include "gateway/key_checks.h"
#include "gateway/key_messages.h"
#include "gateway/key_requests.h"
#include "gateway/messages.h"
#include "gateway/placeholder_names.h"
#include "gateway/update_plan.h"
#include "gateway/update_text.h"
#include "gateway/write_plan.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

/// Adds a copy to what was found.
Result<void> add_copy(const KeyLayout& layout, StoredPart copy, std::optional<DrawnItem>& found) {
  if (!found)
    found = DrawnItem{std::move(copy.item), {}};
  else if (found->item != copy.item)
    return messages::put_twice(layout.physical().name, key_of(copy.item, layout.key()));
  found->shards.push_back(copy.shard);
  return {};
}

}  // namespace

Task<Result<DrawnItems>> find_drawn(SpreadTable table, std::vector<Item> keys, bool consistent,
                                    ReturnConsumedCapacity capacity) {
  const KeyLayout& layout = *table.layout;
  CO_ASSIGN_OR_RETURN(ShardReads read,
                      co_await read_shards(table, std::move(keys), consistent, capacity));
  DrawnItems found{{}, std::move(read.unprocessed), std::move(read.consumed)};
  for (std::vector<StoredPart>& copies : read.parts) {
    std::optional<DrawnItem>& item = found.items.emplace_back();
    for (StoredPart& copy : copies) CO_TRY(add_copy(layout, std::move(copy), item));
  }
  co_return found;
}

Task<Result<std::optional<DrawnItem>>> find_drawn(SpreadTable table, Item key,
                                                  ConsumedCapacity* consumed) {
  CO_ASSIGN_OR_RETURN(DrawnItems found, co_await find_drawn(table, {std::move(key)}, true,
                                                            ReturnConsumedCapacity::indexes));
  if (found.unprocessed[0]) co_return messages::shard_not_answered();
  if (consumed != nullptr) *consumed += found.consumed;
  co_return std::move(found.items[0]);
}

Task<Result<GetItemResponse>> get_drawn(SpreadTable table, GetItemRequest request) {
  const KeyLayout& layout = *table.layout;
  GetItemRequest first = request;
  CO_ASSIGN_OR_RETURN(const bool is_placed, place(layout, first, 0));
  const auto projection = shown_of(layout, request);
  // The store says what is wrong.
  if (!is_placed || !projection.ok())
    co_return restored(layout, co_await table.below.get_item(std::move(first)));
  CO_ASSIGN_OR_RETURN(DrawnItems found,
                      co_await find_drawn(table, {request.key}, request.consistent_read,
                                          request.return_consumed_capacity));
  if (found.unprocessed[0]) co_return messages::shard_not_answered();
  GetItemResponse response;
  response.consumed = std::move(found.consumed);
  if (found.items[0]) response.item = std::move(found.items[0]->item);
  if (response.item && *projection) response.item = (*projection)->project(*response.item);
  co_return response;
}

Result<std::optional<Item>> joined(const KeyLayout& layout, std::vector<StoredPart> parts) {
  if (is_parted(layout)) return combined(layout, std::move(parts));
  std::optional<DrawnItem> found;
  for (StoredPart& copy : parts) TRY(add_copy(layout, std::move(copy), found));
  return found ? std::optional(std::move(found->item)) : std::optional<Item>();
}

Result<void> check_put(const KeyLayout& layout, const PutItemRequest& request) {
  if (request.condition_expression || request.expected) return messages::drawn_condition(layout);
  if (request.return_values == ReturnValues::all_old) return messages::drawn_old_values(layout);
  return {};
}

Task<Result<WriteItemResponse>> put_drawn(SpreadTable table, PutItemRequest request) {
  const KeyLayout& layout = *table.layout;
  const Item key = key_of(request.item, layout.key());
  const bool is_good = has_good_condition(request) && check_key(key, layout.key()).ok();
  if (is_good) CO_TRY(check_put(layout, request));
  const sharding::Shard shard = layout.draw(request.item);
  CO_TRY(place(layout, request, shard));
  Result<WriteItemResponse> answer = co_await table.below.put_item(std::move(request));
  if (!is_good && !answer.ok()) co_return logical_error(layout, key, std::move(answer).error());
  co_return restored(layout, std::move(answer));
}

Task<Result<WriteItemResponse>> delete_drawn(SpreadTable table, DeleteItemRequest request) {
  const KeyLayout& layout = *table.layout;
  std::vector<sharding::Shard> shards = {0};
  ConsumedCapacity consumed;
  if (has_good_condition(request) && check_key(request.key, layout.key()).ok()) {
    CO_ASSIGN_OR_RETURN(const ShardReads found, co_await read_shards(table, {request.key}, true,
                                                                     ReturnConsumedCapacity::none));
    if (found.unprocessed[0]) co_return messages::shard_not_answered();
    // Where there is none, any shard can say so.
    if (!found.parts[0].empty()) shards.clear();
    for (const StoredPart& copy : found.parts[0]) shards.push_back(copy.shard);
  }
  Result<WriteItemResponse> last = WriteItemResponse();
  for (const sharding::Shard shard : shards) {
    DeleteItemRequest one = request;
    CO_TRY(place(layout, one, shard));
    last = restored(layout, co_await table.below.delete_item(std::move(one)));
    if (!last.ok()) co_return last;
    consumed += last->consumed;
  }
  const std::string name = last->consumed.table_name;
  last->consumed = std::move(consumed);
  last->consumed.table_name = name;
  co_return last;
}

namespace {

/// Makes an update fail on an item that is gone: it would make another one.
Result<void> guard(const KeyLayout& layout, UpdateItemRequest& request) {
  request.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  if (request.attribute_updates || request.expected || request.conditional_operator) {
    if (request.conditional_operator == ConditionalOperator::any_of)
      return messages::legacy_guard(layout.partition());
    if (!request.expected) request.expected.emplace();
    ExpectedAttribute there;
    there.op = ComparisonOperator::not_null;
    request.expected->emplace(layout.partition(), std::move(there));
    return {};
  }
  PlaceholderNames names(request.placeholders);
  const std::string there = "attribute_exists(" + names.name(layout.partition()) + ")";
  request.condition_expression = request.condition_expression
                                     ? as_operand(*request.condition_expression) + " AND " + there
                                     : there;
  return {};
}

/// The answer of an attempt; nothing: the item was gone.
std::optional<Result<WriteItemResponse>> settled(const UpdateItemRequest& asked,
                                                 Result<WriteItemResponse> answer) {
  if (answer.ok() || answer.error().code() != ErrorCode::conditional_check_failed) return answer;
  if (!answer.error().detail().item) return std::nullopt;
  Error error = std::move(answer).error();
  if (asked.on_condition_check_failure != ReturnValuesOnConditionCheckFailure::all_old)
    error.mutable_detail().item.reset();
  return error;
}

}  // namespace

Task<Result<WriteItemResponse>> update_drawn(SpreadTable table, UpdateItemRequest request,
                                             int attempts) {
  const KeyLayout& layout = *table.layout;
  if (!has_good_expressions(request) || !check_key(request.key, layout.key()).ok()) {
    CO_TRY(place(layout, request, 0));
    co_return restored(layout, co_await table.below.update_item(std::move(request)));
  }
  for (int attempt = 0; attempt < attempts; ++attempt) {
    CO_ASSIGN_OR_RETURN(const auto found, co_await find_drawn(table, request.key));
    if (!found) co_return messages::drawn_upsert(layout);
    if (found->shards.size() > 1)
      co_return messages::put_twice(layout.physical().name, request.key);
    UpdateItemRequest one = request;
    CO_TRY(guard(layout, one));
    CO_TRY(place(layout, one, found->shards[0]));
    auto answer =
        settled(request, restored(layout, co_await table.below.update_item(std::move(one))));
    if (answer) co_return *std::move(answer);
  }
  co_return messages::too_many_writers();
}

}  // namespace isotherm::gateway
