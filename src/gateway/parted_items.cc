#include "gateway/parted_items.h"

#include <algorithm>

#include "expression/update_actions.h"
#include "gateway/drawn_items.h"
#include "gateway/key_checks.h"
#include "gateway/key_messages.h"
#include "gateway/key_requests.h"
#include "gateway/messages.h"
#include "gateway/placeholder_names.h"
#include "gateway/update_plan.h"
#include "gateway/write_plan.h"
#include "model/error_detail.h"
#include "model/limits.h"

namespace isotherm::gateway {
namespace {

/// Every shard of a key but its home.
Result<std::vector<Item>> part_keys(const KeyLayout& layout, const Item& key) {
  ASSIGN_OR_RETURN(const sharding::Shard home, layout.shard_of(key));
  std::vector<Item> keys;
  for (sharding::Shard shard = 0; shard < layout.shards_of(key); ++shard) {
    if (shard == home) continue;
    keys.push_back(key);
    TRY(layout.place_key(keys.back(), shard));
  }
  return keys;
}

DeleteItemRequest delete_of(const KeyLayout& layout, Item key) {
  DeleteItemRequest request;
  request.table_name = layout.physical().name;
  request.key = std::move(key);
  return request;
}

UpdateItemRequest update_of(const KeyLayout& layout, Item key) {
  UpdateItemRequest request;
  request.table_name = layout.physical().name;
  request.key = std::move(key);
  return request;
}

/// An update that makes the home when there is none, and changes nothing.
Result<UpdateItemRequest> touch(const KeyLayout& layout, const Item& key) {
  UpdateItemRequest request = update_of(layout, key);
  TRY(place(layout, request));
  return request;
}

/// What becomes of a part when aggregates are reset: of the update, what is about them; set values
/// stay at home.
Result<UpdateItemRequest> part_reset(const KeyLayout& layout, const expression::Update& update,
                                     Item part_key, const AttributeValue& partition) {
  using Verb = expression::UpdateAction::Verb;
  UpdateItemRequest request = update_of(layout, std::move(part_key));
  PlaceholderNames names(request.placeholders);
  std::string removed;
  std::string deleted;
  for (const expression::UpdateAction& action : update.actions().actions) {
    if (!layout.rule().aggregates.contains(action.target.attribute)) continue;
    const std::string name = names.name(action.target.attribute);
    if (action.verb == Verb::delete_elements)
      deleted +=
          (deleted.empty() ? "DELETE " : ", ") + name + " " + names.value(action.value.literal);
    else
      removed += (removed.empty() ? "REMOVE " : ", ") + name;
  }
  const std::string original = names.name(*layout.rule().original);
  request.update_expression =
      "SET " + original + " = " + names.value(partition) + " " + removed + " " + deleted;
  return request;
}

/// The error of a transaction that stands for one request, as that request's own.
Error own_error(Error error) {
  if (error.code() != ErrorCode::transaction_canceled) return error;
  for (const CancellationReason& reason : error.detail().cancellation_reasons) {
    if (reason.code == "None") continue;
    if (reason.code == "ConditionalCheckFailed") return Error::conditional_check_failed();
    if (reason.code == "ValidationError") return Error::validation(reason.message.value_or(""));
    if (reason.code == "TransactionConflict")
      return {ErrorCode::transaction_conflict, reason.message.value_or("")};
    if (reason.code == "ThrottlingError" || reason.code == "ProvisionedThroughputExceeded")
      return {ErrorCode::provisioned_throughput_exceeded, reason.message.value_or("")};
    return error;
  }
  return error;
}

/// Runs a transaction that stands for one request; others in between make it try again.
Task<Result<WriteItemResponse>> run_all(SpreadTable table, std::vector<TransactWriteAction> actions,
                                        ReturnConsumedCapacity capacity, int attempts) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    TransactWriteItemsRequest request;
    request.actions = actions;
    request.return_consumed_capacity = capacity;
    Result<TransactWriteItemsResponse> answer =
        co_await table.below.transact_write_items(std::move(request));
    if (answer.ok()) {
      WriteItemResponse response;
      response.consumed.table_name = table.layout->physical().name;
      for (const ConsumedCapacity& consumed : answer->consumed) response.consumed += consumed;
      co_return response;
    }
    Error error = own_error(std::move(answer).error());
    if (error.code() != ErrorCode::transaction_conflict)
      co_return logical_error(*table.layout, std::move(error));
  }
  co_return messages::too_many_writers();
}

