#pragma once

// The k-way merge of one query's shards: which entry comes next, and which shards must be asked
// before that is known. No I/O: answers are put in, entries come out.
//
// Invariants:
//  1. Entries come in the order (sort key, shard, the shard's own order); backward in the exact
//     mirror image.
//  2. An entry comes out only when no shard can still have one before it. A shard that ran dry is
//     known to go on no earlier than the last entry it gave, so it is asked only when its turn
//     comes, not as soon as it is empty.

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "gateway/query_plan.h"

namespace isotherm::gateway {

/// An entry of the logical index: without hidden attributes.
struct MergedEntry {
  Item entry;
  sharding::Shard shard = 0;
  std::size_t bytes = 0;
};

/// One physical query to send: number of the stream, and the entries to ask for.
struct Ask {
  std::size_t stream = 0;
  std::optional<std::int64_t> limit;
};

class Merge {
 public:
  /// `plan` must outlive the merge.
  explicit Merge(const QueryPlan& plan);

  /// The next entry; nothing when all ended or a shard must be asked first.
  std::optional<MergedEntry> next();
  /// Whether every shard gave all it has.
  bool at_end() const { return order_.empty(); }

  /// What to ask now, given what the page still takes. Not empty unless at_end() or next() has one.
  std::vector<Ask> wanted(std::optional<std::int64_t> items_left, std::size_t bytes_left) const;
  QueryRequest request_of(const Ask& ask) const;
  /// Puts an answer in. An error when the shard made no progress.
  Result<void> add(const Ask& ask, ReadManyResponse answer);

 private:
  struct Stream {
    ShardRead read;
    std::deque<MergedEntry> buffered;
    bool is_unread = true;
    bool has_more = true;
    /// Sort key of the last entry that it gave.
    std::optional<AttributeValue> reached;
  };

  bool is_dry(const Stream& stream) const { return stream.buffered.empty(); }
  /// The sort key that the stream goes on at or behind; nullptr: anywhere.
  const AttributeValue* bound(const Stream& stream) const;
  /// Whether stream `a` may have the next entry before `b` has.
  bool comes_before(std::size_t a, std::size_t b) const;
  void restore_order();
  std::size_t entry_bytes() const;

  const QueryPlan& plan_;
  std::vector<Stream> streams_;
  /// A heap of the streams that are not finished; the one to look at next is its front.
  std::vector<std::size_t> order_;
  std::size_t entries_seen_ = 0;
  std::size_t bytes_seen_ = 0;
};

}  // namespace isotherm::gateway
