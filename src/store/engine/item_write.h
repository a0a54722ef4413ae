#pragma once

// ItemWrite: what PutItem, UpdateItem and DeleteItem share, from the lock of the item to the
// answer.

#include <functional>
#include <optional>

#include "expression/condition.h"
#include "store/engine/core.h"
#include "store/item_operations.h"

namespace isotherm::engine {

/// A single write whose parameters were parsed.
struct ItemWrite {
  const ConditionalWrite& request;
  std::optional<expression::Condition> condition = std::nullopt;

  /// The item's key attributes, or an item that has them.
  const Item* key = nullptr;
  /// Checks against the table, before the item is read: keys, paths.
  std::function<Result<void>(const Table&)> check = nullptr;
  /// The item that takes the place of what is there; nullptr, and no `evolve`: nothing does.
  const Item* replacement = nullptr;
  /// The item after the write, from what is there (nullptr: nothing).
  std::function<Result<Item>(const Table&, const Item* before)> evolve = nullptr;
  /// The attributes that UPDATED_OLD and UPDATED_NEW show of a version of the item.
  std::function<Item(const Item&)> touched = nullptr;
};

/// Runs it up to the log; the answer must wait until the log is durable.
Result<WriteItemResponse> write_item(Core& core, const ItemWrite& write);

/// ConditionExpression or Expected; neither: nothing.
Result<std::optional<expression::Condition>> parse_condition(const ConditionalWrite& request,
                                                             expression::PlaceholderScope& scope);

/// Expected.
Result<std::optional<expression::Condition>> legacy_condition(const ConditionalWrite& request);

/// Of the collection that the key's item belongs to, when the table has a local index.
std::optional<ItemCollectionMetrics> collection_metrics(Core& core, const Table& table,
                                                        const Item& key);

}  // namespace isotherm::engine