bool is_good(const KeyLayout& layout, const PutItemRequest& put) {
  return has_good_condition(put) && check_key(key_of(put.item, layout.key()), layout.key()).ok() &&
         size_bytes(put.item) <= limits::item_bytes_max;
}
bool is_good(const KeyLayout& layout, const DeleteItemRequest& one) {
  return has_good_condition(one) && check_key(one.key, layout.key()).ok();
}
bool is_good(const KeyLayout& layout, const UpdateItemRequest& update) {
  return has_good_expressions(update) && check_key(update.key, layout.key()).ok();
}

/// Of `min` and `max`: the part becomes the value, when that is less (or greater).
Result<void> make_extreme(schema::Aggregate how, UpdateItemRequest& request) {
  expression::PlaceholderScope scope(request.placeholders);
  auto update = request.attribute_updates
                    ? expression::update_from(*request.attribute_updates)
                    : expression::parse_update(*request.update_expression, scope);
  if (!update.ok()) return update.error();
  const expression::UpdateAction& action = update->actions().actions.front();
  ExpressionPlaceholders placeholders;
  PlaceholderNames names(placeholders);
  const std::string name = names.name(action.target.attribute);
  const std::string value = names.value(action.value.literal);
  request.update_expression = "SET " + name + " = " + value;
  request.condition_expression = "attribute_not_exists(" + name + ") OR " + name +
                                 (how == schema::Aggregate::min ? " > " : " < ") + value;
  request.placeholders = std::move(placeholders);
  request.attribute_updates.reset();
  return {};
}

/// Adds a condition that the item is there.
void require_item(const KeyLayout& layout, UpdateItemRequest& request) {
  PlaceholderNames names(request.placeholders);
  const std::string there = "attribute_exists(" + names.name(layout.partition()) + ")";
  request.condition_expression =
      request.condition_expression ? "(" + *request.condition_expression + ") AND " + there : there;
}

/// A contribution to one part, in a shard that takes its turn.
class Contribution {
 public:
  Contribution(SpreadTable table, UpdateItemRequest request, int attempts)
      : table_(std::move(table)),
        layout_(*table_.layout),
        request_(std::move(request)),
        attempts_(attempts) {}

  Task<Result<WriteItemResponse>> run() {
    CO_ASSIGN_OR_RETURN(const sharding::Shard home, layout_.shard_of(request_.key));
    shard_ = layout_.next_shard(request_.key);
    const schema::Aggregate* how = extreme_of(layout_, request_);
    if (how != nullptr) CO_TRY(make_extreme(*how, request_));
    if (shard_ == home) co_return co_await to_home();
    for (int attempt = 0; attempt < attempts_; ++attempt) {
      auto answer = co_await to_part();
      if (answer) co_return *std::move(answer);
    }
    co_return messages::too_many_writers();
  }

 private:
  static bool is_condition(const Result<WriteItemResponse>& answer) {
    return !answer.ok() && answer.error().code() == ErrorCode::conditional_check_failed;
  }

  Result<WriteItemResponse> done() const {
    WriteItemResponse response;
    response.consumed.table_name = layout_.physical().name;
    return response;
  }

  Task<Result<WriteItemResponse>> to_home() {
    UpdateItemRequest one = request_;
    CO_TRY(place(layout_, one));
    auto answer = restored(layout_, co_await table_.below.update_item(std::move(one)));
    // Only an extreme has a condition here: the part is further out already.
    co_return is_condition(answer) ? done() : std::move(answer);
  }

