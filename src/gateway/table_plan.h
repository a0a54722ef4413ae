#pragma once

// Table operations: the application's index becomes the physical one in requests, and the other
// way round in descriptions.
//
//   logical                                   physical
//   index `member`                            index `member-sharded`
//   key (channelId, memberId)                 key (memberShardedKey, memberId)
//   KEYS_ONLY | INCLUDE [a]                   INCLUDE [channelId] | INCLUDE [a, channelId]
//   AttributeDefinitions […, channelId]       […, memberShardedKey], channelId only if it is a key
//                                             somewhere else

#include "gateway/layout.h"
#include "store/table_operations.h"

namespace isotherm::gateway {

/// The physical request. One that the store refuses in any case comes back as it is, so that the
/// store says so in the application's own names.
Result<CreateTableRequest> physical_create(const Layout& layout, CreateTableRequest request);

/// The same for a change of a table. `layout` has its description.
Result<UpdateTableRequest> physical_update_table(const Layout& layout, UpdateTableRequest request);

/// The sharded indexes that a change would create.
std::vector<const ShardedIndex*> created_indexes(const Layout& layout,
                                                 const UpdateTableRequest& request);

/// A description as the application knows the table.
TableDescription logical_table(const Layout& layout, TableDescription physical);

/// What the application sees of an index's projection.
Projection logical_projection(const ShardedIndex& index, const KeySchema& table_key,
                              Projection physical);

}  // namespace isotherm::gateway
