#include "gateway/index_transaction.h"

#include <algorithm>

#include "gateway/index_table_names.h"
#include "gateway/messages.h"
#include "model/cancellation.h"
#include "model/limits.h"
#include "store/transaction_fingerprint.h"

namespace isotherm::gateway {

TransactionOfEntries::TransactionOfEntries(std::vector<IndexedAction> actions,
                                           TransactWriteItemsRequest request)
    : actions_(std::move(actions)), request_(std::move(request)) {
  // A retry may find other items, and so become other physical actions.
  if (request_.client_request_token && !request_.token_fingerprint)
    request_.token_fingerprint = fingerprint(request_);
}

bool TransactionOfEntries::is_ours(std::size_t place) const {
  return actions_[place].table != nullptr &&
         !std::holds_alternative<ConditionCheckRequest>(actions_[place].request);
}

Result<void> TransactionOfEntries::check() const {
  for (std::size_t place = 0; place < actions_.size(); ++place) {
    if (!is_ours(place)) continue;
    const Result<void> checked = check_static(actions_[place]);
    if (checked.ok()) continue;
    const Error& error = checked.error();
    if (error.message().starts_with("Isotherm:") || precedes_transaction(error)) return error;
    return transaction_canceled_by(place, actions_.size(), error);
  }
  return {};
}

std::vector<std::size_t> TransactionOfEntries::unread() const {
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < actions_.size(); ++place)
    if (is_ours(place) && !items_.contains(place)) places.push_back(place);
  return places;
}

void TransactionOfEntries::put(std::size_t place, std::optional<Item> stored) {
  items_.insert_or_assign(place, unversioned(std::move(stored)));
}

Result<TransactWriteItemsRequest> TransactionOfEntries::physical() {
  TransactWriteItemsRequest physical = request_;
  std::vector<TransactWriteAction> entries;
  entries_.clear();
  for (std::size_t place = 0; place < actions_.size(); ++place) {
    if (!is_ours(place)) continue;
    const StoredItem& stored = items_.at(place);
    const auto after = outcome(actions_[place], stored.item);
    if (!after.ok()) {
      if (precedes_transaction(after.error())) return after.error();
      physical.actions[place] = failing_check(actions_[place]);
      continue;
    }
    ASSIGN_OR_RETURN(PhysicalWrites writes, physical_writes(actions_[place], stored, *after));
    physical.actions[place] = std::move(writes.base);
    for (TransactWriteAction& entry : writes.entries) {
      entries.push_back(std::move(entry));
      entries_.push_back(place);
    }
  }
  const std::size_t count = actions_.size() + entries.size();
  if (actions_.size() <= limits::transaction_actions_max && count > limits::transaction_actions_max)
    return messages::too_many_physical_actions(actions_.size(), count);
  for (TransactWriteAction& entry : entries) physical.actions.push_back(std::move(entry));
  return physical;
}

void TransactionOfEntries::judge_action(std::size_t place, CancellationReason& reason) {
  put(place, std::move(reason.item));
  reason = {};
  const auto after = outcome(actions_[place], items_.at(place).item);
  if (!after.ok()) reason = cancellation_reason(after.error());
}

void TransactionOfEntries::fold_entries(std::vector<CancellationReason>& reasons) const {
  const std::size_t count = actions_.size();
  for (std::size_t i = 0; i < entries_.size() && count + i < reasons.size(); ++i) {
    CancellationReason& own = reasons[entries_[i]];
    CancellationReason& of_entry = reasons[count + i];
    if (own.code == "None" && of_entry.code != "None") own = std::move(of_entry);
    own.item = own.code == "ConditionalCheckFailed" ? std::move(own.item) : std::nullopt;
  }
  if (reasons.size() > count) reasons.resize(count);
}

Result<void> TransactionOfEntries::judge(Error error) {
  std::vector<CancellationReason> reasons = std::move(error.mutable_detail().cancellation_reasons);
  fold_entries(reasons);
  bool is_cancelled = false;
  for (std::size_t place = 0; place < reasons.size(); ++place) {
    CancellationReason& reason = reasons[place];
    if (is_ours(place) && reason.code == "ConditionalCheckFailed") judge_action(place, reason);
    if (reason.item) reason.item = unversioned(std::move(reason.item)).item;
    if (reason.message && actions_[place].table)
      reason.message =
          in_index_names(*actions_[place].table, Error::validation(*std::move(reason.message)))
              .message();
    if (reason.code != "None") is_cancelled = true;
  }
  if (is_cancelled) return transaction_canceled(std::move(reasons));
  return {};
}

TransactWriteItemsResponse TransactionOfEntries::logical(
    TransactWriteItemsResponse response) const {
  for (const IndexedAction& action : actions_)
    if (action.table)
      response.consumed = in_index_names(*action.table, std::move(response.consumed));
  return response;
}

Error TransactionOfEntries::logical(Error error) const {
  for (const IndexedAction& action : actions_)
    if (action.table) error = in_index_names(*action.table, std::move(error));
  return error;
}

}  // namespace isotherm::gateway
