#pragma once

// Whether a query may ask more than one shard: by the rule of its index (`scatter:`), and by what
// the client says of the request (x-isotherm-scatter).
//
//   rule \ header   none      allow     forbid
//   allow           asked     asked     refused
//   warn            told      asked     refused
//   forbid          refused   asked     refused

#include "gateway/query_plan.h"

namespace isotherm::gateway {

enum class ScatterVerdict { asked, told };

/// What becomes of the query; an error with the reason, and what would make it a query of one
/// shard.
Result<ScatterVerdict> judge_scatter(const QueryPlan& plan);

}  // namespace isotherm::gateway
