#pragma once

// A Store between the gateway and the engine, where tests look and meddle: they count requests,
// fail some, and write in between like another gateway would.

#include <functional>
#include <utility>

#include "store/forwarding_store.h"

namespace isotherm::gateway::testing {

class Between final : public ForwardingStore {
 public:
  using ForwardingStore::ForwardingStore;

  /// Called before a request goes down; each may be empty. An error is the answer.
  std::function<void(const GetItemRequest&)> after_get;
  std::function<void(UpdateItemRequest&)> before_update;
  std::function<void(TransactWriteItemsRequest&)> before_transaction;
  std::function<std::optional<Error>(const QueryRequest&)> before_query;
  /// May change an answer on its way up.
  std::function<void(const QueryRequest&, ReadManyResponse&)> after_query;
  /// Every physical query that went down.
  std::vector<QueryRequest> queries;
  std::int64_t entries_read = 0;
  int updates = 0;
  int gets = 0;
  int transactions = 0;

  Task<Result<GetItemResponse>> get_item(GetItemRequest request) override {
    ++gets;
    const GetItemRequest asked = request;
    Result<GetItemResponse> answer = co_await below_.get_item(std::move(request));
    if (after_get) after_get(asked);
    co_return answer;
  }
  Task<Result<WriteItemResponse>> update_item(UpdateItemRequest request) override {
    ++updates;
    if (before_update) before_update(request);
    co_return co_await below_.update_item(std::move(request));
  }
  Task<Result<TransactWriteItemsResponse>> transact_write_items(
      TransactWriteItemsRequest request) override {
    ++transactions;
    if (before_transaction) before_transaction(request);
    co_return co_await below_.transact_write_items(std::move(request));
  }
  Task<Result<ReadManyResponse>> query(QueryRequest request) override {
    queries.push_back(request);
    const QueryRequest asked = request;
    if (before_query)
      if (auto error = before_query(request)) co_return *std::move(error);
    Result<ReadManyResponse> answer = co_await below_.query(std::move(request));
    if (answer.ok()) entries_read += answer->scanned_count;
    if (answer.ok() && after_query) after_query(asked, *answer);
    co_return answer;
  }
};

}  // namespace isotherm::gateway::testing
