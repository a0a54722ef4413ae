#pragma once

// Table operations when some indexes lie in tables of their own: which parts of a request are about
// those, and which are the store's.

#include "gateway/indexed_tables.h"
#include "store/table_operations.h"

namespace isotherm::gateway {

/// An index of a request that lies in a table of its own, and what the request says of it.
struct WantedIndex {
  const IndexTable* index = nullptr;
  SecondaryIndexRequest request;
};

struct CreatePlan {
  /// Without those indexes.
  CreateTableRequest base;
  std::vector<WantedIndex> wanted;
};

/// What the store refuses in any case comes back as it is. An error: the request says something
/// else of an index than its rule.
Result<CreatePlan> plan_create(const std::vector<IndexTable>& indexes, CreateTableRequest request);

struct ChangePlan {
  /// What is left for the store; absent: nothing.
  std::optional<UpdateTableRequest> base;
  std::vector<WantedIndex> created;
  std::vector<std::pair<const IndexTable*, UpdateIndexAction>> changed;
  std::vector<const IndexTable*> deleted;
};
Result<ChangePlan> plan_change(const IndexedTable& table, UpdateTableRequest request);

}  // namespace isotherm::gateway
