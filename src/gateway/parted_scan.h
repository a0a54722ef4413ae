#pragma once

// Scan of a table with aggregates: each item once, where its home lies, put together from all its
// shards. Pages are filled up: parts are no items.

#include "gateway/parted_items.h"

namespace isotherm::gateway {

Task<Result<ReadManyResponse>> scan_parted(SpreadTable table, ScanRequest request);

}  // namespace isotherm::gateway
