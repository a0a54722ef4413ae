#pragma once

// Inside the gateway only: what becomes of a plan's requests when some indexes lie in tables of
// their own.

#include <map>
#include <string>

#include "gateway/explain.h"
#include "gateway/indexed_tables.h"

namespace isotherm::gateway {

/// By name.
using PlannedIndexTables = std::map<std::string, IndexedTablePtr, std::less<>>;

/// A table as it will be, with all its index tables there.
IndexedTablePtr assumed_indexed_table(const schema::TableRule& rule, TableDescription base);

/// Replaces the requests that are about index tables by those that they become.
void explain_index_tables(const PlannedIndexTables& tables, Plan& plan);

}  // namespace isotherm::gateway
