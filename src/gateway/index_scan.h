#pragma once

// The plan of a Scan of an index that lies in a table: as the application means it, parsed and
// checked as the service checks it against the plain index; and how it is run.

#include "gateway/query_plan.h"
#include "store/store.h"

namespace isotherm::gateway {

struct IndexScan {
  /// What a page is made by: filter, projection, limit, start. It has no reads.
  QueryPlan plan;
  std::optional<std::int64_t> segment;
  std::optional<std::int64_t> total_segments;
  /// Of the index table.
  std::optional<Item> start_key;
};

Result<IndexScan> plan_index_scan(std::shared_ptr<const Layout> layout, const ShardedIndex& index,
                                  const ScanRequest& request);

/// One page, refilled over tombstones until it is full or the data end.
Task<Result<ReadManyResponse>> run_index_scan(Store& below, const IndexScan& scan);

/// One physical scan: so many entries at the most.
ScanRequest physical_scan(const IndexScan& scan, std::optional<Item> start_key,
                          std::optional<std::int64_t> limit);

}  // namespace isotherm::gateway
