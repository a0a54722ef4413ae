// Gateway: TransactGetItems and TransactWriteItems. A transaction may span tables with and without
// shards.

#include "gateway/answers.h"
#include "gateway/logical_names.h"
#include "gateway/messages.h"
#include "gateway/note.h"
#include "gateway/read_plan.h"
#include "gateway/transaction_plan.h"
#include "model/cancellation.h"

namespace isotherm::gateway {
namespace {

/// The layout of each action; nullptr: its table has no shards.
using ActionLayouts = std::vector<LayoutPtr>;

Task<Result<ActionLayouts>> layouts_of(Layouts& layouts, std::vector<std::string> tables) {
  ActionLayouts found;
  for (std::string& table : tables) {
    CO_ASSIGN_OR_RETURN(LayoutPtr layout, co_await layouts.find(table));
    if (layout && !layout->physical()) {
      CO_ASSIGN_OR_RETURN(layout, co_await layouts.find_anew(std::move(table)));
    }
    found.push_back(std::move(layout));
  }
  co_return found;
}

void make_capacity_logical(const ActionLayouts& layouts, const std::vector<std::string>& tables,
                           std::vector<ConsumedCapacity>& all) {
  for (ConsumedCapacity& consumed : all) {
    for (std::size_t i = 0; i < tables.size(); ++i) {
      if (!layouts[i] || table_name_in(tables[i]) != consumed.table_name) continue;
      consumed = logical(*layouts[i], std::move(consumed));
      break;
    }
  }
}

/// An error of the whole by the names of every table, its reasons each by those of its own.
Error logical_error(const ActionLayouts& layouts, Error error) {
  for (const LayoutPtr& layout : layouts)
    if (layout) error = logical(*layout, std::move(error));
  std::vector<CancellationReason>& reasons = error.mutable_detail().cancellation_reasons;
  for (std::size_t i = 0; i < reasons.size() && i < layouts.size(); ++i) {
    if (!layouts[i]) continue;
    if (reasons[i].item) layouts[i]->strip(*reasons[i].item);
    if (reasons[i].message)
      reasons[i].message =
          logical(*layouts[i], Error::validation(std::move(*reasons[i].message))).message();
  }
  return error;
}

std::vector<std::string> tables_of(const TransactWriteItemsRequest& request) {
  std::vector<std::string> tables;
  for (const TransactWriteAction& action : request.actions)
    tables.push_back(std::visit([](const auto& one) { return one.table_name; }, action));
  return tables;
}

}  // namespace

Task<Result<TransactGetItemsResponse>> Gateway::transact_get_items(
    TransactGetItemsRequest request) {
  std::vector<std::string> tables;
  for (const TransactGet& get : request.gets) tables.push_back(get.table_name);
  CO_ASSIGN_OR_RETURN(const ActionLayouts layouts, co_await layouts_of(*layouts_, tables));
  for (std::size_t i = 0; i < tables.size(); ++i)
    if (layouts[i]) CO_TRY(check_get(*layouts[i], request.gets[i]));
  Result<TransactGetItemsResponse> answer = co_await below_.transact_get_items(std::move(request));
  for (const std::string& table : tables) note(table, answer);
  if (!answer.ok()) co_return logical_error(layouts, std::move(answer).error());
  for (std::size_t i = 0; i < answer->items.size() && i < tables.size(); ++i)
    if (layouts[i] && answer->items[i]) layouts[i]->strip(*answer->items[i]);
  make_capacity_logical(layouts, tables, answer->consumed);
  co_return answer;
}

Task<Result<TransactWriteItemsResponse>> Gateway::transact_write_items(
    TransactWriteItemsRequest request) {
  const std::vector<std::string> tables = tables_of(request);
  CO_ASSIGN_OR_RETURN(const ActionLayouts layouts, co_await layouts_of(*layouts_, tables));
  CO_ASSIGN_OR_RETURN(const TransactionPlan plan, plan_transaction(layouts, std::move(request)));
  Result<TransactWriteItemsResponse> answer = co_await transact_planned(plan);
  for (const std::string& table : tables) note(table, answer);
  if (!answer.ok()) co_return logical_error(layouts, std::move(answer).error());
  make_capacity_logical(layouts, tables, answer->consumed);
  co_return answer;
}

namespace {

/// The items that undecided updates meet, as far as they were read.
using ReadItems = std::map<std::size_t, std::optional<Item>>;

/// What a cancelled attempt means to the client. Success: nothing but other writers, who left
/// `items` as they are now.
Result<void> judge(const TransactionPlan& plan, Error error, ReadItems& items) {
  std::vector<CancellationReason> reasons = std::move(error.mutable_detail().cancellation_reasons);
  bool is_cancelled = false;
  for (std::size_t i = 0; i < reasons.size(); ++i) {
    const auto undecided = plan.undecided.find(i);
    if (undecided != plan.undecided.end() && reasons[i].code == "ConditionalCheckFailed") {
      items[i] = std::move(reasons[i].item);
      reasons[i] = {};
      if (Result<void> outcome = check_outcome(undecided->second, items[i]); !outcome.ok()) {
        if (precedes_transaction(outcome.error())) return outcome;
        reasons[i] = cancellation_reason(std::move(outcome).error());
      }
    }
    if (reasons[i].code != "None") is_cancelled = true;
  }
  if (is_cancelled) return transaction_canceled(std::move(reasons));
  return {};
}

}  // namespace

Task<Result<TransactWriteItemsResponse>> Gateway::transact_planned(const TransactionPlan& plan) {
  ReadItems items;
  for (int attempt = 0; attempt < options_.update_attempts; ++attempt) {
    TransactWriteItemsRequest request = plan.request;
    for (const auto& [place, update] : plan.undecided) {
      if (!items.contains(place)) {
        CO_ASSIGN_OR_RETURN(GetItemResponse read, co_await below_.get_item(read_before(update)));
        items.emplace(place, std::move(read.item));
      }
      request.actions[place] = action_for(update, items.at(place));
    }
    Result<TransactWriteItemsResponse> answer =
        co_await below_.transact_write_items(std::move(request));
    if (answer.ok() || plan.undecided.empty()) co_return answer;
    if (answer.error().code() != ErrorCode::transaction_canceled) co_return answer;
    CO_TRY(judge(plan, std::move(answer).error(), items));
  }
  co_return messages::too_many_writers();
}

}  // namespace isotherm::gateway
