#pragma once

// The `key`, `shard` and `aggregates` of a table whose own key is sharded.
//
//   key: {partition: PK, sort: SK}          # or partition: {attribute: PK, type: N}
//   shard: {strategy: hash, inputs: [SK], shards: 10, original: OriginalPK}
//   aggregates: {VoteCount: sum}            # sum, min, max, union

#include "schema/schema.h"
#include "schema/section.h"

namespace isotherm::schema {

/// What can be made of them, if the table has them; problems are added to the table's.
void parse_key(const Section& table, TableRule& rule);

/// A partition key: an attribute's name, or its name and type.
AttributeDefinition parse_partition_key(const Section& section, std::string_view key,
                                        std::string_view cure);

}  // namespace isotherm::schema
