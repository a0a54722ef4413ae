#pragma once

// The tables that have index tables: by the schema, and by what the store said of each of them when
// it was last asked. Asked again after a change through this gateway, and after the store refused a
// request in a way that a stale description would explain.

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "gateway/index_table.h"
#include "store/store.h"
#include "store/table_names.h"

namespace isotherm::gateway {

/// A table with index tables. Immutable; shared by the requests that began with it.
struct IndexedTable {
  /// As the store describes it.
  TableDescription base;
  std::vector<IndexTable> indexes;
  /// What a query of an index is checked against: the table with all its indexes.
  std::shared_ptr<const Layout> layout;

  const KeySchema& key() const { return base.key; }
  /// The index that is known by the name and is there, or nullptr.
  const IndexTable* find_index(std::string_view name) const;
  /// Whether writes of its items write entries as well.
  bool is_maintained() const;
  /// The description with the index tables among the global indexes.
  TableDescription described() const;
};

using IndexedTablePtr = std::shared_ptr<const IndexedTable>;

class IndexedTables {
 public:
  IndexedTables(Store& below, std::shared_ptr<const schema::Schema> schema);

  void use_schema(std::shared_ptr<const schema::Schema> schema);
  std::shared_ptr<const schema::Schema> schema() const;

  /// Whether the schema has any index table at all.
  bool any() const { return any_; }
  /// Whether the table has an index table by the schema.
  bool is_indexed(std::string_view table) const;
  /// Whether the table is an index table, which the application does not see.
  bool is_hidden(std::string_view table) const;

  /// nullptr: it has no index table by the schema, or is not there.
  Task<Result<IndexedTablePtr>> find(std::string table);
  Task<Result<IndexedTablePtr>> find_anew(std::string table);
  void forget(std::string_view table);

 private:
  Task<Result<std::optional<TableDescription>>> describe(std::string table);

  Store& below_;
  std::atomic<bool> any_{false};
  mutable std::mutex mutex_;
  std::shared_ptr<const schema::Schema> schema_;
  std::set<std::string, std::less<>> hidden_;
  std::map<std::string, IndexedTablePtr, std::less<>> known_;
  /// Goes up when something was forgotten: what was asked for before is not kept.
  std::uint64_t generation_ = 0;
};

/// What the index is in the store below the sharding: by its rule alone.
std::vector<IndexTable> index_tables_of(const schema::TableRule& rule, const KeySchema& table_key);

}  // namespace isotherm::gateway
