#pragma once

// Layout: how one table with sharded indexes lies in the store, by its rule and its description.
//
//   application                 store
//   index `member`              index `member-sharded`
//   key (channelId, memberId)   key (memberShardedKey, memberId), and channelId projected
//
// Immutable once it is laid out; shared by the requests that began with it.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/table.h"
#include "schema/schema.h"
#include "sharding/shard_format.h"

namespace isotherm::gateway {

/// One sharded index of a table; or the table itself or a local index of it, when the table's own
/// key is sharded (key_layout.h).
struct ShardedIndex {
  /// What the physical queries read.
  enum class Source { global_index, local_index, table };

  schema::IndexRule rule;
  /// How its shard keys are written.
  sharding::ShardFormat format;
  /// The physical index; absent: it was not created yet, or is being deleted.
  std::optional<GlobalSecondaryIndex> live;
  /// As the application knows it. The type of the sort key is right only when `live` is there.
  KeySchema logical_key;
  /// Why the rule does not fit the live index; empty: it fits.
  std::string misfit;
  /// What a sample of the entries showed (stored_keys.h); `misfit` says so too.
  std::optional<schema::Problem> foreign_keys = std::nullopt;
  Source source = Source::global_index;
  /// Whether shards are drawn: nothing tells an entry's shard.
  bool is_drawn = false;
  /// Whether several shards may have parts of one item (aggregate.h).
  bool is_parted = false;
  /// Whether it is read out of an index table (index_table.h), as one shard.
  bool lies_in_table = false;

  const std::string& name() const { return rule.name; }
  /// The hidden attribute.
  const std::string& attribute() const { return rule.shard->attribute; }
  /// The most that a partition key has.
  sharding::Shard shards() const { return rule.shard->shards_max(); }
  sharding::Shard shards_of(const AttributeValue& partition) const {
    return rule.shard->strategy_of(partition).shards();
  }
  /// Whether its entries are not all there yet.
  bool is_being_created() const { return live && live->status == IndexStatus::creating; }
  /// The type of the hidden attribute.
  KeyType attribute_type() const {
    return rule.partition_key.type == KeyType::B ? KeyType::B : KeyType::S;
  }
  /// Partition key, sort key and inputs: what decides whether and where an item is in the index.
  std::vector<std::string> relevant_attributes() const;
};

class Layout {
 public:
  /// `physical` is absent when the store has no such table.
  Layout(const schema::TableRule& rule, std::optional<TableDescription> physical);
  /// Of a table that has no sharded index but is stored in another form: as the application knows
  /// it, and what makes a stored item one of it.
  Layout(TableDescription logical, std::function<void(Item&)> restore);
  /// Of a table without sharded indexes, some of whose attributes are hidden.
  Layout(TableDescription physical, std::vector<std::string> hidden);

  const std::optional<TableDescription>& physical() const { return physical_; }
  const std::vector<ShardedIndex>& indexes() const { return indexes_; }
  /// The sharded index that the application calls so, or nullptr.
  const ShardedIndex* find_index(std::string_view name) const;
  /// The one that the store calls so, or nullptr.
  const ShardedIndex* find_physical(std::string_view name) const;
  /// Whether the attribute is the gateway's own.
  bool hides(std::string_view attribute) const;
  /// Notes that an index holds shard keys which its rule does not give.
  void note_foreign_keys(const ShardedIndex& index, schema::Problem problem);
  /// The first index that was found to hold such keys, or nullptr. Nothing may be written then: it
  /// would be in one order with some entries and in another with the rest.
  const ShardedIndex* find_foreign() const;
  /// Takes the hidden attributes out of an item.
  void strip(Item& item) const;

 private:
  std::optional<TableDescription> physical_;
  std::vector<ShardedIndex> indexes_;
  /// Empty: hidden attributes are taken out, and that is all.
  std::function<void(Item&)> restore_;
  /// Hidden attributes that are no index's.
  std::vector<std::string> hidden_;
};

}  // namespace isotherm::gateway
