#pragma once

// Rules for tables nobody wrote a schema for: every global index sharded. For tests that prove that
// an application cannot tell: run the same requests with and without.

#include <vector>

#include "schema/schema.h"
#include "store/table_operations.h"

namespace isotherm::gateway {

/// A rule for the table of a CreateTable request in which each of its global indexes is sharded,
/// and each of `later`, which UpdateTable is going to add (an index can be added through the
/// gateway only when the rule was there before the items). The inputs are the index's sort key, or
/// without one the table's key; the physical index is `<name>.sharded`, the attribute
/// `<name>.shard`.
/// `definitions` types the keys of `later`, beside the request's own definitions.
schema::TableRule shard_every_index(const CreateTableRequest& request, sharding::Shard shards,
                                    const std::vector<SecondaryIndexRequest>& later = {},
                                    const std::vector<AttributeDefinition>& definitions = {});

/// `schema` with the rule added, or put in the place of the table's old one.
schema::Schema with_rule(schema::Schema schema, schema::TableRule rule);

}  // namespace isotherm::gateway