  /// Nothing: the part came or went meanwhile.
  Task<std::optional<Result<WriteItemResponse>>> to_part() {
    UpdateItemRequest one = request_;
    one.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
    require_item(layout_, one);
    if (auto placed = place(layout_, one, shard_); !placed.ok()) co_return placed.error();
    auto answer = restored(layout_, co_await table_.below.update_item(std::move(one)));
    if (!is_condition(answer)) co_return answer;
    if (answer.error().detail().item) co_return done();
    co_return co_await with_home();
  }

  /// The part is not there yet: it comes together with its home.
  Task<std::optional<Result<WriteItemResponse>>> with_home() {
    auto home = touch(layout_, request_.key);
    if (!home.ok()) co_return home.error();
    UpdateItemRequest part = request_;
    part.return_consumed_capacity = ReturnConsumedCapacity::none;
    if (auto placed = place(layout_, part, shard_); !placed.ok()) co_return placed.error();
    std::vector<TransactWriteAction> actions;
    actions.emplace_back(std::move(home).value());
    actions.emplace_back(std::move(part));
    auto answer =
        co_await run_all(table_, std::move(actions), request_.return_consumed_capacity, attempts_);
    // Another came first, and its part is further out: it is looked at again.
    if (is_condition(answer)) co_return std::nullopt;
    co_return answer;
  }

  SpreadTable table_;
  const KeyLayout& layout_;
  UpdateItemRequest request_;
  int attempts_;
  sharding::Shard shard_ = 0;
};

}  // namespace

Task<Result<PartedItems>> find_parted(SpreadTable table, std::vector<Item> keys, bool consistent,
                                      ReturnConsumedCapacity capacity) {
  CO_ASSIGN_OR_RETURN(ShardReads read,
                      co_await read_shards(table, std::move(keys), consistent, capacity));
  PartedItems found{{}, std::move(read.unprocessed), std::move(read.consumed)};
  for (std::vector<StoredPart>& parts : read.parts) {
    CO_ASSIGN_OR_RETURN(auto item, combined(*table.layout, std::move(parts)));
    found.items.push_back(std::move(item));
  }
  co_return found;
}

Task<Result<PartedItems>> find_whole(SpreadTable table, std::vector<Item> keys, bool consistent,
                                     ReturnConsumedCapacity capacity) {
  if (!table.layout->is_drawn())
    co_return co_await find_parted(table, std::move(keys), consistent, capacity);
  CO_ASSIGN_OR_RETURN(DrawnItems drawn,
                      co_await find_drawn(table, std::move(keys), consistent, capacity));
  PartedItems found{{}, std::move(drawn.unprocessed), std::move(drawn.consumed)};
  for (std::optional<DrawnItem>& item : drawn.items)
    found.items.push_back(item ? std::optional(std::move(item->item)) : std::nullopt);
  co_return found;
}

Task<Result<GetItemResponse>> get_parted(SpreadTable table, GetItemRequest request) {
  const KeyLayout& layout = *table.layout;
  GetItemRequest first = request;
  CO_ASSIGN_OR_RETURN(const bool is_placed, place(layout, first));
  const auto shown = shown_of(layout, request);
  // The store says what is wrong.
  if (!is_placed || !shown.ok())
    co_return restored(layout, co_await table.below.get_item(std::move(first)));
  CO_ASSIGN_OR_RETURN(PartedItems found,
                      co_await find_parted(table, {request.key}, request.consistent_read,
                                           request.return_consumed_capacity));
  if (found.unprocessed[0]) co_return messages::shard_not_answered();
  GetItemResponse response;
  response.consumed = std::move(found.consumed);
  response.item = std::move(found.items[0]);
  if (response.item && *shown) response.item = (*shown)->project(*response.item);
  co_return response;
}

