#pragma once

// The plan of a Query of a sharded index: which shards are read, in which ranges, and how much of
// each at first. Explained as it stands, and run as it stands.
//
// From a position (sort key v, shard s) a forward query goes on
//
//   in shard s           after the cursor, by its start key
//   in shards before s   strictly after v: what they have at v came before the position
//   in shards behind s   at v, inclusive
//
// Backward it is the mirror image. Without a sort key shards come one after the other, so those
// before s are finished.

#include <memory>
#include <vector>

#include "gateway/explain.h"
#include "gateway/layout.h"
#include "gateway/logical_query.h"

namespace isotherm::gateway {

/// What is left to read of one shard.
struct ShardRead {
  sharding::Shard shard = 0;
  AttributeValue shard_key;
  KeyRange range;
  std::optional<Item> start_key;
};

struct QueryPlan {
  std::shared_ptr<const Layout> layout;
  const ShardedIndex* index = nullptr;
  LogicalQuery query;
  /// In the order in which ties are told: ascending forward, descending backward. A shard that is
  /// finished is not there.
  std::vector<ShardRead> reads;

  /// Whether the inputs are known, so that one shard has everything.
  bool is_one_shard = false;
  const KeySchema& table_key() const { return layout->physical()->key; }
};

Result<QueryPlan> plan_query(std::shared_ptr<const Layout> layout, const ShardedIndex& index,
                             const QueryRequest& request);

/// The physical query of one shard. Without a limit: as many as fit a page of the store.
QueryRequest physical_query(const QueryPlan& plan, const ShardRead& read,
                            std::optional<std::int64_t> limit);

/// How many entries to ask of each of `shards` when `items` (nothing: no limit) and `bytes` are
/// still wanted in all and an entry has about `entry_bytes`: its share, and a little more, since
/// shares differ. Nothing: no limit.
std::optional<std::int64_t> share(std::optional<std::int64_t> items, std::size_t bytes,
                                  std::size_t entry_bytes, std::size_t shards);

/// Bytes of an entry of the index as its description tells, or a guess.
std::size_t expected_entry_bytes(const ShardedIndex& index);

/// The first reads of a plan with their limits, in order: what is sent before any answer is there.
struct FirstRead {
  std::size_t read;
  std::optional<std::int64_t> limit;
};
std::vector<FirstRead> first_reads(const QueryPlan& plan);

}  // namespace isotherm::gateway
