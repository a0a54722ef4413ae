#pragma once

// The plan of UpdateItem on a table with sharded indexes.
//
// For each index: what do partition key, sort key and inputs become?
//
//   all known from the request             the hidden attribute is set or removed along
//   (key attributes, SET to a value, REMOVE)
//   none touched                           nothing: it is right as it is. Unless the update may
//                                          create an item that is in the index by its key alone
//   otherwise                              the item is read, the update applied here, and the write
//                                          made conditional on what the outcome depended on
//
// A write whose guard fails met another writer: it is tried again from the item as it is now.

#include <memory>
#include <set>

#include "expression/condition.h"
#include "expression/update.h"
#include "gateway/explain.h"
#include "gateway/layout.h"
#include "store/item_operations.h"

namespace isotherm::gateway {

/// What becomes of one index's hidden attribute; no value: it is removed.
struct HiddenChange {
  const ShardedIndex* index = nullptr;
  std::optional<AttributeValue> value;
};

struct UpdatePlan {
  std::shared_ptr<const Layout> layout;
  Route route = Route::rewritten;
  /// The store refuses it before it looks at the item.
  bool is_refused_below = false;
  /// As the client gave it.
  UpdateItemRequest request;
  /// Parsed; absent when the request has none.
  std::optional<expression::Update> update;
  std::optional<expression::Condition> condition;
  std::vector<HiddenChange> known;
  /// Indexes whose change is known only once the item was read.
  std::vector<const ShardedIndex*> undecided;
  /// Attributes that those changes depend on.
  std::set<std::string> dependencies;
};

/// Whether the expressions are well formed and use all that is given for them. Else the store
/// refuses the request before it looks at any table.
bool has_good_expressions(const UpdateItemRequest& request);

/// What the store would refuse becomes a pass-through, so that it says so itself.
Result<UpdatePlan> plan_update(std::shared_ptr<const Layout> layout, UpdateItemRequest request);

/// The read before an undecided update.
GetItemRequest read_before(const UpdatePlan& plan);

/// The physical update, when nothing is undecided.
UpdateItemRequest physical_update(const UpdatePlan& plan);

/// The physical update of an item that was read (nothing: there is none): hidden attributes as they
/// become, on the condition that the item is still as it was where that matters. An error when the
/// update cannot be applied, or makes an index key that the service refuses.
Result<UpdateItemRequest> guarded_update(const UpdatePlan& plan, const std::optional<Item>& before);

/// Whether the client's own condition holds on an item.
bool condition_holds(const UpdatePlan& plan, const std::optional<Item>& item);

}  // namespace isotherm::gateway
