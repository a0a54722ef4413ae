#pragma once

// Runs the plan of a query: asks the shards, some at the same time, and merges their answers into
// one page. A shard that fails fails the query: never a shorter answer.

#include "gateway/hedge.h"
#include "gateway/query_plan.h"
#include "store/store.h"

namespace isotherm::gateway {

/// How shards are asked.
struct AskLimits {
  /// Physical queries that are under way at the most.
  int concurrency = 1;
  /// Absent: each shard is asked once.
  Hedge* hedge = nullptr;
};

/// `plan` is kept alive by the caller.
Task<Result<ReadManyResponse>> run_query(Store& below, const QueryPlan& plan, AskLimits how);

}  // namespace isotherm::gateway
