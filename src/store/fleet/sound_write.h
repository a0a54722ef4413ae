#pragma once

// Which writes of a batch a store surely takes. A store refuses a batch whole before it writes
// anything; over several stores that holds only if the doubtful writes are tried first.

#include <vector>

#include "model/table.h"
#include "store/batch_operations.h"

namespace isotherm::fleet {

/// The item of a put, the key of a delete.
const Item& item_of(const WriteRequest& write);

/// Whether each write is surely accepted: its size, its table key, the attributes that are keys of
/// indexes, and no other write of the batch to the same item. False says nothing: the store
/// decides.
std::vector<bool> sound_writes(const TableDescription& table,
                               const std::vector<WriteRequest>& writes);

}  // namespace isotherm::fleet
