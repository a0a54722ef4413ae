#pragma once

// Attributes that are kept in parts, one in each shard of their item, and read as one value: the
// sum of the parts, the least, the greatest, or the union of sets.
//
//   home     the item at the shard of its key: all attributes, its own part of the aggregates
//   part     the same key at another shard: nothing but parts of the aggregates
//
//   1. A part exists only while its home does: it comes in one transaction with its home, or when
//      it is there already, and goes in one transaction with it.
//   2. A contribution (ADD) changes one part, in one write. So none is lost, whatever else happens.
//   3. What sets, removes or replaces (SET, REMOVE, PutItem, DeleteItem) changes all shards in one
//      transaction.

#include "expression/update.h"
#include "gateway/shard_reads.h"
#include "schema/schema.h"

namespace isotherm::gateway {

bool is_parted(const KeyLayout& layout);
/// Whether a stored item (logical again) of this shard is one's home.
bool is_home(const KeyLayout& layout, const Item& item, sharding::Shard shard);

/// The item of which these are home and parts; nothing: its home is not among them. An error when
/// the parts cannot be put together (a sum of more than 38 digits, sets of two types).
Result<std::optional<Item>> combined(const KeyLayout& layout, std::vector<StoredPart> parts);

/// Adds the aggregates of a part to those of its home.
Result<void> combine(const KeyLayout& layout, Item& home, const Item& part);

/// What an update does to aggregates.
enum class AggregateChange {
  none,         ///< it names none of them
  contributes,  ///< nothing but ADD to aggregates, without a condition: goes to any shard
  at_home,      ///< ADD beside other changes or a condition: goes to the home alone
  resets,       ///< sets or removes some, or takes elements out of them: goes to all shards
};

/// Refuses what cannot be exact: a condition, a right-hand side or returned values that would read
/// an aggregate.
Result<AggregateChange> change_of(const KeyLayout& layout, const UpdateItemRequest& request);
/// The same of a condition alone.
Result<void> check_condition(const KeyLayout& layout, const ConditionalWrite& write);
/// Values that an aggregate can have.
Result<void> check_values(const KeyLayout& layout, const Item& item);

/// The least-or-greatest aggregate that an update contributes to; nullptr: it adds.
const schema::Aggregate* extreme_of(const KeyLayout& layout, const UpdateItemRequest& request);

}  // namespace isotherm::gateway
