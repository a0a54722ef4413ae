#pragma once

// An index table: a global index that lies in a table of its own.
//
//   application                     store
//   table User, key (userId)        table User
//   index managed                   table user_managed_index
//   key (ID, managedKey)            key (ID, isotherm#sort): "managedKey#userId" as text
//   entry {ID, managedKey, …}       {ID, managedKey, …, isotherm#sort}
//
// An entry is what the plain index would hold (table key, index key, projection), and its sort key
// as text (index_table_text.h). One with `_deleted` is a tombstone: what fills the table from a
// stream keeps it for late records, until `_expires`; readers do not see it.

#include "gateway/layout.h"
#include "store/table_operations.h"

namespace isotherm::gateway {

/// The sort key of index tables.
inline constexpr std::string_view index_table_sort = "isotherm#sort";
/// Of an item whose entries are written in its own transactions: changes with each write.
inline constexpr std::string_view item_version = "isotherm#version";
/// Of tombstones: that it is one, and when it may go (a TTL attribute).
inline constexpr std::string_view tombstone_mark = "_deleted";
inline constexpr std::string_view tombstone_expiry = "_expires";

/// Whether an attribute is ours in the items and entries of tables with index tables.
bool is_reserved_attribute(std::string_view name);

struct IndexTable {
  /// As an index: its `live` is there when the table is, its key is the index's.
  ShardedIndex index;
  /// The table; absent: it was not created yet.
  std::optional<TableDescription> live;

  /// By which the store below the sharding knows the index.
  const std::string& name() const { return index.rule.name; }
  const std::string& table() const { return index.rule.table->table; }
  const KeySchema& key() const { return index.logical_key; }
  const Projection& projection() const { return index.rule.table->projection; }
  /// Whether each write of an item writes its entries too.
  bool is_maintained() const {
    return live && index.rule.table->maintain == schema::Maintain::transaction;
  }
};

/// By its rule; `live`: the table, when it is there. A sharded index lies in the table by its shard
/// keys, under its physical name.
IndexTable make_index_table(const schema::IndexRule& rule, const KeySchema& table_key,
                            std::optional<TableDescription> live);

/// The index as the plain one would be described.
GlobalSecondaryIndex described_index(const IndexTable& index);

/// The key of an item's entry. The item is in the index.
Item entry_key(const IndexTable& index, const KeySchema& table_key, const Item& item);
/// The whole entry.
Item entry_of(const IndexTable& index, const KeySchema& table_key, const Item& item);

/// The request that creates the table.
CreateTableRequest index_table_request(const IndexTable& index);

}  // namespace isotherm::gateway
