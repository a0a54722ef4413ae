#pragma once

// One write of an item of a table whose index tables are maintained by transactions: what it makes
// of the item, and the physical writes that it becomes.
//
//   base     the write itself, with a new version, on the condition that the item's version is the
//            one that was read (or that there is no item, or one without a version)
//   entries  of each index: the new entry is put, the old one is deleted when it has another key
//
// What cannot be done to the item (its condition fails, the update does not apply, it makes a key
// that no index can have) becomes a check that always fails and tells the item as it is.

#include <optional>
#include <vector>

#include "expression/condition.h"
#include "expression/update.h"
#include "gateway/indexed_tables.h"
#include "store/transaction_operations.h"

namespace isotherm::gateway {

/// A write, understood. `table` is nullptr for one that passes as it is.
struct IndexedAction {
  IndexedTablePtr table;
  TransactWriteAction request;
  Item key;
  std::optional<expression::Condition> condition;
  std::optional<expression::Update> update;
  /// Entries are written even when the item's change does not change them: they may not be there.
  bool writes_all_entries = false;
};

/// Absent: the store refuses the write before it looks at any item, whatever it is.
std::optional<IndexedAction> understand(IndexedTablePtr table, const TransactWriteAction& action);

/// A write that the store refuses, so that it can do no harm should the store not refuse it.
TransactWriteAction harmless(TransactWriteAction action, const KeySchema& key);

/// An item as it is stored, and as the application knows it.
struct StoredItem {
  std::optional<Item> item;
  std::optional<AttributeValue> version;
};
StoredItem unversioned(std::optional<Item> stored);

/// What is wrong with a write whatever the item is: it comes before the condition.
Result<void> check_static(const IndexedAction& action);

/// What a write makes of an item (nothing: there is none, or it is deleted), or why it cannot:
/// ConditionalCheckFailedException, ValidationException.
Result<std::optional<Item>> outcome(const IndexedAction& action, const std::optional<Item>& before);

struct PhysicalWrites {
  TransactWriteAction base;
  std::vector<TransactWriteAction> entries;
};

/// The physical writes that make `after` of what is stored.
Result<PhysicalWrites> physical_writes(const IndexedAction& action, const StoredItem& stored,
                                       const std::optional<Item>& after);

/// A check that no item passes, and that tells the item.
ConditionCheckRequest failing_check(const IndexedAction& action);

/// What ReturnValues asks for of a write that made `after` of `before`.
std::optional<Item> returned_values(const IndexedAction& action, const std::optional<Item>& before,
                                    const std::optional<Item>& after);

}  // namespace isotherm::gateway
