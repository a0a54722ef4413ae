#pragma once

// The plan of a Query of a sharded index: which shards are read, in which ranges, and how much of
// each at first. Explained as it stands, and run as it stands.

#include <memory>
#include <vector>

#include "gateway/explain.h"
#include "gateway/layout.h"
#include "gateway/logical_query.h"
#include "scatter/key_range.h"
#include "scatter/scatter.h"

namespace isotherm::gateway {

/// What is left to read of one shard.
struct ShardRead {
  sharding::Shard shard = 0;
  AttributeValue shard_key;
  scatter::KeyRange range;
  std::optional<Item> start_key;
};

class KeyLayout;

struct QueryPlan {
  std::shared_ptr<const Layout> layout;
  const ShardedIndex* index = nullptr;
  LogicalQuery query;
  /// In the order in which ties are told: ascending forward, descending backward. A shard that is
  /// finished is not there.
  std::vector<ShardRead> reads;

  /// Whether the inputs are known, so that one shard has everything.
  bool is_one_shard = false;
  /// Of a table whose own key is sharded.
  std::shared_ptr<const KeyLayout> keys = nullptr;
  const KeySchema& table_key() const { return layout->physical()->key; }
};

Result<QueryPlan> plan_query(std::shared_ptr<const Layout> layout, const ShardedIndex& index,
                             const QueryRequest& request);

/// The physical query of one shard, without a limit.
QueryRequest physical_query(const QueryPlan& plan, const ShardRead& read);

/// Bytes of an entry of the index as its description tells, or a guess.
std::size_t expected_entry_bytes(const ShardedIndex& index);

/// Which of the plan's reads are sent before any answer is there, in order, and how much each is
/// asked for.
std::vector<scatter::Ask> first_asks(const QueryPlan& plan);

}  // namespace isotherm::gateway
