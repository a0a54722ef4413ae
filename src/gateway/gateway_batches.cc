// Gateway: BatchGetItem and BatchWriteItem. A batch may span tables with and without shards.

#include "gateway/answers.h"
#include "gateway/logical_names.h"
#include "gateway/messages.h"
#include "gateway/note.h"
#include "gateway/read_plan.h"
#include "gateway/write_plan.h"

namespace isotherm::gateway {
namespace {

using LayoutsOfBatch = std::map<std::string, LayoutPtr>;

/// The layouts of the batch's tables that have shards, by what the client called them.
template <class Tables>
Task<Result<LayoutsOfBatch>> layouts_of(Layouts& layouts, const Tables& tables) {
  LayoutsOfBatch found;
  for (const auto& [table, requests] : tables) {
    CO_ASSIGN_OR_RETURN(LayoutPtr layout, co_await layouts.find(table));
    if (layout) found.emplace(table, std::move(layout));
  }
  co_return found;
}

/// The layout of a table in an answer, which calls it by its name.
const Layout* find_layout(const LayoutsOfBatch& layouts, std::string_view table) {
  for (const auto& [asked, layout] : layouts)
    if (table_name_in(asked) == table_name_in(table)) return layout.get();
  return nullptr;
}

void make_capacity_logical(const LayoutsOfBatch& layouts, std::vector<ConsumedCapacity>& all) {
  for (ConsumedCapacity& consumed : all)
    if (const Layout* layout = find_layout(layouts, consumed.table_name))
      consumed = logical(*layout, std::move(consumed));
}

Error logical_error(const LayoutsOfBatch& layouts, Error error) {
  for (const auto& [table, layout] : layouts) error = logical(*layout, std::move(error));
  return error;
}

}  // namespace

Task<Result<BatchGetItemResponse>> Gateway::batch_get_item(BatchGetItemRequest request) {
  CO_ASSIGN_OR_RETURN(const LayoutsOfBatch layouts,
                      co_await layouts_of(*layouts_, request.request_items));
  for (const auto& [table, layout] : layouts)
    CO_TRY(plan_batch_get(*layout, request.request_items.at(table)));
  Result<BatchGetItemResponse> answer = co_await below_.batch_get_item(std::move(request));
  for (const auto& [table, layout] : layouts) note(table, answer);
  if (!answer.ok()) co_return logical_error(layouts, std::move(answer).error());
  for (auto& [table, items] : answer->responses)
    if (const Layout* layout = find_layout(layouts, table))
      for (Item& item : items) layout->strip(item);
  make_capacity_logical(layouts, answer->consumed);
  co_return answer;
}

Task<Result<BatchWriteItemResponse>> Gateway::batch_write_item(BatchWriteItemRequest request) {
  CO_ASSIGN_OR_RETURN(const LayoutsOfBatch layouts,
                      co_await layouts_of(*layouts_, request.request_items));
  for (const auto& [table, layout] : layouts)
    if (const auto* index = layout->find_foreign()) co_return messages::rule_does_not_fit(*index);
  bool is_refused_below = !is_acceptable(request);
  for (const auto& [table, layout] : layouts) {
    const Result<bool> planned = plan_batch(*layout, request.request_items.at(table));
    if (!planned.ok() && !is_refused_below) co_return planned.error();
    if (!planned.ok() || !*planned) is_refused_below = true;
  }
  Result<BatchWriteItemResponse> answer = co_await below_.batch_write_item(std::move(request));
  for (const auto& [table, layout] : layouts) note(table, answer);
  if (!answer.ok()) co_return logical_error(layouts, std::move(answer).error());
  for (auto& [table, unprocessed] : answer->unprocessed_items)
    if (const Layout* layout = find_layout(layouts, table)) make_logical(*layout, unprocessed);
  make_capacity_logical(layouts, answer->consumed);
  co_return answer;
}

}  // namespace isotherm::gateway
