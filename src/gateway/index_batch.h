#pragma once

// BatchWriteItem over tables some of which have maintained index tables: their writes are done one
// by one, each with its entries; the rest is a batch. What is wrong with any write is found before
// the first is done, as the service does.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gateway/index_write.h"
#include "store/batch_operations.h"

namespace isotherm::gateway {

class IndexBatch {
 public:
  /// `ours`: the tables with maintained index tables, by what the client called them.
  IndexBatch(BatchWriteItemRequest request, std::map<std::string, IndexedTablePtr> ours);

  /// False: the store refuses the batch. An error: we do.
  Result<bool> check();
  /// The batch as it came.
  BatchWriteItemRequest whole() const { return request_; }
  /// The writes of other tables.
  std::optional<BatchWriteItemRequest> take_rest();
  const std::vector<IndexedAction>& actions() const { return actions_; }

  void add(BatchWriteItemResponse answer);
  /// Takes the outcome of one action; an error that is the batch's.
  Result<void> add(const IndexedAction& action, Result<WriteItemResponse> answer);
  Result<BatchWriteItemResponse> finish() &&;

 private:
  bool has_duplicates() const;

  BatchWriteItemRequest request_;
  std::map<std::string, IndexedTablePtr> ours_;
  std::vector<IndexedAction> actions_;
  BatchWriteItemResponse response_;
  std::size_t done_ = 0;
  /// The last throttle; the batch's error when nothing at all was done.
  std::optional<Error> throttle_;
};

}  // namespace isotherm::gateway
