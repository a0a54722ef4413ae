#pragma once

// The rule of the table name "*", for tables that no other rule names:
//
//   "*":
//     shard: {strategy: hash, shards: 4, original: _partition_key}   # their own keys
//     indexes:
//       "*": {shard: {strategy: hash, shards: 4}}                    # their global indexes

#include "schema/schema.h"
#include "schema/section.h"

namespace isotherm::schema {

Wildcard parse_wildcard(const Section::Entry& entry, Problems& problems);

}  // namespace isotherm::schema
