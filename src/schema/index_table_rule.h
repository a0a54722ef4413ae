#pragma once

// An index table in the schema: an index of the application that lies in a table of its own.
//
//   managed:
//     type: table
//     table: user_managed_index          # in the store; the application does not see it
//     partition_key: ID                  # or {attribute: ID, type: N}
//     sort_key: managedKey               # or {attribute: managedKey, type: N}; may be missing
//     projection: ALL                    # ALL (the default) | KEYS_ONLY | [a, b]
//     maintain: transaction              # transaction (the default) | stream
//     shard: {…}                         # may be there, as of a sharded-gsi

#include "schema/schema.h"
#include "schema/section.h"

namespace isotherm::schema {

/// What can be made of the index's section; its problems are added to those of `index`.
IndexTableRule parse_index_table(const Section& index, std::optional<KeyType> sort_type);

/// Of an index that is no index table: it has none of the keys above.
void refuse_index_table_keys(const Section& index, bool has_sort_type);

/// Problems of all index tables with each other and with the tables of the schema.
void check_index_tables(const Schema& schema, Problems& problems);

}  // namespace isotherm::schema
