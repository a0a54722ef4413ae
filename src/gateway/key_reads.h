#pragma once

// Scans of a table whose own key is sharded, and queries of its global indexes: names, start keys
// and cursors made physical, answers made logical. (Queries of the table and of its local indexes
// are those of a sharded index: query_plan.h, with KeyLayout::view.)
//
// A filter that names the partition key is held here against logical items, when the store could
// not know their partition keys.
//
//   cursor := index key, table key        as the application knows them
//             [ "isotherm#shard": N ]     only where shards are drawn

#include "expression/condition.h"
#include "expression/projection.h"
#include "gateway/key_layout.h"
#include "store/read_operations.h"

namespace isotherm::gateway {

/// What the gateway shows of items by itself.
struct ShownHere {
  std::optional<expression::Condition> filter;
  std::optional<expression::ProjectionPaths> projection;
  bool count_only = false;
};

template <class Request>
struct PlacedRead {
  Request request;
  /// Absent: the store filters and projects.
  std::optional<ShownHere> here = std::nullopt;
};

/// The same with filter and projection always held here: the store has parts of items only.
Result<PlacedRead<ScanRequest>> place_scan_of_parts(const KeyLayout& layout, ScanRequest request);
Result<PlacedRead<ScanRequest>> place_scan(const KeyLayout& layout, ScanRequest request);
/// A query of a global index.
Result<PlacedRead<QueryRequest>> place_index_query(const KeyLayout& layout, QueryRequest request);

/// Refuses expressions of a read that name the hidden attribute.
Result<void> check_hidden(const KeyLayout& layout, const QueryRequest& request);

/// What is shown of whole items.
void show(const ShownHere& here, ReadManyResponse& page);

/// The page as the application knows it.
Result<ReadManyResponse> finish_page(const KeyLayout& layout, const std::optional<ShownHere>& here,
                                     ReadManyResponse page);

}  // namespace isotherm::gateway
