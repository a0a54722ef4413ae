#include "gateway/index_batch.h"

#include <algorithm>

#include "gateway/index_table_names.h"
#include "gateway/write_plan.h"

namespace isotherm::gateway {
namespace {

TransactWriteAction action_of(const std::string& table, const BatchWriteItemRequest& request,
                              const WriteRequest& write) {
  if (const auto* put = std::get_if<PutRequest>(&write)) {
    PutItemRequest one;
    one.table_name = table;
    one.item = put->item;
    one.return_consumed_capacity = request.return_consumed_capacity;
    one.return_item_collection_metrics = request.return_item_collection_metrics;
    return one;
  }
  DeleteItemRequest one;
  one.table_name = table;
  one.key = std::get<DeleteRequest>(write).key;
  one.return_consumed_capacity = request.return_consumed_capacity;
  one.return_item_collection_metrics = request.return_item_collection_metrics;
  return one;
}

bool is_throttle(const Error& error) {
  switch (error.code()) {
    case ErrorCode::throttling:
    case ErrorCode::provisioned_throughput_exceeded:
    case ErrorCode::request_limit_exceeded:
    case ErrorCode::transaction_conflict: return true;
    default: return false;
  }
}

WriteRequest write_of(const IndexedAction& action) {
  if (const auto* put = std::get_if<PutItemRequest>(&action.request)) return PutRequest{put->item};
  return DeleteRequest{action.key};
}

const std::string& table_of(const IndexedAction& action) {
  return std::visit([](const auto& one) -> const std::string& { return one.table_name; },
                    action.request);
}

}  // namespace

IndexBatch::IndexBatch(BatchWriteItemRequest request, std::map<std::string, IndexedTablePtr> ours)
    : request_(std::move(request)), ours_(std::move(ours)) {}

bool IndexBatch::has_duplicates() const {
  for (std::size_t i = 0; i < actions_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (actions_[i].table == actions_[j].table && actions_[i].key == actions_[j].key) return true;
  return false;
}

Result<bool> IndexBatch::check() {
  if (!is_acceptable(request_)) return false;
  for (const auto& [name, table] : ours_) {
    const std::vector<WriteRequest>& writes = request_.request_items.at(name);
    if (writes.empty()) return false;
    for (const WriteRequest& write : writes) {
      auto understood = understand(table, action_of(name, request_, write));
      if (!understood) return false;
      actions_.push_back(*std::move(understood));
    }
  }
  if (has_duplicates()) return false;
  // Keys that no index can have are found without the items that are there.
  for (const IndexedAction& action : actions_) TRY(outcome(action, std::nullopt));
  return true;
}

std::optional<BatchWriteItemRequest> IndexBatch::take_rest() {
  BatchWriteItemRequest rest = request_;
  for (const auto& [name, table] : ours_) rest.request_items.erase(name);
  if (rest.request_items.empty()) return std::nullopt;
  return rest;
}

void IndexBatch::add(BatchWriteItemResponse answer) {
  response_ = std::move(answer);
  ++done_;
}

Result<void> IndexBatch::add(const IndexedAction& action, Result<WriteItemResponse> answer) {
  const std::string& table = table_of(action);
  if (!answer.ok()) {
    if (!is_throttle(answer.error())) return std::move(answer).error();
    throttle_ = std::move(answer).error();
    response_.unprocessed_items[table].push_back(write_of(action));
    return {};
  }
  ++done_;
  if (answer->item_collection_metrics)
    response_.item_collection_metrics[table].push_back(*answer->item_collection_metrics);
  auto& consumed = response_.consumed;
  const auto at =
      std::ranges::find(consumed, answer->consumed.table_name, &ConsumedCapacity::table_name);
  if (at != consumed.end())
    *at += answer->consumed;
  else
    consumed.push_back(std::move(answer->consumed));
  return {};
}

Result<BatchWriteItemResponse> IndexBatch::finish() && {
  if (done_ == 0 && throttle_) return *std::move(throttle_);
  return std::move(response_);
}

}  // namespace isotherm::gateway
