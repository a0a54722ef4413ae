// KeyGateway: BatchGetItem and BatchWriteItem. A batch may span tables with and without shards.

#include <algorithm>

#include "gateway/drawn_batches.h"
#include "gateway/key_gateway.h"
#include "gateway/key_requests.h"
#include "gateway/write_plan.h"
#include "model/limits.h"
#include "store/table_names.h"

namespace isotherm::gateway {
namespace {

using LayoutsOfBatch = std::map<std::string, KeyLayoutPtr>;

template <class Tables>
Task<Result<LayoutsOfBatch>> layouts_of(KeyLayouts& layouts, const Tables& tables) {
  LayoutsOfBatch found;
  for (const auto& [table, requests] : tables) {
    if (!layouts.is_sharded(table)) continue;
    CO_ASSIGN_OR_RETURN(KeyLayoutPtr layout, co_await layouts.find(table));
    if (layout) found.emplace(table, std::move(layout));
  }
  co_return found;
}

/// The layout of a table in an answer, which may call it by its name.
const KeyLayout* find_layout(const LayoutsOfBatch& layouts, std::string_view table) {
  for (const auto& [asked, layout] : layouts)
    if (table_name_in(asked) == table_name_in(table)) return layout.get();
  return nullptr;
}

Error told(const LayoutsOfBatch& layouts, Error error) {
  for (const auto& [table, layout] : layouts) error = logical_error(*layout, std::move(error));
  return error;
}

Result<void> place_all(const KeyLayout& layout, KeysAndAttributes& keys) {
  for (Item& key : keys.keys)
    TRY(layout.is_spread() ? place_key(layout, key, 0) : place_key(layout, key));
  return {};
}

Result<void> restore_all(const LayoutsOfBatch& layouts, BatchGetItemResponse& answer) {
  for (auto& [table, items] : answer.responses)
    if (const KeyLayout* layout = find_layout(layouts, table))
      for (Item& item : items) TRY(layout->restore(item));
  for (auto& [table, keys] : answer.unprocessed_keys)
    if (const KeyLayout* layout = find_layout(layouts, table))
      for (Item& key : keys.keys) TRY(layout->restore(key));
  return {};
}

Result<void> restore_all(const LayoutsOfBatch& layouts, BatchWriteItemResponse& answer) {
  for (auto& [table, unprocessed] : answer.unprocessed_items)
    if (const KeyLayout* layout = find_layout(layouts, table)) TRY(restore(*layout, unprocessed));
  for (auto& [table, metrics] : answer.item_collection_metrics)
    if (const KeyLayout* layout = find_layout(layouts, table)) TRY(restore(*layout, metrics));
  return {};
}

/// Whether the store refuses the keys of a table whose shards are drawn, or the batch for its size.
bool is_refused_below(const LayoutsOfBatch& layouts, const BatchGetItemRequest& request) {
  std::size_t count = 0;
  for (const auto& [table, keys] : request.request_items) count += keys.keys.size();
  if (count > limits::batch_get_keys_max) return true;
  return std::ranges::any_of(layouts, [&](const auto& entry) {
    return entry.second->is_spread() &&
           !can_be_found(*entry.second, request.request_items.at(entry.first));
  });
}

bool is_refused_below(const LayoutsOfBatch& layouts, const BatchWriteItemRequest& request) {
  if (!is_acceptable(request)) return true;
  return std::ranges::any_of(layouts, [&](const auto& entry) {
    return entry.second->is_spread() &&
           !can_be_written(*entry.second, request.request_items.at(entry.first));
  });
}

/// Takes the tables whose shards are drawn out of a batch.
std::map<std::string, KeysAndAttributes> take_drawn(const LayoutsOfBatch& layouts,
                                                    BatchGetItemRequest& request) {
  std::map<std::string, KeysAndAttributes> taken;
  for (const auto& [table, layout] : layouts)
    if (layout->is_spread()) taken.insert(request.request_items.extract(table));
  return taken;
}

}  // namespace

Task<Result<BatchGetItemResponse>> KeyGateway::batch_get_item(BatchGetItemRequest request) {
  CO_ASSIGN_OR_RETURN(const LayoutsOfBatch layouts,
                      co_await layouts_of(layouts_, request.request_items));
  for (const auto& [table, layout] : layouts)
    CO_TRY(check_shown(*layout, request.request_items.at(table)));
  std::map<std::string, KeysAndAttributes> drawn;
  if (!is_refused_below(layouts, request)) drawn = take_drawn(layouts, request);
  for (auto& [table, keys] : request.request_items)
    if (const KeyLayout* layout = find_layout(layouts, table)) CO_TRY(place_all(*layout, keys));
  const ReturnConsumedCapacity capacity = request.return_consumed_capacity;
  Result<BatchGetItemResponse> answer = BatchGetItemResponse();
  if (!request.request_items.empty() || drawn.empty())
    answer = co_await below_.batch_get_item(std::move(request));
  for (const auto& [table, layout] : layouts) note(table, answer);
  if (!answer.ok()) co_return told(layouts, std::move(answer).error());
  CO_TRY(restore_all(layouts, *answer));
  for (auto& [table, keys] : drawn)
    CO_TRY(co_await add_drawn({below_, layouts.at(table), concurrency_}, table, std::move(keys),
                              capacity, *answer));
  co_return answer;
}

Task<Result<WriteItemResponse>> KeyGateway::write_one(std::string table, WriteRequest write) {
  if (auto* put = std::get_if<PutRequest>(&write)) {
    PutItemRequest request;
    request.table_name = std::move(table);
    request.item = std::move(put->item);
    return put_item(std::move(request));
  }
  DeleteItemRequest request;
  request.table_name = std::move(table);
  request.key = std::move(std::get<DeleteRequest>(write).key);
  return delete_item(std::move(request));
}

Task<Result<BatchWriteItemResponse>> KeyGateway::batch_write_item(BatchWriteItemRequest request) {
  CO_ASSIGN_OR_RETURN(const LayoutsOfBatch layouts,
                      co_await layouts_of(layouts_, request.request_items));
  const bool is_refused = is_refused_below(layouts, request);
  // What takes more than one write of the store is written one by one.
  std::vector<std::pair<std::string, WriteRequest>> by_themselves;
  for (const auto& [table, layout] : layouts) {
    std::vector<WriteRequest>& writes = request.request_items.at(table);
    if (!layout->is_spread() || is_refused) {
      for (WriteRequest& write : writes)
        CO_TRY(layout->is_spread() ? place(*layout, write, 0) : place(*layout, write));
      continue;
    }
    CO_ASSIGN_OR_RETURN(std::vector<WriteRequest> taken,
                        co_await place_drawn({below_, layout, concurrency_}, writes));
    for (WriteRequest& write : taken) by_themselves.emplace_back(table, std::move(write));
    if (writes.empty()) request.request_items.erase(table);
  }
  Result<BatchWriteItemResponse> answer = BatchWriteItemResponse();
  if (!request.request_items.empty() || by_themselves.empty())
    answer = co_await below_.batch_write_item(std::move(request));
  for (const auto& [table, layout] : layouts) note(table, answer);
  if (!answer.ok()) co_return told(layouts, std::move(answer).error());
  CO_TRY(restore_all(layouts, *answer));
  for (auto& [table, write] : by_themselves) CO_TRY(co_await write_one(table, std::move(write)));
  co_return answer;
}

}  // namespace isotherm::gateway
