#pragma once

// Runs the plan of a query: asks the shards, some at the same time, and merges their answers into
// one page. A shard that fails fails the query: never a shorter answer.

#include "gateway/query_plan.h"
#include "store/store.h"

namespace isotherm::gateway {

/// `plan` is kept alive by the caller. At most `concurrency` physical queries are under way.
Task<Result<ReadManyResponse>> run_query(Store& below, const QueryPlan& plan, int concurrency);

}  // namespace isotherm::gateway
