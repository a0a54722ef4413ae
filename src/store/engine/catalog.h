#pragma once

// What the database keeps beside items: tables with their ids, partitions, counters, and data that
// is still to be dropped.
//
//   record   := 0:u32be kind:u8 rest
//   kind     := 'F' format | 'I' next id | 'T' table | 'P' partitions | 'N' counters | 'D' dropped
//             | 'C' closed in order | 'B' backfill | 'L' change log
//             | 'Q' request token (request_tokens.h) | a shelf
//   'T' name -> document     'P','N','B','L' id:u32be -> document     'D' id:u32be -> nothing
//   shelf    := 'U' backups | 'R' restores | 'X' exports | 'M' imports: id -> document
//
// A document is an item in the bytes of the item codec; members that are absent have their
// defaults, so that members can be added.

#include <rocksdb/write_batch.h>

#include <optional>
#include <string>
#include <vector>

#include "store/engine/database.h"
#include "store/engine/table.h"

namespace isotherm::engine {

/// A table as it is stored; without load and counters.
struct StoredTable {
  TableDescription description;
  ResourceId id = 0;
  /// Ids of the indexes, by name.
  std::vector<std::pair<std::string, ResourceId>> index_ids;
  /// Of its change log; 0: none.
  ResourceId log_id = 0;
  /// As in Table.
  UnixMillis settles_time{0};
  std::shared_ptr<const TableDescription> before_update;
  TableSettings settings;
  bool is_loading = false;
};

struct ChangeLogState;

struct StoredCounters {
  std::int64_t items = 0;
  std::int64_t bytes = 0;
};

/// What is kept as documents by an id of text.
enum class Shelf : char { backups = 'U', restores = 'R', exports = 'X', imports = 'M' };

class Catalog {
 public:
  explicit Catalog(Database& database) : database_(database) {}

  /// Checks that the records are ours, or writes the first one.
  Result<void> check_format();

  Result<std::vector<StoredTable>> tables();
  void put_table(const Table& table, rocksdb::WriteBatch& batch);
  void delete_table(const Table& table, rocksdb::WriteBatch& batch);

  /// An id that was never given before.
  Result<ResourceId> next_id(rocksdb::WriteBatch& batch);

  Result<std::optional<throughput::Snapshot>> partitions(ResourceId resource);
  void put_partitions(ResourceId resource, const throughput::Snapshot& snapshot,
                      rocksdb::WriteBatch& batch);

  Result<StoredCounters> counters(ResourceId resource);
  void put_counters(ResourceId resource, const Counters& counters, rocksdb::WriteBatch& batch);

  /// How far filling an index, or copying records into a resource, has come: the key of the last
  /// record that it read; empty: not begun.
  Result<std::string> backfill(ResourceId index);
  void put_backfill(ResourceId index, std::string_view item_key, rocksdb::WriteBatch& batch);

  /// The change logs of tables, those of deleted tables included.
  Result<std::vector<ChangeLogState>> change_logs();
  void put_change_log(const ChangeLogState& state, rocksdb::WriteBatch& batch);

  Result<std::optional<Item>> shelved(Shelf shelf, std::string_view id);
  /// All of a shelf, by id.
  Result<std::vector<std::pair<std::string, Item>>> shelf(Shelf shelf);
  void put_shelved(Shelf shelf, std::string_view id, const Item& document,
                   rocksdb::WriteBatch& batch);
  void drop_shelved(Shelf shelf, std::string_view id, rocksdb::WriteBatch& batch);

  /// Resources whose records are to be dropped.
  Result<std::vector<ResourceId>> dropped();
  void put_dropped(ResourceId resource, rocksdb::WriteBatch& batch);
  /// Forgets all about a resource.
  void forget(ResourceId resource, rocksdb::WriteBatch& batch);

  /// Whether the stored counters are right: the last engine ended in order.
  Result<bool> take_closed_in_order();
  void put_closed_in_order(rocksdb::WriteBatch& batch);

 private:
  Result<std::optional<Item>> document(const std::string& key);

  Database& database_;
  ResourceId next_id_ = 0;
};

}  // namespace isotherm::engine
