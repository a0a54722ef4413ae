#pragma once

// Operations on items of a table with aggregates (aggregate.h).

#include "gateway/aggregate.h"

namespace isotherm::gateway {

/// Items by their (logical, valid) keys, put together. `unprocessed` as of ShardReads.
struct PartedItems {
  std::vector<std::optional<Item>> items;
  std::vector<bool> unprocessed;
  ConsumedCapacity consumed;
};
/// Of a table whose shards are drawn, or that has aggregates.
Task<Result<PartedItems>> find_whole(SpreadTable table, std::vector<Item> keys, bool consistent,
                                     ReturnConsumedCapacity capacity);
Task<Result<PartedItems>> find_parted(SpreadTable table, std::vector<Item> keys, bool consistent,
                                      ReturnConsumedCapacity capacity);

Task<Result<GetItemResponse>> get_parted(SpreadTable table, GetItemRequest request);
/// `attempts`: how often a transaction that meets others is tried.
Task<Result<WriteItemResponse>> put_parted(SpreadTable table, PutItemRequest request, int attempts);
Task<Result<WriteItemResponse>> delete_parted(SpreadTable table, DeleteItemRequest request,
                                              int attempts);
Task<Result<WriteItemResponse>> update_parted(SpreadTable table, UpdateItemRequest request,
                                              int attempts);

/// The actions that one of a transaction becomes; the client's own is the first.
Result<std::vector<TransactWriteAction>> expanded(const KeyLayout& layout,
                                                  TransactWriteAction action);

}  // namespace isotherm::gateway
