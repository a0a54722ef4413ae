#pragma once

// Inside the gateway only: explaining with layouts at hand.

#include <map>
#include <string>

#include "gateway/explain.h"
#include "gateway/layouts.h"

namespace isotherm::gateway {

/// Layouts of the tables that have shards, by name.
using PlannedTables = std::map<std::string, LayoutPtr, std::less<>>;

Plan explain(const PlannedTables& tables, const LogicalRequest& request);

}  // namespace isotherm::gateway
