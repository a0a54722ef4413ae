#pragma once

// How far back a table can be restored.

#include "base/clock.h"
#include "model/table.h"

namespace isotherm::engine {

/// The earliest time that a table with point-in-time recovery can be restored to.
UnixMillis earliest_restorable(const TableDescription& table, UnixMillis now);

}  // namespace isotherm::engine
