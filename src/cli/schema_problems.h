#pragma once

// A schema held against a store's live tables: what `serve`, its reload and `schema check` do.

#include <memory>

#include "model/error.h"
#include "schema/schema.h"

namespace isotherm {
class Store;
}

namespace isotherm::cli {

/// Every way in which the schema does not fit the tables. A table that the store does not have is
/// none: made through the gateway, it fits.
Result<schema::Problems> problems_with(Store& store, std::shared_ptr<const schema::Schema> schema);

/// The tables of the schema that the store does not have.
Result<schema::Problems> missing_tables(Store& store, const schema::Schema& schema);

}  // namespace isotherm::cli
