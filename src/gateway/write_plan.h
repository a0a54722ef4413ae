#pragma once

// Plans of PutItem, DeleteItem and batches of writes: the request with the hidden attributes put
// in, or the reason why it is refused.

#include "gateway/explain.h"
#include "gateway/layout.h"
#include "store/batch_operations.h"
#include "store/item_operations.h"

namespace isotherm::gateway {

/// What a request becomes, and by which route.
template <class Request>
struct Planned {
  Route route = Route::pass_through;
  Request request;
};

/// Puts the hidden attributes into an item, or takes care that it has none. False: the item is as
/// it was, since the store refuses it for an index key, and says so before we would.
Result<bool> complete_item(const Layout& layout, Item& item);

Result<Planned<PutItemRequest>> plan_put(const Layout& layout, PutItemRequest request);
Result<Planned<DeleteItemRequest>> plan_delete(const Layout& layout, DeleteItemRequest request);
/// Whether a batch is one that the store does not refuse before it looks at tables.
bool is_acceptable(const BatchWriteItemRequest& request);
/// The writes of one table in a batch, in their order: the first that is wrong is complained of.
/// False: the store does so.
Result<bool> plan_batch(const Layout& layout, std::vector<WriteRequest>& writes);

/// Refuses conditions that name a hidden attribute or go into a logical partition key. What the
/// store would refuse as well is left to it.
Result<void> check_condition(const Layout& layout, const ConditionalWrite& request);

/// Whether the store would accept a write but for its index keys: its condition parses. Then an
/// index key's error is the one that the service would answer.
bool has_good_condition(const ConditionalWrite& request);

}  // namespace isotherm::gateway
