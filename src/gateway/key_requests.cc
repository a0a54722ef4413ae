#include "gateway/key_requests.h"

#include <algorithm>

#include "expression/update.h"
#include "gateway/key_checks.h"
#include "gateway/key_names.h"
#include "gateway/messages.h"
#include "gateway/placeholder_names.h"
#include "gateway/update_plan.h"
#include "gateway/update_text.h"
#include "gateway/write_plan.h"
#include "model/error_detail.h"
#include "store/table_names.h"

namespace isotherm::gateway {
namespace {

using MaybeShard = std::optional<sharding::Shard>;

/// The store has the shard key of a number as a text: a text in its place must not pass, and a
/// number must, so that the store goes on to what is wrong.
void make_refusable(const KeyLayout& layout, Item& item) {
  if (layout.rule().partition.type != KeyType::N) return;
  const auto at = item.find(layout.partition());
  if (at == item.end()) return;
  if (has_type(at->second, KeyType::S))
    at->second = Null();
  else if (has_type(at->second, KeyType::N))
    at->second = "0";
}

/// Whether an expression must be looked at.
bool concerns(const KeyLayout& layout, const std::optional<std::string>& text,
              const ExpressionPlaceholders& placeholders) {
  return text && (names_partition(layout, *text, placeholders) ||
                  names_hidden(layout, *text, placeholders));
}

Result<void> check_hidden(const KeyLayout& layout, const std::optional<std::string>& text,
                          const ExpressionPlaceholders& placeholders, std::string_view place) {
  if (text && names_hidden(layout, *text, placeholders))
    return messages::hidden_attribute(*layout.rule().original, place);
  return {};
}

Result<void> place_condition(const KeyLayout& layout, ConditionalWrite& write) {
  if (write.expected) {
    if (layout.rule().original && write.expected->contains(*layout.rule().original))
      return messages::hidden_attribute(*layout.rule().original, "Expected");
    TRY(rename_key(layout, *write.expected));
  }
  if (!concerns(layout, write.condition_expression, write.placeholders)) return {};
  TRY(check_hidden(layout, write.condition_expression, write.placeholders, "ConditionExpression"));
  return KeyNames(layout, write.placeholders)
      .rename(*write.condition_expression, "ConditionExpression");
}

/// The condition of a request that has no other expression.
Result<void> place_only_condition(const KeyLayout& layout, ConditionalWrite& write) {
  if (!write.expected && !concerns(layout, write.condition_expression, write.placeholders))
    return {};
  if (!has_good_condition(write)) return {};
  TRY(place_condition(layout, write));
  if (write.condition_expression) drop_unused({&write.condition_expression}, write.placeholders);
  return {};
}

template <class WithKey>
Result<bool> place_action(const KeyLayout& layout, WithKey& request, MaybeShard shard) {
  TRY(place_only_condition(layout, request));
  return place_key(layout, request.key, shard);
}

/// Whether an update goes at the partition key: the store refuses that.
bool targets_key(const KeyLayout& layout, const UpdateItemRequest& request) {
  if (request.attribute_updates) return request.attribute_updates->contains(layout.partition());
  if (!request.update_expression) return false;
  expression::PlaceholderScope scope(request.placeholders);
  const auto update = expression::parse_update(*request.update_expression, scope);
  if (!update.ok()) return true;
  const auto targets = update->targets();
  return std::ranges::any_of(
      targets, [&](const expression::Path& path) { return path.attribute == layout.partition(); });
}

Result<void> place_update_text(const KeyLayout& layout, UpdateItemRequest& request) {
  if (request.attribute_updates && layout.rule().original &&
      request.attribute_updates->contains(*layout.rule().original))
    return messages::hidden_attribute(*layout.rule().original, "AttributeUpdates");
  if (!concerns(layout, request.update_expression, request.placeholders)) return {};
  TRY(check_hidden(layout, request.update_expression, request.placeholders, "UpdateExpression"));
  if (targets_key(layout, request)) return {};
  return KeyNames(layout, request.placeholders)
      .replace(*request.update_expression, *find(request.key, layout.partition()));
}

/// The update may make the item: it then has the partition key as the application knows it.
void add_original(const KeyLayout& layout, const AttributeValue& partition,
                  UpdateItemRequest& request) {
  const bool legacy = request.attribute_updates || request.expected || request.conditional_operator;
  const std::string& original = *layout.rule().original;
  if (legacy) {
    if (!request.attribute_updates) request.attribute_updates.emplace();
    request.attribute_updates->insert_or_assign(original,
                                                AttributeUpdate{partition, AttributeAction::put});
    return;
  }
  PlaceholderNames names(request.placeholders);
  const std::string name = names.name(original);
  request.update_expression =
      with_set(request.update_expression.value_or(""), name + " = " + names.value(partition));
}

}  // namespace

Result<bool> place_key(const KeyLayout& layout, Item& key, MaybeShard shard) {
  if (!check_key(key, layout.key()).ok()) {
    make_refusable(layout, key);
    return false;
  }
  TRY(shard ? layout.place_key(key, *shard) : layout.place_key(key));
  return true;
}

Result<void> check_projection(const KeyLayout& layout, const std::optional<std::string>& text,
                              const ExpressionPlaceholders& placeholders) {
  return check_hidden(layout, text, placeholders, "ProjectionExpression");
}

Result<void> check_names(const KeyLayout& layout,
                         const std::optional<std::vector<std::string>>& attributes) {
  if (attributes)
    for (const std::string& name : *attributes)
      if (layout.hides(name)) return messages::hidden_attribute(name, "AttributesToGet");
  return {};
}

Result<bool> place(const KeyLayout& layout, GetItemRequest& request, MaybeShard shard) {
  TRY(check_projection(layout, request.projection_expression, request.placeholders));
  TRY(check_names(layout, request.attributes_to_get));
  return place_key(layout, request.key, shard);
}

Result<bool> place(const KeyLayout& layout, TransactGet& get, MaybeShard shard) {
  TRY(check_projection(layout, get.projection_expression, {get.names, std::nullopt}));
  return place_key(layout, get.key, shard);
}

Result<void> check_shown(const KeyLayout& layout, const KeysAndAttributes& keys) {
  TRY(check_projection(layout, keys.projection_expression, {keys.names, std::nullopt}));
  return check_names(layout, keys.attributes_to_get);
}

Result<bool> place(const KeyLayout& layout, PutItemRequest& request, MaybeShard shard) {
  if (layout.rule().original && find(request.item, *layout.rule().original) != nullptr)
    return messages::hidden_attribute(*layout.rule().original, "the item");
  TRY(place_only_condition(layout, request));
  if (!check_key(key_of(request.item, layout.key()), layout.key()).ok()) {
    make_refusable(layout, request.item);
    return false;
  }
  TRY(shard ? layout.place_item(request.item, *shard) : layout.place_item(request.item));
  return true;
}

Result<bool> place(const KeyLayout& layout, DeleteItemRequest& request, MaybeShard shard) {
  return place_action(layout, request, shard);
}

Result<bool> place(const KeyLayout& layout, ConditionCheckRequest& request, MaybeShard shard) {
  return place_action(layout, request, shard);
}

Result<bool> place(const KeyLayout& layout, UpdateItemRequest& request, MaybeShard shard) {
  const bool is_good = has_good_expressions(request) && check_key(request.key, layout.key()).ok();
  if (is_good) {
    TRY(place_update_text(layout, request));
    TRY(place_condition(layout, request));
    drop_unused({&request.update_expression, &request.condition_expression}, request.placeholders);
    if (layout.rule().original)
      add_original(layout, *find(request.key, layout.partition()), request);
  }
  return place_key(layout, request.key, shard);
}

Result<bool> place(const KeyLayout& layout, WriteRequest& write, MaybeShard shard) {
  if (auto* remove = std::get_if<DeleteRequest>(&write))
    return place_key(layout, remove->key, shard);
  PutItemRequest put;
  put.item = std::move(std::get<PutRequest>(write).item);
  const Result<bool> placed = place(layout, put, shard);
  std::get<PutRequest>(write).item = std::move(put.item);
  return placed;
}

Result<void> restore(const KeyLayout& layout, GetItemResponse& response) {
  if (response.item) TRY(layout.restore(*response.item));
  return {};
}

Result<void> restore(const KeyLayout& layout, WriteItemResponse& response) {
  if (response.attributes) {
    TRY(layout.restore(*response.attributes));
    // An update of nothing but the hidden attribute updated nothing.
    if (response.attributes->empty()) response.attributes.reset();
  }
  if (response.item_collection_metrics)
    TRY(layout.restore(response.item_collection_metrics->item_collection_key));
  return {};
}

Result<void> restore(const KeyLayout& layout, std::vector<ItemCollectionMetrics>& metrics) {
  for (ItemCollectionMetrics& one : metrics) TRY(layout.restore(one.item_collection_key));
  return {};
}

Result<void> restore(const KeyLayout& layout, std::vector<WriteRequest>& unprocessed) {
  for (WriteRequest& write : unprocessed) {
    auto* put = std::get_if<PutRequest>(&write);
    TRY(layout.restore(put != nullptr ? put->item : std::get<DeleteRequest>(write).key));
  }
  return {};
}

Error logical_error(const KeyLayout& layout, Error error) {
  const auto text = [&](const std::string& message) {
    return layout.rule().original
               ? with_name_replaced(message, *layout.rule().original, layout.partition())
               : message;
  };
  Error told(error.code(), text(error.message()));
  const ErrorDetail& detail = error.detail();
  if (detail.throttling_reasons.empty() && !detail.item && detail.cancellation_reasons.empty())
    return told;
  told.mutable_detail() = detail;
  std::optional<Item>& item = told.mutable_detail().item;
  if (item && !layout.restore(*item).ok()) return Error::internal("an item of another rule");
  return told;
}

Error logical_error(const KeyLayout& layout, const Item& item, Error error) {
  const std::string beginning =
      "One or more parameter values were invalid: Type mismatch for key " + layout.partition() +
      " expected: ";
  const AttributeValue* given = find(item, layout.partition());
  if (given != nullptr && error.message().starts_with(beginning))
    return Error::validation(beginning + std::string(type_name(layout.rule().partition.type)) +
                             " actual: " + std::string(type_name(given->type())));
  return logical_error(layout, std::move(error));
}

}  // namespace isotherm::gateway
