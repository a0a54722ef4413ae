#pragma once

// The hidden attribute's value: there exactly when the item is in the logical index.

#include "gateway/layout.h"
#include "model/error.h"

namespace isotherm::gateway {

/// The shard that an item's inputs choose.
sharding::Shard shard_of(const ShardedIndex& index, const Item& item);

/// The value for an item; nothing when the item is not in the index. When the index is there, a
/// partition key that the service would refuse (of another type, empty, too long) is its
/// ValidationException; so is one that is too long only with its suffix, with our own reason.
/// What the item already had before (if it is given) is let be, as the service lets it be: the item
/// is not in the index.
Result<std::optional<AttributeValue>> shard_attribute(const ShardedIndex& index, const Item& item,
                                                      const Item* before = nullptr);

/// Whether an item with this sort key can be in the index.
bool sort_key_fits(const ShardedIndex& index, const Item& item);

}  // namespace isotherm::gateway
