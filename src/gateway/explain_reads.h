#pragma once

// Inside the gateway only: a query's shards, explained.

#include "gateway/explain.h"
#include "gateway/query_plan.h"

namespace isotherm::gateway {

/// Adds the first round of a query to what is explained: exactly what run_query sends first.
void explain_reads(const QueryPlan& plan, Plan& explained);

}  // namespace isotherm::gateway
