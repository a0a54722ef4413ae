#pragma once

// What can be said about an UpdateTable without the table.

#include <string>

#include "model/error.h"
#include "store/table_operations.h"

namespace isotherm::engine {

Result<void> check_update(const UpdateTableRequest& request);

/// The index that one change of indexes is about.
const std::string& index_name(const GlobalIndexUpdate& update);

/// Whether the request makes or drops an index.
bool changes_indexes(const UpdateTableRequest& request);

}  // namespace isotherm::engine
