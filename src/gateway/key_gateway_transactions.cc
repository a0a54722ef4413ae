// KeyGateway: TransactGetItems and TransactWriteItems. A transaction may span tables with and
// without shards.

#include <algorithm>
#include <utility>

#include "gateway/drawn_batches.h"
#include "gateway/key_checks.h"
#include "gateway/key_gateway.h"
#include "gateway/key_messages.h"
#include "gateway/key_requests.h"
#include "gateway/update_plan.h"
#include "gateway/write_plan.h"
#include "model/cancellation.h"
#include "model/error_detail.h"
#include "model/limits.h"
#include "store/transaction_fingerprint.h"

namespace isotherm::gateway {
namespace {

/// The layout of each action; nullptr: its table's key is not sharded.
using ActionLayouts = std::vector<KeyLayoutPtr>;

std::string table_of(const TransactWriteAction& action) {
  return std::visit([](const auto& one) { return one.table_name; }, action);
}
std::string table_of(const TransactGet& get) { return get.table_name; }

template <class Actions>
Task<Result<ActionLayouts>> layouts_of(KeyLayouts& layouts, const Actions& actions) {
  ActionLayouts found;
  for (const auto& action : actions) {
    const std::string table = table_of(action);
    KeyLayoutPtr layout;
    if (layouts.is_sharded(table)) {
      CO_ASSIGN_OR_RETURN(layout, co_await layouts.find(table));
    }
    found.push_back(std::move(layout));
  }
  co_return found;
}

bool has_any(const ActionLayouts& layouts) {
  return std::ranges::any_of(layouts, [](const KeyLayoutPtr& layout) { return layout != nullptr; });
}

/// An error of the whole by the names of every table, its reasons each by those of its own.
Error told(const ActionLayouts& layouts, Error error) {
  for (const KeyLayoutPtr& layout : layouts)
    if (layout) error = logical_error(*layout, std::move(error));
  if (error.detail().cancellation_reasons.empty()) return error;
  std::vector<CancellationReason>& reasons = error.mutable_detail().cancellation_reasons;
  for (std::size_t i = 0; i < reasons.size() && i < layouts.size(); ++i) {
    if (!layouts[i]) continue;
    if (reasons[i].item && !layouts[i]->restore(*reasons[i].item).ok()) reasons[i].item.reset();
    if (reasons[i].message)
      reasons[i].message =
          logical_error(*layouts[i], Error::validation(std::move(*reasons[i].message))).message();
  }
  return error;
}

Result<void> restore_all(const ActionLayouts& layouts, TransactWriteItemsResponse& answer) {
  for (auto& [table, metrics] : answer.item_collection_metrics)
    for (const KeyLayoutPtr& layout : layouts)
      if (layout && layout->physical().name == table) {
        TRY(restore(*layout, metrics));
        break;
      }
  return {};
}

}  // namespace

namespace {

/// A transaction of reads made physical: how many reads each of the client's became.
struct PlacedGets {
  TransactGetItemsRequest request;
  std::vector<std::size_t> counts;
};

Result<PlacedGets> placed(const ActionLayouts& layouts, const TransactGetItemsRequest& asked) {
  PlacedGets placed;
  placed.request.return_consumed_capacity = asked.return_consumed_capacity;
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    std::vector<TransactGet> gets = {asked.gets[i]};
    if (layouts[i] && layouts[i]->is_spread()) {
      ASSIGN_OR_RETURN(gets, expanded(*layouts[i], asked.gets[i]));
    } else if (layouts[i]) {
      TRY(place(*layouts[i], gets[0]));
    }
    placed.counts.push_back(gets.size());
    std::ranges::move(gets, std::back_inserter(placed.request.gets));
    if (gets.size() > 1 && placed.request.gets.size() > limits::transaction_actions_max)
      return messages::too_many_shards_in_transaction(*layouts[i]);
  }
  return placed;
}

/// The reasons of the client's actions: of one that became several, the first that is one.
Error with_reasons_of(const std::vector<std::size_t>& counts, Error error) {
  if (std::ranges::all_of(counts, [](auto n) { return n == 1; })) return error;
  std::vector<CancellationReason> all = error.detail().cancellation_reasons;
  if (all.empty()) return error;
  std::vector<CancellationReason> own;
  std::size_t next = 0;
  for (const std::size_t count : counts) {
    CancellationReason told;
    for (std::size_t i = 0; i < count && next < all.size(); ++i, ++next)
      if (told.code == "None") told = std::move(all[next]);
    own.push_back(std::move(told));
  }
  return transaction_canceled(std::move(own));
}

}  // namespace

Task<Result<TransactGetItemsResponse>> KeyGateway::transact_get_items(
    TransactGetItemsRequest request) {
  CO_ASSIGN_OR_RETURN(const ActionLayouts layouts, co_await layouts_of(layouts_, request.gets));
  if (!has_any(layouts)) co_return co_await below_.transact_get_items(std::move(request));
  CO_ASSIGN_OR_RETURN(PlacedGets gets, placed(layouts, request));
  Result<TransactGetItemsResponse> answer =
      co_await below_.transact_get_items(std::move(gets.request));
  for (const KeyLayoutPtr& layout : layouts)
    if (layout) note(layout->physical().name, answer);
  if (!answer.ok()) {
    const bool is_one_to_one = std::ranges::all_of(gets.counts, [](auto n) { return n == 1; });
    Error error = std::move(answer).error();
    co_return told(
        layouts, is_one_to_one ? std::move(error) : with_reasons_of(gets.counts, std::move(error)));
  }
  auto items = std::exchange(answer->items, {});
  auto next = items.begin();
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    std::vector<std::optional<Item>> mine;
    for (std::size_t n = 0; n < gets.counts[i] && next != items.end(); ++n)
      mine.push_back(std::move(*next++));
    if (layouts[i]) {
      CO_ASSIGN_OR_RETURN(auto one, collapsed(*layouts[i], request.gets[i], std::move(mine)));
      answer->items.push_back(std::move(one));
    } else {
      answer->items.push_back(mine.empty() ? std::nullopt : std::move(mine.front()));
    }
  }
  co_return answer;
}

