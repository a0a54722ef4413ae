#pragma once

// Names in answers: what the store calls an index table, the application calls its index.

#include "gateway/indexed_tables.h"

namespace isotherm::gateway {

/// An answer about one index: units under its name, errors in its name.
Result<ReadManyResponse> in_index_names(const IndexedTable& table, const IndexTable& index,
                                        Result<ReadManyResponse> answer);

Error in_index_names(const IndexedTable& table, Error error);

/// What a table and its index tables consumed, as one table's. Others' stay as they are.
std::vector<ConsumedCapacity> in_index_names(const IndexedTable& table,
                                             std::vector<ConsumedCapacity> consumed);

}  // namespace isotherm::gateway