Result<std::vector<TransactWriteAction>> expanded(const KeyLayout& layout,
                                                  TransactWriteAction action) {
  std::vector<TransactWriteAction> actions;
  if (auto* put = std::get_if<PutItemRequest>(&action)) {
    TRY(check_condition(layout, *put));
    TRY(check_values(layout, put->item));
    ASSIGN_OR_RETURN(auto keys, part_keys(layout, key_of(put->item, layout.key())));
    TRY(place(layout, *put));
    actions.push_back(std::move(action));
    for (Item& key : keys) actions.emplace_back(delete_of(layout, std::move(key)));
  } else if (auto* one = std::get_if<DeleteItemRequest>(&action)) {
    TRY(check_condition(layout, *one));
    ASSIGN_OR_RETURN(auto keys, part_keys(layout, one->key));
    TRY(place(layout, *one));
    actions.push_back(std::move(action));
    for (Item& key : keys) actions.emplace_back(delete_of(layout, std::move(key)));
  } else if (auto* check = std::get_if<ConditionCheckRequest>(&action)) {
    TRY(check_condition(layout, *check));
    TRY(place(layout, *check));
    actions.push_back(std::move(action));
  } else {
    auto& update = std::get<UpdateItemRequest>(action);
    ASSIGN_OR_RETURN(const AggregateChange change, change_of(layout, update));
    if (extreme_of(layout, update) != nullptr && change == AggregateChange::contributes)
      return messages::extreme_in_transaction(layout);
    std::vector<TransactWriteAction> parts;
    if (change == AggregateChange::resets) {
      expression::PlaceholderScope scope(update.placeholders);
      auto parsed = update.attribute_updates
                        ? expression::update_from(*update.attribute_updates)
                        : expression::parse_update(*update.update_expression, scope);
      if (!parsed.ok()) return parsed.error();
      const AttributeValue partition = *find(update.key, layout.partition());
      ASSIGN_OR_RETURN(auto keys, part_keys(layout, update.key));
      for (Item& key : keys) {
        ASSIGN_OR_RETURN(auto part, part_reset(layout, *parsed, std::move(key), partition));
        parts.emplace_back(std::move(part));
      }
    }
    TRY(place(layout, update));
    actions.push_back(std::move(action));
    std::ranges::move(parts, std::back_inserter(actions));
  }
  return actions;
}

Task<Result<WriteItemResponse>> put_parted(SpreadTable table, PutItemRequest request,
                                           int attempts) {
  const KeyLayout& layout = *table.layout;
  if (!is_good(layout, request)) {
    CO_TRY(place(layout, request));
    co_return restored(layout, co_await table.below.put_item(std::move(request)));
  }
  if (request.return_values != ReturnValues::none)
    co_return messages::aggregate_is_returned(layout, "ReturnValues");
  const ReturnConsumedCapacity capacity = request.return_consumed_capacity;
  CO_ASSIGN_OR_RETURN(auto actions, expanded(layout, std::move(request)));
  co_return co_await run_all(table, std::move(actions), capacity, attempts);
}

Task<Result<WriteItemResponse>> delete_parted(SpreadTable table, DeleteItemRequest request,
                                              int attempts) {
  const KeyLayout& layout = *table.layout;
  if (!is_good(layout, request)) {
    CO_TRY(place(layout, request));
    co_return restored(layout, co_await table.below.delete_item(std::move(request)));
  }
  if (request.return_values != ReturnValues::none)
    co_return messages::aggregate_is_returned(layout, "ReturnValues");
  const ReturnConsumedCapacity capacity = request.return_consumed_capacity;
  CO_ASSIGN_OR_RETURN(auto actions, expanded(layout, std::move(request)));
  co_return co_await run_all(table, std::move(actions), capacity, attempts);
}

Task<Result<WriteItemResponse>> update_parted(SpreadTable table, UpdateItemRequest request,
                                              int attempts) {
  const KeyLayout& layout = *table.layout;
  AggregateChange change = AggregateChange::none;
  if (is_good(layout, request)) {
    CO_ASSIGN_OR_RETURN(change, change_of(layout, request));
  }
  if (change == AggregateChange::contributes) {
    Contribution contribution(table, std::move(request), attempts);
    co_return co_await contribution.run();
  }
  if (change == AggregateChange::resets) {
    const ReturnConsumedCapacity capacity = request.return_consumed_capacity;
    CO_ASSIGN_OR_RETURN(auto actions, expanded(layout, std::move(request)));
    co_return co_await run_all(table, std::move(actions), capacity, attempts);
  }
  CO_TRY(place(layout, request));
  co_return restored(layout, co_await table.below.update_item(std::move(request)));
}

}  // namespace isotherm::gateway
