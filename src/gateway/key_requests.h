#pragma once

// Requests to a table whose own key is sharded, made physical: shard keys in the place of partition
// keys, and `original` where conditions and updates mean the partition key.
//
// A key that the store refuses goes down in a form that the store refuses for the same reason: so
// it says what is wrong first, in its own order.

#include "gateway/key_layout.h"
#include "store/batch_operations.h"
#include "store/item_operations.h"
#include "store/transaction_operations.h"

namespace isotherm::gateway {

/// False: the store refuses the request for its key. An error: the gateway refuses it. Without
/// `shard`, the key tells it.
Result<bool> place(const KeyLayout& layout, GetItemRequest& request,
                   std::optional<sharding::Shard> shard = std::nullopt);
Result<bool> place(const KeyLayout& layout, PutItemRequest& request,
                   std::optional<sharding::Shard> shard = std::nullopt);
Result<bool> place(const KeyLayout& layout, UpdateItemRequest& request,
                   std::optional<sharding::Shard> shard = std::nullopt);
Result<bool> place(const KeyLayout& layout, DeleteItemRequest& request,
                   std::optional<sharding::Shard> shard = std::nullopt);
Result<bool> place(const KeyLayout& layout, ConditionCheckRequest& request,
                   std::optional<sharding::Shard> shard = std::nullopt);
Result<bool> place(const KeyLayout& layout, TransactGet& get,
                   std::optional<sharding::Shard> shard = std::nullopt);
Result<bool> place(const KeyLayout& layout, WriteRequest& write,
                   std::optional<sharding::Shard> shard = std::nullopt);
/// The keys are left: they are placed one by one.
Result<void> check_shown(const KeyLayout& layout, const KeysAndAttributes& keys);
/// A key alone.
Result<bool> place_key(const KeyLayout& layout, Item& key,
                       std::optional<sharding::Shard> shard = std::nullopt);

/// Refuses a projection that names the hidden attribute.
Result<void> check_projection(const KeyLayout& layout, const std::optional<std::string>& text,
                              const ExpressionPlaceholders& placeholders);
Result<void> check_names(const KeyLayout& layout,
                         const std::optional<std::vector<std::string>>& attributes);

/// Answers made logical. An error: what the store holds is none of the rule's.
Result<void> restore(const KeyLayout& layout, GetItemResponse& response);
Result<void> restore(const KeyLayout& layout, WriteItemResponse& response);
Result<void> restore(const KeyLayout& layout, std::vector<ItemCollectionMetrics>& metrics);
Result<void> restore(const KeyLayout& layout, std::vector<WriteRequest>& unprocessed);
/// The error as the application knows it.
Error logical_error(const KeyLayout& layout, Error error);
/// Of a put whose item has a key of a wrong type: the store knows another right one.
Error logical_error(const KeyLayout& layout, const Item& item, Error error);

template <class Response>
Result<Response> restored(const KeyLayout& layout, Result<Response> answer) {
  if (!answer.ok()) return logical_error(layout, std::move(answer).error());
  TRY(restore(layout, *answer));
  return answer;
}

}  // namespace isotherm::gateway