namespace {

/// Whether the store would look at the item of an action.
bool has_good_key(const KeyLayout& layout, const TransactWriteAction& action) {
  if (const auto* put = std::get_if<PutItemRequest>(&action))
    return has_good_condition(*put) &&
           check_key(key_of(put->item, layout.key()), layout.key()).ok();
  const auto is_good = [&](const auto& one) {
    if constexpr (requires { one.key; }) {
      if constexpr (requires { one.update_expression; })
        return has_good_expressions(one) && check_key(one.key, layout.key()).ok();
      else
        return has_good_condition(one) && check_key(one.key, layout.key()).ok();
    } else {
      return false;
    }
  };
  return std::visit(is_good, action);
}

/// Two puts of one item, which the store would not see in different shards.
Result<void> check_drawn_puts(const ActionLayouts& layouts,
                              const TransactWriteItemsRequest& request) {
  std::vector<std::pair<const KeyLayout*, Item>> seen;
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    const auto* put = std::get_if<PutItemRequest>(&request.actions[i]);
    if (!layouts[i] || !layouts[i]->is_drawn() || put == nullptr) continue;
    std::pair<const KeyLayout*, Item> mine(layouts[i].get(), key_of(put->item, layouts[i]->key()));
    if (std::ranges::find(seen, mine) != seen.end()) return messages::one_item_twice();
    seen.push_back(std::move(mine));
  }
  return {};
}

/// The keys of the items that are put, as the client wrote them; of other actions nothing.
std::vector<Item> keys_of_puts(const ActionLayouts& layouts,
                               const TransactWriteItemsRequest& request) {
  std::vector<Item> keys(layouts.size());
  for (std::size_t i = 0; i < layouts.size(); ++i)
    if (const auto* put = std::get_if<PutItemRequest>(&request.actions[i]); put && layouts[i])
      keys[i] = key_of(put->item, layouts[i]->key());
  return keys;
}

/// Of a key of a wrong type, the store knows another right one.
Error with_types_of(const ActionLayouts& layouts, const std::vector<Item>& keys, Error error) {
  if (error.detail().cancellation_reasons.empty()) return error;
  std::vector<CancellationReason>& reasons = error.mutable_detail().cancellation_reasons;
  for (std::size_t i = 0; i < reasons.size() && i < keys.size(); ++i)
    if (layouts[i] && reasons[i].message)
      reasons[i].message =
          logical_error(*layouts[i], keys[i], Error::validation(*reasons[i].message)).message();
  return error;
}

/// Makes the actions physical: how many each of the client's became.
Result<std::vector<std::size_t>> place_actions(const ActionLayouts& layouts,
                                               TransactWriteItemsRequest& request) {
  std::vector<TransactWriteAction> asked = std::exchange(request.actions, {});
  std::vector<std::size_t> counts;
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    std::vector<TransactWriteAction> actions;
    if (layouts[i] && is_parted(*layouts[i]) && has_good_key(*layouts[i], asked[i])) {
      ASSIGN_OR_RETURN(actions, expanded(*layouts[i], std::move(asked[i])));
    } else {
      TransactWriteAction& action = actions.emplace_back(std::move(asked[i]));
      if (layouts[i] && layouts[i]->is_drawn())
        TRY(place_drawn(*layouts[i], action));
      else if (layouts[i])
        TRY(std::visit([&](auto& one) { return place(*layouts[i], one); }, action));
    }
    counts.push_back(actions.size());
    std::ranges::move(actions, std::back_inserter(request.actions));
    if (actions.size() > 1 && request.actions.size() > limits::transaction_actions_max)
      return messages::too_many_shards_in_transaction(*layouts[i]);
  }
  return counts;
}

}  // namespace

Task<Result<TransactWriteItemsResponse>> KeyGateway::transact_write_items(
    TransactWriteItemsRequest request) {
  CO_ASSIGN_OR_RETURN(const ActionLayouts layouts, co_await layouts_of(layouts_, request.actions));
  if (!has_any(layouts)) co_return co_await below_.transact_write_items(std::move(request));
  // The token stands for what was asked, under whatever schema it is asked again.
  if (request.client_request_token && !request.token_fingerprint)
    request.token_fingerprint = fingerprint(request);
  CO_TRY(check_drawn_puts(layouts, request));
  const std::vector<Item> keys = keys_of_puts(layouts, request);
  CO_ASSIGN_OR_RETURN(const auto counts, place_actions(layouts, request));
  Result<TransactWriteItemsResponse> answer =
      co_await below_.transact_write_items(std::move(request));
  for (const KeyLayoutPtr& layout : layouts)
    if (layout) note(layout->physical().name, answer);
  if (!answer.ok())
    co_return with_types_of(layouts, keys,
                            told(layouts, with_reasons_of(counts, std::move(answer).error())));
  CO_TRY(restore_all(layouts, *answer));
  co_return answer;
}

}  // namespace isotherm::gateway
