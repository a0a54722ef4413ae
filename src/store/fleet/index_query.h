#pragma once

// A Query of a global index whose entries lie on every member: what of it is asked of whom, and how
// the answers become one page.

#include <memory>

#include "scatter/page.h"
#include "scatter/scatter.h"
#include "store/fleet/fleet_table.h"

namespace isotherm::fleet {

struct IndexQuery {
  scatter::Scatter scatter;
  scatter::PageRules rules;
};

/// Plans the query. `table` and `description` must outlive the plan. What is wrong with the request
/// is for a member to say, which is asked the same: here only what cannot be understood is an
/// error.
Result<IndexQuery> plan_index_query(const FleetTable& table, const TableDescription& description,
                                    const GlobalSecondaryIndex& index, const QueryRequest& request);

}  // namespace isotherm::fleet
