#pragma once

// Keys of records: items and index entries, so that unsigned byte order is the order that reads
// need.
//
//   item        := resource:u32be hash:u64be partition sort?
//   index-entry := resource:u32be hash:u64be partition terminated(sort)* terminated(table
//                  partition) table-sort?
//   partition   := length:u16be bytes | length:u16be terminated(attribute)+  (of several)
//   terminated  := bytes with 0x00 written as 0x00 0xFF, then 0x00 0x01; of a number, whose code
//                  ends by itself, the code
//   bytes       := S: UTF-8 | B: raw | N: Number::append_ordered
//
// `resource` is a table or an index; ids are never used again. `hash` is XXH64 with seed 0 of the
// partition key's bytes. So a table is one range, a walk over it goes in hash order, all items of
// one partition key are one range in the order of their sort keys, and index entries with equal
// sort keys lie in the order of their table keys. Records of the catalog have resource 0.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "model/attribute_value.h"
#include "model/table.h"

namespace isotherm::engine {

/// A table or an index, for ever.
using ResourceId = std::uint32_t;

/// Appends the bytes of a key value: S, N or B.
void append_key_bytes(const AttributeValue& value, std::string& out);

/// The hash of a partition key: where its items lie in the walk of a table.
std::uint64_t partition_hash(const AttributeValue& partition);

/// The start of every record of one resource, and the first key after them.
std::string resource_prefix(ResourceId resource);
std::string resource_end(ResourceId resource);
/// The start of all records of the resource whose hash is at least `hash`.
std::string hash_prefix(ResourceId resource, std::uint64_t hash);

/// Builds one record's key in a buffer that can be used again.
class RecordKey {
 public:
  /// `resource hash partition`: the start of every record with that partition key.
  void start(ResourceId resource, const AttributeValue& partition);
  /// The same of a partition key of several attributes.
  void start(ResourceId resource, std::span<const AttributeValue* const> partition);
  /// Adds the sort key of an item: the last part.
  void add_sort(const AttributeValue& sort) { append_key_bytes(sort, bytes_); }
  /// Adds a part of an index entry that others follow.
  void add_terminated(const AttributeValue& value);
  /// Adds the start of such a part: what all values that begin with `prefix` have in common.
  void add_open(const AttributeValue& prefix);

  std::uint64_t hash() const { return hash_; }
  const std::string& bytes() const { return bytes_; }
  std::string& mutable_bytes() { return bytes_; }

 private:
  std::string bytes_;
  std::uint64_t hash_ = 0;
};

/// The key of an item. `item` holds the key attributes, with their types.
RecordKey item_key(ResourceId table, const KeySchema& key, const Item& item);

/// The start of every entry of an index with the partition key of `entry`.
RecordKey index_partition_key(ResourceId index, const KeySchema& index_key, const Item& entry);

/// The key of an index entry. `entry` holds the key attributes of both, with their types.
RecordKey index_entry_key(ResourceId index, const KeySchema& index_key, const KeySchema& table_key,
                          const Item& entry);

/// Makes `bytes` the smallest string after all that start with it. False: there is none.
bool advance_past_prefix(std::string& bytes);

/// The hash that a record's key holds, and what follows its partition key. The key is well formed.
std::uint64_t hash_of_record(std::string_view key);
std::string_view sort_of_record(std::string_view key);

}  // namespace isotherm::engine
