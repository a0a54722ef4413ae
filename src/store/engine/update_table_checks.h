#pragma once

// What can be said about an UpdateTable without the table.

#include <string>

#include "model/error.h"
#include "store/table_operations.h"

namespace isotherm::engine {

Result<void> check_update(const UpdateTableRequest& request);

/// The index that one change of indexes is about.
const std::string& index_name(const GlobalIndexUpdate& update);

}  // namespace isotherm::engine
