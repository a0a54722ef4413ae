#pragma once

// A range of an index's sort keys as a condition on the text that an index table has for them.
//
//   =  v            begins_with(text, part(v) "#")        begins_with v   begins_with(text,
//   part(v))
//   >= v            text >= part(v)                       >  v            text >= part(v) "$"
//   <  v            text <= part(v)                       <= v            text <= part(v) "$"
//
// "$" follows "#", and alone it ends no part: part(v) "$" lies between v's entries and the next
// ones. part(v) alone is no entry's text. Bounds of more than 1,024 bytes, which no text has, are
// cut: what is read then is a little more than the range, and readers leave the rest out.

#include "gateway/query_plan.h"

namespace isotherm::gateway {

/// Whether any text can lie in the range.
bool can_match_in_table(const scatter::KeyRange& range);

/// The query of the index table: its entries in the range, without tombstones.
QueryRequest index_table_query(const QueryPlan& plan, const ShardRead& read);

/// The start key behind a position; an error when no entry can stand there.
Result<Item> index_table_start_key(const ShardedIndex& index, const KeySchema& table_key,
                                   const Item& cursor);

}  // namespace isotherm::gateway
