#pragma once

// Items of a table whose shards are drawn. Nothing tells an item's shard, so whoever wants it by
// its key asks all shards, with BatchGetItem. What is put is put once: the strategy is for
// collections that only grow (votes, events).
//
// A key that was put twice with the same content is one item. With different contents it is an
// error: which one is newer, nobody knows.

#include "gateway/shard_reads.h"

namespace isotherm::gateway {

/// An item, and every shard that has a copy.
struct DrawnItem {
  Item item;
  std::vector<sharding::Shard> shards;
};

struct DrawnItems {
  /// In the order of the keys; absent: no shard has it.
  std::vector<std::optional<DrawnItem>> items;
  /// Keys that some shard did not answer.
  std::vector<bool> unprocessed;
  ConsumedCapacity consumed;
};

/// Asks all shards for items by their (logical, valid) keys.
Task<Result<DrawnItems>> find_drawn(SpreadTable table, std::vector<Item> keys, bool consistent,
                                    ReturnConsumedCapacity capacity);
/// The same of one key, which every shard must answer.
Task<Result<std::optional<DrawnItem>>> find_drawn(SpreadTable table, Item key,
                                                  ConsumedCapacity* consumed = nullptr);

Task<Result<GetItemResponse>> get_drawn(SpreadTable table, GetItemRequest request);
Task<Result<WriteItemResponse>> put_drawn(SpreadTable table, PutItemRequest request);
Task<Result<WriteItemResponse>> delete_drawn(SpreadTable table, DeleteItemRequest request);
/// `attempts`: how often a deleted item may come back under an update before it is given up.
Task<Result<WriteItemResponse>> update_drawn(SpreadTable table, UpdateItemRequest request,
                                             int attempts);

/// What several shards have of one item, as one: the copies of a drawn item, or home and parts.
/// Nothing: there is no such item.
Result<std::optional<Item>> joined(const KeyLayout& layout, std::vector<StoredPart> parts);

/// Checks a put of a table whose shards are drawn: it may ask for nothing about an item before it.
Result<void> check_put(const KeyLayout& layout, const PutItemRequest& request);

}  // namespace isotherm::gateway
