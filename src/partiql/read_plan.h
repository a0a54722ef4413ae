#pragma once

// What a SELECT reads: single items, queries of one partition key each, or the whole table.
//
// A condition that fixes the partition key, in each of its alternatives, decomposes into reads of
// those keys; any other condition is a filter on a scan. The reads together yield each item once.

#include "partiql/sort_range.h"
#include "partiql/table_reference.h"

namespace isotherm::partiql {

/// Reads that one statement may decompose into.
inline constexpr std::size_t decomposed_reads_max = 50;  // DG:ql-operators

struct Read {
  enum class Kind { get, query, scan };
  Kind kind = Kind::scan;
  /// Of get and query.
  AttributeValue partition;
  /// Of query; of get the sort key, by eq.
  std::optional<SortCondition> sort;
  SortInterval interval;
  /// What the items must fulfil beside that.
  std::optional<ConditionNode> filter;
};

/// One attribute of ORDER BY.
struct OrderedAttribute {
  std::string name;
  bool descending = false;
};

struct ReadPlan {
  /// In the order in which their items are returned.
  std::vector<Read> reads;
  bool forward = true;

  bool is_keyed() const { return reads.empty() || reads.front().kind != Read::Kind::scan; }
  /// The key of the one item that the whole plan reads; nothing: it may be others.
  std::optional<Item> single_key(const KeySchema& schema) const;
};

/// Plans a read of a table or index. Overlapping alternatives, too many of them, and orders that
/// it cannot have are ValidationExceptions. With `check_types` keys of wrong types are, too.
Result<ReadPlan> plan_reads(std::optional<ConditionNode> where, const AccessPath& path,
                            bool is_index, bool check_types);

/// Puts the reads into that order.
Result<void> order_reads(ReadPlan& plan, const AccessPath& path, bool has_where,
                         const std::vector<OrderedAttribute>& order);

}  // namespace isotherm::partiql
