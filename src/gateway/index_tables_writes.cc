// IndexTables: writes of items whose index tables are maintained by transactions.

#include <algorithm>

#include "gateway/index_batch.h"
#include "gateway/index_table_names.h"
#include "gateway/index_tables.h"
#include "gateway/index_transaction.h"
#include "gateway/messages.h"
#include "model/cancellation.h"
#include "model/error_detail.h"

namespace isotherm::gateway {
namespace {

/// Sends one write by itself.
struct SendAlone {
  Store& store;
  Task<Result<WriteItemResponse>> operator()(PutItemRequest& put) const {
    return store.put_item(std::move(put));
  }
  Task<Result<WriteItemResponse>> operator()(UpdateItemRequest& update) const {
    return store.update_item(std::move(update));
  }
  Task<Result<WriteItemResponse>> operator()(DeleteItemRequest& remove) const {
    return store.delete_item(std::move(remove));
  }
  Task<Result<WriteItemResponse>> operator()(ConditionCheckRequest&) const {
    co_return Error::internal("Isotherm: a check is no write");
  }
};

const std::string& table_name_of(const TransactWriteAction& action) {
  return std::visit([](const auto& one) -> const std::string& { return one.table_name; }, action);
}

/// The error of a single write that its own transaction's reason is.
Error error_of(const CancellationReason& reason) {
  const std::string message = reason.message.value_or("");
  if (reason.code == "ValidationError") return Error::validation(message);
  if (reason.code == "ItemCollectionSizeLimitExceeded")
    return {ErrorCode::item_collection_size_limit_exceeded, message};
  if (reason.code == "ProvisionedThroughputExceeded")
    return {ErrorCode::provisioned_throughput_exceeded, message};
  return {ErrorCode::throttling, message};
}

bool is_of_other_writers(const CancellationReason& reason) {
  return reason.code == "None" || reason.code == "ConditionalCheckFailed" ||
         reason.code == "TransactionConflict";
}

/// Whether the write met other writers, and nothing else: it is tried again.
bool met_other_writers(const Error& error) {
  if (error.code() == ErrorCode::conditional_check_failed ||
      error.code() == ErrorCode::transaction_conflict)
    return true;
  return error.code() == ErrorCode::transaction_canceled &&
         std::ranges::all_of(error.detail().cancellation_reasons, is_of_other_writers);
}

/// What a write by a transaction of its own failed of.
Error single_error(const IndexedTable& table, Error error) {
  if (error.code() != ErrorCode::transaction_canceled)
    return in_index_names(table, std::move(error));
  for (const CancellationReason& reason : error.detail().cancellation_reasons)
    if (!is_of_other_writers(reason)) return in_index_names(table, error_of(reason));
  return error;
}

}  // namespace

Task<Result<WriteItemResponse>> IndexTables::put_item(PutItemRequest request) {
  if (!tables_.any()) co_return co_await below_.put_item(std::move(request));
  CO_ASSIGN_OR_RETURN(IndexedTablePtr table, co_await maintained(request.table_name));
  if (!table) co_return co_await below_.put_item(std::move(request));
  co_return co_await write(std::move(table), std::move(request));
}

Task<Result<WriteItemResponse>> IndexTables::update_item(UpdateItemRequest request) {
  if (!tables_.any()) co_return co_await below_.update_item(std::move(request));
  CO_ASSIGN_OR_RETURN(IndexedTablePtr table, co_await maintained(request.table_name));
  if (!table) co_return co_await below_.update_item(std::move(request));
  co_return co_await write(std::move(table), std::move(request));
}

Task<Result<WriteItemResponse>> IndexTables::delete_item(DeleteItemRequest request) {
  if (!tables_.any()) co_return co_await below_.delete_item(std::move(request));
  CO_ASSIGN_OR_RETURN(IndexedTablePtr table, co_await maintained(request.table_name));
  if (!table) co_return co_await below_.delete_item(std::move(request));
  co_return co_await write(std::move(table), std::move(request));
}

Task<Result<WriteItemResponse>> IndexTables::write(IndexedTablePtr table,
                                                   TransactWriteAction action) {
  const auto understood = understand(table, action);
  if (understood) co_return co_await write_read_item(*understood);
  TransactWriteAction refused = harmless(std::move(action), table->key());
  Result<WriteItemResponse> answer = co_await std::visit(SendAlone{below_}, refused);
  note(table->base.name, answer);
  co_return answer;
}

Task<Result<std::optional<Item>>> IndexTables::read_stored(const IndexedAction& action) {
  GetItemRequest read;
  read.table_name = table_name_of(action.request);
  read.key = action.key;
  read.consistent_read = true;
  Result<GetItemResponse> answer = co_await below_.get_item(std::move(read));
  note(action.table->base.name, answer);
  if (!answer.ok()) co_return std::move(answer).error();
  co_return std::move(answer->item);
}

Task<Result<WriteItemResponse>> IndexTables::write_read_item(const IndexedAction& action) {
  for (int attempt = 0; attempt < attempts_; ++attempt) {
    CO_ASSIGN_OR_RETURN(std::optional<Item> item, co_await read_stored(action));
    const StoredItem stored = unversioned(std::move(item));
    // The condition comes first, as in the store: on an item that fails it nothing is applied.
    CO_ASSIGN_OR_RETURN(const std::optional<Item> after, outcome(action, stored.item));
    CO_ASSIGN_OR_RETURN(PhysicalWrites writes, physical_writes(action, stored, after));
    Result<WriteItemResponse> answer = co_await send(action, std::move(writes));
    if (answer.ok()) {
      answer->attributes = returned_values(action, stored.item, after);
      co_return answer;
    }
    if (!met_other_writers(answer.error()))
      co_return single_error(*action.table, std::move(answer).error());
  }
  co_return messages::too_many_writers();
}

Task<Result<WriteItemResponse>> IndexTables::send_alone(TransactWriteAction base) {
  co_return co_await std::visit(SendAlone{below_}, base);
}

Task<Result<WriteItemResponse>> IndexTables::send(const IndexedAction& action,
                                                  PhysicalWrites writes) {
  const IndexedTable& table = *action.table;
  if (writes.entries.empty()) {
    Result<WriteItemResponse> answer = co_await send_alone(std::move(writes.base));
    note(table.base.name, answer);
    co_return answer;
  }
  TransactWriteItemsRequest request;
  std::visit(
      [&](const auto& base) {
        request.return_consumed_capacity = base.return_consumed_capacity;
        request.return_item_collection_metrics = base.return_item_collection_metrics;
      },
      writes.base);
  request.actions.push_back(std::move(writes.base));
  for (TransactWriteAction& entry : writes.entries) request.actions.push_back(std::move(entry));
  Result<TransactWriteItemsResponse> answer =
      co_await below_.transact_write_items(std::move(request));
  note(table.base.name, answer);
  if (!answer.ok()) co_return std::move(answer).error();
  WriteItemResponse response;
  for (ConsumedCapacity& consumed : in_index_names(table, std::move(answer->consumed)))
    if (consumed.table_name == table.base.name) response.consumed = std::move(consumed);
  response.consumed.table_name = table.base.name;
  for (auto& [name, metrics] : answer->item_collection_metrics)
    if (!metrics.empty()) response.item_collection_metrics = std::move(metrics.front());
  co_return response;
}

Task<Result<BatchWriteItemResponse>> IndexTables::batch_write_item(BatchWriteItemRequest request) {
  if (!tables_.any()) co_return co_await below_.batch_write_item(std::move(request));
  std::map<std::string, IndexedTablePtr> ours;
  for (const auto& [name, writes] : request.request_items) {
    CO_ASSIGN_OR_RETURN(IndexedTablePtr table, co_await maintained(name));
    if (table) ours.emplace(name, std::move(table));
  }
  if (ours.empty()) co_return co_await below_.batch_write_item(std::move(request));
  IndexBatch batch(std::move(request), std::move(ours));
  CO_ASSIGN_OR_RETURN(const bool is_good, batch.check());
  // The store refuses it as a whole, before anything is written.
  if (!is_good) co_return co_await below_.batch_write_item(batch.whole());
  if (auto rest = batch.take_rest()) {
    CO_ASSIGN_OR_RETURN(BatchWriteItemResponse answer,
                        co_await below_.batch_write_item(*std::move(rest)));
    batch.add(std::move(answer));
  }
  for (const IndexedAction& action : batch.actions())
    CO_TRY(batch.add(action, co_await write_read_item(action)));
  co_return std::move(batch).finish();
}

Task<Result<TransactWriteItemsResponse>> IndexTables::transact_write_items(
    TransactWriteItemsRequest request) {
  if (!tables_.any()) co_return co_await below_.transact_write_items(std::move(request));
  std::vector<IndexedAction> actions;
  bool any = false;
  for (const TransactWriteAction& action : request.actions) {
    CO_ASSIGN_OR_RETURN(IndexedTablePtr table, co_await maintained(table_name_of(action)));
    any = any || table;
    if (!table) {
      actions.push_back({nullptr, action, {}, {}, {}});
      continue;
    }
    auto understood = understand(std::move(table), action);
    // The store refuses the transaction as it is.
    if (!understood) co_return co_await below_.transact_write_items(std::move(request));
    actions.push_back(*std::move(understood));
  }
  if (!any) co_return co_await below_.transact_write_items(std::move(request));
  co_return co_await transact(std::move(actions), std::move(request));
}

Task<Result<TransactWriteItemsResponse>> IndexTables::transact(std::vector<IndexedAction> actions,
                                                               TransactWriteItemsRequest request) {
  TransactionOfEntries transaction(std::move(actions), std::move(request));
  CO_TRY(transaction.check());
  for (int attempt = 0; attempt < attempts_; ++attempt) {
    for (const std::size_t place : transaction.unread()) {
      CO_ASSIGN_OR_RETURN(std::optional<Item> item,
                          co_await read_stored(transaction.action(place)));
      transaction.put(place, std::move(item));
    }
    CO_ASSIGN_OR_RETURN(TransactWriteItemsRequest physical, transaction.physical());
    Result<TransactWriteItemsResponse> answer =
        co_await below_.transact_write_items(std::move(physical));
    if (answer.ok()) co_return transaction.logical(std::move(answer).value());
    if (answer.error().code() != ErrorCode::transaction_canceled)
      co_return transaction.logical(std::move(answer).error());
    CO_TRY(transaction.judge(std::move(answer).error()));
  }
  co_return messages::too_many_writers();
}

}  // namespace isotherm::gateway
