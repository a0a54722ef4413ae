#pragma once

// The plan of TransactWriteItems when some of its tables have sharded indexes.
//
//   Put                the hidden attributes are put into the item
//   Update             by its update plan: as it is, with hidden attributes along, or undecided
//   Delete, Check      as they are: no item comes to be
//
// An undecided update is read first and written on the condition that the item is still as it was
// where that matters. When it cannot be done (its condition fails, or it does not fit the item),
// a check that always fails stands in its place: the transaction is then cancelled by the store,
// with the reasons of all other actions and with the item as it is, which tells the reason of this
// one. So every reason is of one moment, and nothing is written on a guess.

#include <map>
#include <optional>
#include <vector>

#include "gateway/layouts.h"
#include "gateway/update_plan.h"
#include "store/transaction_operations.h"

namespace isotherm::gateway {

struct TransactionPlan {
  /// Of each action; nullptr: its table has no shards.
  std::vector<LayoutPtr> layouts;
  /// Physical, but for the undecided updates.
  TransactWriteItemsRequest request;
  /// By their place in the request.
  std::map<std::size_t, UpdatePlan> undecided;
};

/// What the store would refuse is left as it is, so that it says so itself.
Result<TransactionPlan> plan_transaction(std::vector<LayoutPtr> layouts,
                                         TransactWriteItemsRequest request);

/// What stands for an undecided update of an item that was read (nothing: there is none).
TransactWriteAction action_for(const UpdatePlan& plan, const std::optional<Item>& before);

/// Why an undecided update cannot be done to an item. Success: it can.
Result<void> check_outcome(const UpdatePlan& plan, const std::optional<Item>& item);

}  // namespace isotherm::gateway
