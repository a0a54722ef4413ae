#pragma once

// What a statement's table is, asked of the Store; and the Store's errors in PartiQL's words.

#include "store/store.h"

namespace isotherm::partiql {

/// ResourceNotFoundException without the table's name, as the service says it here.
Task<Result<TableDescription>> describe(Store& store, std::string table);

/// The error of an operation that a statement became.
Error statement_error(Error error);

}  // namespace isotherm::partiql
