#pragma once

// The cursor of a sharded index: one position, from which every shard's restart follows.
//
//   cursor := partition key, sort key, table key                 as of the plain index
//             [ "isotherm#shard": N ]                            its shard, only when an input is
//                                                                none of these attributes
//
// It names a position, never an item: the item may be gone when the cursor comes back.
// Positions are ordered by (sort key, shard, the shard's own order).

#include "gateway/layout.h"
#include "model/error.h"

namespace isotherm::gateway {

/// The cursor's attribute for a shard that cannot be computed from the others.
inline constexpr std::string_view cursor_shard_attribute = "isotherm#shard";

/// A cursor, understood.
struct Position {
  sharding::Shard shard = 0;
  /// Sort key; absent when the index has none.
  std::optional<AttributeValue> sort;
  /// The cursor as the client gave it.
  Item cursor;
};

/// Whether the inputs are all among the attributes of a plain cursor.
bool cursor_tells_shard(const ShardedIndex& index, const KeySchema& table_key);

/// The cursor that stands on an entry of a shard. `entry` is logical.
Item cursor_at(const ShardedIndex& index, const KeySchema& table_key, const Item& entry,
               sharding::Shard shard);

/// Checks a client's cursor as the service checks a start key: its attributes, their types, and
/// the shard's range.
Result<Position> read_cursor(const ShardedIndex& index, const KeySchema& table_key, Item cursor);

/// The start key that restarts the position's own shard.
Result<Item> physical_start_key(const ShardedIndex& index, const KeySchema& table_key,
                                const Position& position);

/// The logical cursor of a physical one, as a scan of the physical index yields them.
Result<Item> logical_cursor(const ShardedIndex& index, const KeySchema& table_key, Item physical);

}  // namespace isotherm::gateway
