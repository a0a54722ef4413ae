#pragma once

// A query of a range of sort keys of one partition, and what is left of one behind a cursor.

#include "scatter/key_range.h"
#include "store/read_operations.h"

namespace isotherm::scatter {

/// Sets the key condition of a query: the partition, and the range of sort keys, which must be
/// expressible(). It takes the place of the request's expressions and placeholders.
void set_key_condition(QueryRequest& request, const std::string& partition_attribute,
                       AttributeValue partition, const std::string& sort_attribute,
                       const KeyRange& range);

/// Where a strand stands to the one that a cursor is in, in the order in which ties are told.
enum class Beside { before, behind };

/// Narrows the range of a strand to what lies behind a cursor in another strand, whose sort key is
/// `sort` (absent: there are no sort keys). Nothing: the strand is finished.
///
/// From a position (sort key v, strand s) a forward query goes on
///
///   in strand s           after the cursor, by its start key
///   in strands before s   strictly after v: what they have at v came before the position
///   in strands behind s   at v, inclusive
///
/// Backward it is the mirror image. Without a sort key strands come one after the other, so those
/// before s are finished.
std::optional<KeyRange> rest_of(KeyRange range, const std::optional<AttributeValue>& sort,
                                Beside beside, bool forward);

}  // namespace isotherm::scatter
