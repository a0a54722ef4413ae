#pragma once

// KeyLayout: how a table whose own key is sharded lies in the store.
//
//   application          store
//   PK: N, SK            PK: S (of a B: B), SK
//   {PK: 12, SK: a}      {PK: "12-3", SK: a, OriginalPK: 12}      OriginalPK: only when the rule
//                                                                 names it with `original`
//   index on PK          index on OriginalPK
//
// Immutable; shared by the requests that began with it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gateway/layout.h"
#include "model/error.h"
#include "sharding/round_robin_strategy.h"
#include "store/parameters.h"

namespace isotherm::gateway {

class KeyLayout {
 public:
  /// `physical`: as the store describes the table.
  static std::shared_ptr<const KeyLayout> make(const schema::TableRule& rule,
                                               TableDescription physical);

  const schema::KeyRule& rule() const { return rule_; }
  const TableDescription& physical() const { return physical_; }
  const TableDescription& logical() const { return logical_; }
  /// As the application knows it.
  const KeySchema& key() const { return logical_.key; }
  const std::string& partition() const { return rule_.partition.name; }
  /// Why the table cannot be used with the rule; empty: it can.
  const std::string& misfit() const { return misfit_; }
  bool is_drawn() const { return rule_.placing != schema::Placing::computed; }
  /// Whether one item may be in several shards: drawn copies of it, or parts of its aggregates.
  bool is_spread() const { return is_drawn() || !rule_.aggregates.empty(); }
  bool hides(std::string_view attribute) const { return rule_.original == attribute; }

  /// The shard of an item with a valid key, when its key tells.
  Result<sharding::Shard> shard_of(const Item& item) const;
  sharding::Shard shards_of(const Item& item) const;
  /// A shard for an item that is put, where shards are drawn. Of `random`, the item's content is
  /// what it is drawn by: a put that a client repeats lands where it landed before.
  sharding::Shard draw(const Item& item) const;
  /// The shards of a key in turn, for contributions to aggregates.
  sharding::Shard next_shard(const Item& key) const { return turns_.draw() % shards_of(key); }
  /// Makes the key of an item (or a key alone) physical. The key is valid.
  Result<void> place_key(Item& item, sharding::Shard shard) const;
  Result<void> place_key(Item& item) const;
  /// The same, and what else the store has of an item.
  Result<void> place_item(Item& item, sharding::Shard shard) const;
  Result<void> place_item(Item& item) const;

  /// Makes what the store shows of an item logical. Fails on a partition key that is no shard key.
  Result<void> restore(Item& item) const;
  /// The shard that a stored item lies in; nothing: its key is no shard key.
  std::optional<sharding::Shard> shard_of_stored(const Item& item) const;

  /// The table, or the local index of that name, for queries; nullptr: there is no such.
  const ShardedIndex* view(const std::optional<std::string>& index) const;
  /// What queries need to know of the table, with logical names.
  const std::shared_ptr<const Layout>& names() const { return names_; }

 private:
  KeyLayout(const schema::TableRule& rule, TableDescription physical);
  std::optional<sharding::ParsedShardKey> parse(const AttributeValue& key) const;
  void add_views();

  schema::KeyRule rule_;
  sharding::ShardFormat format_;
  TableDescription physical_;
  TableDescription logical_;
  std::string misfit_;
  std::vector<ShardedIndex> views_;
  /// Of round-robin, and of contributions.
  mutable sharding::RoundRobinStrategy turns_;
  std::shared_ptr<const Layout> names_;
};

using KeyLayoutPtr = std::shared_ptr<const KeyLayout>;

/// The table as the application knows it.
TableDescription logical_table(const schema::KeyRule& rule, TableDescription physical);

/// The type of the partition key in the store.
KeyType physical_type(const schema::KeyRule& rule);

}  // namespace isotherm::gateway
