#pragma once

// ItemWrite: what PutItem, UpdateItem, DeleteItem and the actions of a transaction share, from the
// parsed request to the change of the item.

#include <optional>

#include "expression/condition.h"
#include "expression/update.h"
#include "store/engine/core.h"
#include "store/engine/item_change.h"
#include "store/item_operations.h"
#include "store/transaction_operations.h"

namespace isotherm::engine {

/// A single write whose parameters were parsed. Refers to the request.
struct ItemWrite {
  explicit ItemWrite(const ConditionalWrite& from) : request(from) {}

  const ConditionalWrite& request;
  std::optional<expression::Condition> condition = std::nullopt;
  /// Of UpdateItem: absent when it only makes the item.
  std::optional<expression::Update> update = std::nullopt;

  /// The item's key attributes, or an item that has them.
  const Item* key = nullptr;
  /// Checks against the table, before the item is read: keys, paths.
  Result<void> (*check)(const ItemWrite& write, const Table& table) = nullptr;
  /// The item that takes the place of what is there; nullptr, and no `evolve`: nothing does.
  const Item* replacement = nullptr;
  /// The item after the write, from what is there (nullptr: nothing).
  Result<Item> (*evolve)(const ItemWrite& write, const Table& table, const Item* before) = nullptr;
  /// The attributes that UPDATED_OLD and UPDATED_NEW show of a version of the item.
  Item (*touched)(const ItemWrite& write, const Item& item) = nullptr;
};

/// Parses the request, each in the file of its operation; whatever can be said without a table.
Result<ItemWrite> prepare(const PutItemRequest& request);
Result<ItemWrite> prepare(const UpdateItemRequest& request);
Result<ItemWrite> prepare(const DeleteItemRequest& request);
Result<ItemWrite> prepare(const ConditionCheckRequest& request);

/// Runs it up to the log; the answer must wait until the log is durable.
Result<WriteItemResponse> write_item(Core& core, const ItemWrite& write);

// The steps of a write whose item is locked.

/// An item before and after a write.
struct Versions {
  bool existed = false;
  std::optional<Item> before;
  std::size_t before_bytes = 0;
  std::optional<Item> evolved;
  const Item* after = nullptr;
  std::size_t after_bytes = 0;
};

/// Where a write goes. `unit_factor` is of the units of the table itself.
struct WriteTarget {
  const Table& table;
  const RecordKey& key;
  double unit_factor = 1;
};

/// Reads as much of what is there as the write needs.
Result<Versions> read_before(Core& core, const ItemWrite& write, const Table& table,
                             const RecordKey& key);

/// Whether the condition holds for what is there.
bool condition_holds(const ItemWrite& write, const Versions& versions);

/// Charges a write whose condition does not hold; the error to answer with.
Error failed_condition(Core& core, const ItemWrite& write, const WriteTarget& target,
                       Versions& versions);

/// Makes the item that is to be stored, and adds the records of the change to `batch`. `versions`
/// must live as long as the plan.
Result<ChangePlan> plan_change(Core& core, const ItemWrite& write, const WriteTarget& target,
                               Versions& versions, rocksdb::WriteBatch& batch);

/// ConditionExpression or Expected; neither: nothing.
Result<std::optional<expression::Condition>> parse_condition(const ConditionalWrite& request,
                                                             expression::PlaceholderScope& scope);

/// Expected.
Result<std::optional<expression::Condition>> legacy_condition(const ConditionalWrite& request);

/// Of the collection that the key's item belongs to, when the table has a local index.
std::optional<ItemCollectionMetrics> collection_metrics(Core& core, const Table& table,
                                                        const Item& key);

}  // namespace isotherm::engine
