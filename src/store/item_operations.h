#pragma once

// Requests and responses of the operations on single items: GetItem, PutItem, UpdateItem,
// DeleteItem. Members mean what the API reference says; the comments tell only what it does not.

#include "store/parameters.h"

namespace isotherm {

struct GetItemRequest {
  std::string table_name;
  Item key;
  bool consistent_read = false;
  std::optional<std::string> projection_expression;
  ExpressionPlaceholders placeholders;
  std::optional<std::vector<std::string>> attributes_to_get;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
};

struct GetItemResponse {
  /// Absent: there is no such item.
  std::optional<Item> item;
  ConsumedCapacity consumed;
};

/// What PutItem, UpdateItem and DeleteItem share.
struct ConditionalWrite {
  std::string table_name;
  std::optional<std::string> condition_expression;
  ExpressionPlaceholders placeholders;
  std::optional<ExpectedAttributes> expected;
  std::optional<ConditionalOperator> conditional_operator;
  ReturnValues return_values = ReturnValues::none;
  ReturnValuesOnConditionCheckFailure on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::none;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::none;
};

struct PutItemRequest : ConditionalWrite {
  Item item;
};

struct DeleteItemRequest : ConditionalWrite {
  Item key;
};

struct UpdateItemRequest : ConditionalWrite {
  Item key;
  std::optional<std::string> update_expression;
  std::optional<AttributeUpdates> attribute_updates;
};

struct WriteItemResponse {
  /// As ReturnValues asked; absent when there is nothing to return.
  std::optional<Item> attributes;
  ConsumedCapacity consumed;
  /// Only when asked for and the table has a local index.
  std::optional<ItemCollectionMetrics> item_collection_metrics;
};

}  // namespace isotherm
