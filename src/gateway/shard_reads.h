#pragma once

// Reads of items that any shard may have, or have a part of: every shard of their partition key is
// asked, with BatchGetItem.

#include <vector>

#include "expression/projection.h"
#include "gateway/key_layout.h"
#include "store/store.h"

namespace isotherm::gateway {

/// A table that is asked so, where it is, and how many requests are under way at a time.
struct SpreadTable {
  Store& below;
  KeyLayoutPtr layout;
  std::size_t concurrency = 16;
};

/// What one shard has of an item; the item is logical.
struct StoredPart {
  sharding::Shard shard = 0;
  Item item;
};

struct ShardReads {
  /// Of each key, in their order.
  std::vector<std::vector<StoredPart>> parts;
  /// Keys that some shard did not answer.
  std::vector<bool> unprocessed;
  ConsumedCapacity consumed;
};

/// Asks all shards for items by their (logical, valid) keys.
Task<Result<ShardReads>> read_shards(SpreadTable table, std::vector<Item> keys, bool consistent,
                                     ReturnConsumedCapacity capacity);

/// What a read shows of an item. An error: the store refuses it, and says why.
using Shown = std::optional<expression::ProjectionPaths>;
Result<Shown> shown_of(const KeyLayout& layout, const GetItemRequest& request);
Result<Shown> shown_of(const KeyLayout& layout, const KeysAndAttributes& keys);
Result<Shown> shown_of(const KeyLayout& layout, const TransactGet& get);

}  // namespace isotherm::gateway
