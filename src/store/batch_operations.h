#pragma once

// Requests and responses of BatchGetItem and BatchWriteItem.

#include <variant>

#include "store/parameters.h"

namespace isotherm {

struct KeysAndAttributes {
  std::vector<Item> keys;
  bool consistent_read = false;
  std::optional<std::string> projection_expression;
  std::optional<ExpressionNames> names;
  std::optional<std::vector<std::string>> attributes_to_get;
};

struct BatchGetItemRequest {
  std::map<std::string, KeysAndAttributes> request_items;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
};

struct BatchGetItemResponse {
  /// Found items by table; a table that was asked has an entry even when nothing was found.
  std::map<std::string, std::vector<Item>> responses;
  /// What was not read (throttled, or over 16 MB), to be asked again as it is.
  std::map<std::string, KeysAndAttributes> unprocessed_keys;
  std::vector<ConsumedCapacity> consumed;
};

struct PutRequest {
  Item item;
};
struct DeleteRequest {
  Item key;
};
using WriteRequest = std::variant<PutRequest, DeleteRequest>;

struct BatchWriteItemRequest {
  std::map<std::string, std::vector<WriteRequest>> request_items;
  ReturnConsumedCapacity return_consumed_capacity = ReturnConsumedCapacity::none;
  ReturnItemCollectionMetrics return_item_collection_metrics = ReturnItemCollectionMetrics::none;
};

struct BatchWriteItemResponse {
  std::map<std::string, std::vector<WriteRequest>> unprocessed_items;
  std::map<std::string, std::vector<ItemCollectionMetrics>> item_collection_metrics;
  std::vector<ConsumedCapacity> consumed;
};

}  // namespace isotherm
