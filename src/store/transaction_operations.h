#pragma once

// Requests and responses of TransactGetItems and TransactWriteItems.
//
// An action that writes is the request of the operation on a single item; of its members those
// are read that the action has in the API: expressions, placeholders, and what to return when the
// condition does not hold.

#include <variant>

#include "store/item_operations.h"

namespace isotherm {

/// ConditionCheck: the item must be so, and is not changed.
struct ConditionCheckRequest : ConditionalWrite {
  Item key;
};

using TransactWriteAction =
    std::variant<ConditionCheckRequest, PutItemRequest, DeleteItemRequest, UpdateItemRequest>;

struct TransactWriteItemsRequest {
  std::vector<TransactWriteAction> actions;
  /// A second request with the same token and actions within ten minutes changes nothing.
  std::optional<std::string> client_request_token;
  /// What the token stands for, when that is not the actions as they are here: of a gateway that
  /// turned the client's actions into others. See transaction_fingerprint.h.
  std::optional<std::string> token_fingerprint;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::none;
};

struct TransactWriteItemsResponse {
  /// By table. Units of writes; of reads when the token had been used before.
  std::vector<ConsumedCapacity> consumed;
  std::map<std::string, std::vector<ItemCollectionMetrics>> item_collection_metrics;
};

/// One item to read.
struct TransactGet {
  std::string table_name;
  Item key;
  std::optional<std::string> projection_expression;
  std::optional<ExpressionNames> names;
};

struct TransactGetItemsRequest {
  std::vector<TransactGet> gets;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
};

struct TransactGetItemsResponse {
  /// In the order of the request; absent: there is no such item.
  std::vector<std::optional<Item>> items;
  std::vector<ConsumedCapacity> consumed;
};

}  // namespace isotherm
