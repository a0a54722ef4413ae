#pragma once

// The hidden attribute's value: there exactly when the item is in the logical index.

#include "gateway/layout.h"
#include "model/error.h"

namespace isotherm::gateway {

/// The shard that an item's inputs choose; ValidationException when they choose none (id-suffix).
Result<sharding::Shard> shard_of(const ShardedIndex& index, const Item& item);

/// The value for an item that is put; nothing when the item is not in the index. When the index is
/// there, a partition key that the service would refuse (of another type, empty, too long) is its
/// ValidationException; so is one that is too long only with its suffix, with our own reason.
Result<std::optional<AttributeValue>> shard_attribute(const ShardedIndex& index, const Item& item);

/// The same for an item that an update made of another (nullptr: there was none). What that already
/// had is let be, as the service lets it be: the item is not in the index.
Result<std::optional<AttributeValue>> updated_shard_attribute(const ShardedIndex& index,
                                                              const Item& after,
                                                              const Item* before);

/// Whether an item with this sort key can be in the index.
bool sort_key_fits(const ShardedIndex& index, const Item& item);

}  // namespace isotherm::gateway
