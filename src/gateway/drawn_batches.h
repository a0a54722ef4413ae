#pragma once

// The parts of batches and transactions that are about tables whose items may be in several shards:
// drawn ones, and those with aggregates.

#include "gateway/drawn_items.h"
#include "gateway/parted_items.h"

namespace isotherm::gateway {

/// Whether the store does not refuse the keys of a batch: all valid, none twice; and what they
/// show.
bool can_be_found(const KeyLayout& layout, const KeysAndAttributes& keys);
/// Reads one table's keys of a batch, and adds what came to the answer.
Task<Result<void>> add_drawn(SpreadTable table, std::string name, KeysAndAttributes keys,
                             ReturnConsumedCapacity capacity, BatchGetItemResponse& answer);

/// Whether no two writes of a batch are of one item, and all keys are valid.
bool can_be_written(const KeyLayout& layout, const std::vector<WriteRequest>& writes);
/// Places one table's writes of a batch: puts in drawn shards, deletes where their items are. The
/// answer are those that take more than one write each: they are taken out, and still logical.
Task<Result<std::vector<WriteRequest>>> place_drawn(SpreadTable table,
                                                    std::vector<WriteRequest>& writes);

/// A read of a transaction becomes one of each shard.
Result<std::vector<TransactGet>> expanded(const KeyLayout& layout, const TransactGet& get);
/// What the shards answered to it, as one item.
Result<std::optional<Item>> collapsed(const KeyLayout& layout, const TransactGet& get,
                                      std::vector<std::optional<Item>> items);

/// Places a put of a transaction in a drawn shard; refuses what is no plain put.
Result<bool> place_drawn(const KeyLayout& layout, TransactWriteAction& action);

}  // namespace isotherm::gateway
