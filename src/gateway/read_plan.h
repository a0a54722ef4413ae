#pragma once

// Plans of the reads that are no query of a sharded index: of items by key, of the table, of its
// other indexes, and scans of a sharded index. They keep their form; names and cursors change.

#include <memory>

#include "gateway/layout.h"
#include "gateway/write_plan.h"
#include "store/batch_operations.h"
#include "store/read_operations.h"
#include "store/transaction_operations.h"

namespace isotherm::gateway {

Result<Planned<GetItemRequest>> plan_get(const Layout& layout, GetItemRequest request);
Result<void> plan_batch_get(const Layout& layout, const KeysAndAttributes& keys);
/// One read of a transaction.
Result<void> check_get(const Layout& layout, const TransactGet& get);
/// A query of the table, of a local index, or of a global one that is not sharded.
Result<Planned<QueryRequest>> plan_plain_query(const Layout& layout, QueryRequest request);
/// A scan of anything.
Result<Planned<ScanRequest>> plan_scan(const Layout& layout, ScanRequest request);

}  // namespace isotherm::gateway
