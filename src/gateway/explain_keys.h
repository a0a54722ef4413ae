#pragma once

// Inside the gateway only: what the requests of a plan become where tables' own keys are sharded.

#include <map>
#include <string>

#include "gateway/explain.h"
#include "gateway/key_layout.h"

namespace isotherm::gateway {

/// Layouts of the tables whose keys are sharded, by name.
using KeyedTables = std::map<std::string, KeyLayoutPtr, std::less<>>;

Plan explain_keys(const KeyedTables& tables, Plan plan);

}  // namespace isotherm::gateway
