#pragma once

// The sharding schema: what the operator writes in YAML, parsed and checked in itself.
//
//   version: 1
//   tables:
//     User:
//       indexes:
//         member:                          # the index name that the application queries
//           type: sharded-gsi              # or gsi: the switch is one word
//           partition_key: channelId       # or {attribute: channelId, type: N}; S without a type
//           sort_key: memberId             # optional
//           physical: member-sharded       # the index name in the store
//           shard: {attribute: memberShardedKey, strategy: hash, inputs: [memberId], shards: 16}
//           scatter: warn                  # of queries of all shards: allow (the default) | warn |
//           forbid
//     Votes:
//       key: {partition: PK, sort: SK}     # the table's own key, sharded
//       shard: {strategy: hash, inputs: [SK], shards: 10, original: OriginalPK}
//
// parse_shard.h has the other strategies and the fields of a format.
//
//         managed:
//           type: table                    # an index table (index_table_rule.h)
//           table: user_managed_index
//           partition_key: ID
//           sort_key: managedKey
//
// With `type: gsi` the application's index is the store's index of the same name; `physical` and
// `shard` may stand there ready, and are checked but not used.

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/table.h"
#include "schema/problem.h"
#include "sharding/any_strategy.h"

namespace isotherm::schema {

/// The most shards of one index: every read without the inputs asks all of them.
inline constexpr sharding::Shard index_shards_max = 1024;

enum class IndexType { gsi, sharded_gsi, table };

/// What becomes of a query that asks more than one shard.
enum class Scatter {
  allow,
  warn,   ///< done, and told to the operator
  forbid  ///< refused with the reason
};

/// "allow", "warn", "forbid"
std::string_view scatter_name(Scatter scatter);

struct ShardRule {
  /// The hidden attribute that holds the shard key.
  std::string attribute;
  sharding::AnyStrategy strategy = sharding::HashStrategy(1);
  /// Attributes whose values choose the shard.
  std::vector<std::string> inputs;
  /// How a shard is written behind the key. They fit the strategy's number of shards.
  sharding::FormatFields fields = {};
  /// Partition keys, as text, that have a number of shards of their own.
  std::map<std::string, sharding::AnyStrategy, std::less<>> overrides = {};

  /// The strategy of one partition key.
  const sharding::AnyStrategy& strategy_of(const AttributeValue& partition) const;
  /// The most shards that any partition key has.
  sharding::Shard shards_max() const;

  friend bool operator==(const ShardRule&, const ShardRule&) = default;
};

/// What fills an index table.
enum class Maintain {
  transaction,  ///< each write of an item is one transaction with those of its entries
  stream        ///< a consumer of the table's stream
};

/// An index that lies in a table of its own.
struct IndexTableRule {
  /// As the store knows it.
  std::string table;
  /// Of the index's sort key, which the store knows only as text.
  KeyType sort_type = KeyType::S;
  Projection projection;
  Maintain maintain = Maintain::transaction;

  friend bool operator==(const IndexTableRule&, const IndexTableRule&) = default;
};

struct IndexRule {
  /// As the application knows it.
  std::string name;
  IndexType type = IndexType::gsi;
  AttributeDefinition partition_key;
  std::optional<std::string> sort_key;
  /// As the store knows it.
  std::string physical;
  /// Always there when the type is sharded_gsi; an index table may have it.
  std::optional<ShardRule> shard;
  Scatter scatter = Scatter::allow;
  /// There exactly when the type is table.
  std::optional<IndexTableRule> table;
  int line = 0;

  bool is_sharded() const {
    return type == IndexType::sharded_gsi || (type == IndexType::table && shard);
  }
  /// Whether a read of it may be consistent, as of no global index.
  bool is_consistent() const { return table && table->maintain == Maintain::transaction; }
};

/// Who says in which shard of its partition key an item lies.
enum class Placing {
  computed,     ///< the strategy, from the item's key
  random,       ///< nobody: each put draws a shard
  round_robin,  ///< nobody: each put takes the next one
};

/// How the parts of an attribute that is kept in several shards make one value.
enum class Aggregate { sum, min, max, set_union };

/// Sharding of a table's own key. The partition key attribute keeps its name, and holds the shard
/// key in the store.
struct KeyRule {
  /// As the application knows it.
  AttributeDefinition partition;
  std::optional<std::string> sort;
  /// `attribute` is the partition key's. Unless the placing is computed, only the number of shards
  /// and the format count.
  ShardRule shard;
  Placing placing = Placing::computed;
  /// The hidden attribute that holds the partition key as the application knows it.
  std::optional<std::string> original;
  /// Attributes that are kept in parts, one in each shard.
  std::map<std::string, Aggregate, std::less<>> aggregates;
  int line = 0;

  friend bool operator==(const KeyRule&, const KeyRule&) = default;
};

struct TableRule {
  std::string name;
  std::vector<IndexRule> indexes;
  int line = 0;
  /// Absent: the table's key is as the application knows it.
  std::optional<KeyRule> key = std::nullopt;
  /// Whether the wildcard's rule made it, when the table was created.
  bool by_wildcard = false;

  const IndexRule* find_index(std::string_view index) const;
  bool has_sharded_index() const;
  bool has_index_table() const;
};

/// The rule `"*"`: for tables that no other rule names, as they are created.
struct Wildcard {
  /// Of tables with a sort key, which is the input unless others are named. Names and types are the
  /// table's.
  std::optional<KeyRule> key;
  /// Of their global indexes, with the table's key as inputs unless others are named.
  std::optional<ShardRule> index;
  int line = 0;
};

struct Schema {
  int version = 1;
  std::map<std::string, TableRule, std::less<>> tables;
  std::optional<Wildcard> wildcard = std::nullopt;

  /// The rule of a table, or nullptr.
  const TableRule* find_table(std::string_view table) const;
  /// Whether the table is one that an index lies in.
  bool is_index_table(std::string_view table) const;
};

template <class T>
using Checked = Expected<T, Problems>;

/// Reads a schema from its text. On failure: every problem of it.
Checked<Schema> parse(std::string_view yaml);

/// Reads a schema from a file; a file that cannot be read is one problem at line 0.
Checked<Schema> parse_file(const std::filesystem::path& file);

/// Holds a rule against the live table as the store describes it: every way in which the two do not
/// fit. Empty: they fit.
Problems check(const TableRule& rule, const TableDescription& table);

/// The same of the rule of a table's own key, in the order of its importance.
Problems check_key(const TableRule& rule, const TableDescription& table);

/// A table of the schema that the store does not have.
Problem missing_table(const TableRule& rule);

}  // namespace isotherm::schema
