#pragma once

// A transaction some of whose actions write entries of index tables as well.
//
//   physical actions := the client's, in their order, then the entries' writes
//
// So the reasons of the client's actions stand where the client expects them. An action that cannot
// be done to the item as it was read becomes a check that always fails (index_write.h), and its
// reason is that of the item as the store tells it.

#include <map>
#include <optional>
#include <vector>

#include "gateway/index_write.h"
#include "model/error_detail.h"

namespace isotherm::gateway {

class TransactionOfEntries {
 public:
  TransactionOfEntries(std::vector<IndexedAction> actions, TransactWriteItemsRequest request);

  /// The first action that is wrong whatever its item is: it alone has a reason.
  Result<void> check() const;
  /// Places of the actions whose items must be read.
  std::vector<std::size_t> unread() const;
  const IndexedAction& action(std::size_t place) const { return actions_[place]; }
  /// The item that an action meets, as it is stored.
  void put(std::size_t place, std::optional<Item> stored);

  /// The physical transaction for the items that were read.
  Result<TransactWriteItemsRequest> physical();
  /// What a cancelled attempt means to the client. Success: nothing but other writers, and the
  /// items that they left are known or must be read again.
  Result<void> judge(Error error);

  TransactWriteItemsResponse logical(TransactWriteItemsResponse response) const;
  Error logical(Error error) const;

 private:
  /// An action that is planned by the item that it meets.
  bool is_ours(std::size_t place) const;
  void judge_action(std::size_t place, CancellationReason& reason);
  /// The reasons of the entries' writes, told as those of their actions.
  void fold_entries(std::vector<CancellationReason>& reasons) const;

  std::vector<IndexedAction> actions_;
  TransactWriteItemsRequest request_;
  std::map<std::size_t, StoredItem> items_;
  /// Of each entry's write: the place of its action.
  std::vector<std::size_t> entries_;
};

}  // namespace isotherm::gateway
