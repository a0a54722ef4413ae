#pragma once

// The k-way merge of a scatter's strands: which entry comes next, and which strands must be asked
// before that is known. No I/O: answers are put in, entries come out.
//
// Invariants:
//  1. Entries come in the order (sort key, strand, the strand's own order).
//  2. An entry comes out only when no strand can still have one before it. A strand that ran dry is
//     known to go on no earlier than the last entry it gave, so it is asked only when its turn
//     comes, not as soon as it is empty.

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "scatter/scatter.h"

namespace isotherm::scatter {

/// An entry as the application knows it.
struct MergedEntry {
  Item entry;
  std::size_t strand = 0;
  std::size_t bytes = 0;
};

class Merge {
 public:
  /// `scatter` must outlive the merge.
  explicit Merge(const Scatter& scatter);

  /// The next entry; nothing when all ended or a strand must be asked first.
  std::optional<MergedEntry> next();
  /// Whether every strand gave all it has.
  bool at_end() const { return order_.empty(); }

  /// What to ask now, given what the page still takes. Not empty unless at_end() or next() has one.
  std::vector<Ask> wanted(std::optional<std::int64_t> items_left, std::size_t bytes_left) const;
  QueryRequest request_of(const Ask& ask) const;
  /// Puts an answer in. An error when the strand made no progress.
  Result<void> add(const Ask& ask, ReadManyResponse answer);

 private:
  struct Stream {
    std::optional<Item> start_key;
    std::deque<MergedEntry> buffered;
    bool is_unread = true;
    bool has_more = true;
    /// Answers in a row that had no entry which counts.
    int barren = 0;
    /// Sort key of the last entry that it gave.
    std::optional<AttributeValue> reached;
  };

  bool is_dry(const Stream& stream) const { return stream.buffered.empty(); }
  /// Takes one entry of an answer.
  Result<void> take(std::size_t strand, Item item);
  /// The sort key that the stream goes on at or behind; nullptr: anywhere.
  const AttributeValue* bound(const Stream& stream) const;
  /// Whether stream `a` may have the next entry before `b` has.
  bool comes_before(std::size_t a, std::size_t b) const;
  void restore_order();
  std::size_t entry_bytes() const;
  /// A limit that gets over entries which count nowhere, in a few steps.
  static std::optional<std::int64_t> beyond(std::optional<std::int64_t> limit, int barren);

  const Scatter& scatter_;
  /// One for each strand.
  std::vector<Stream> streams_;
  /// A heap of the streams that are not finished; the one to look at next is its front.
  std::vector<std::size_t> order_;
  std::size_t entries_seen_ = 0;
  std::size_t bytes_seen_ = 0;
};

}  // namespace isotherm::scatter
