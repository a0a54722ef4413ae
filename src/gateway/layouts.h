#pragma once

// The layouts of all tables with sharded indexes: the schema, and what the store said of each table
// when it was last asked. A table is asked for again after it was changed through this gateway, and
// after the store refused a request in a way that a stale description would explain. The first time
// that an index is laid out, a sample of its entries is held against its rule (stored_keys.h).

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "gateway/layout.h"
#include "store/store.h"
#include "store/table_names.h"

namespace isotherm::gateway {

/// nullptr: the table has no sharded index.
using LayoutPtr = std::shared_ptr<const Layout>;

class Layouts {
 public:
  Layouts(Store& below, std::shared_ptr<const schema::Schema> schema);

  void use_schema(std::shared_ptr<const schema::Schema> schema);
  /// A schema that has the rules of the one before, and more: what is known stays.
  void extend_schema(std::shared_ptr<const schema::Schema> schema);
  std::shared_ptr<const schema::Schema> schema() const;

  /// Whether the schema has a sharded index for the table.
  bool is_sharded(std::string_view table) const;
  /// A table that the store does not have yields a layout without a description.
  Task<Result<LayoutPtr>> find(std::string table);
  /// As find, but asks the store anew.
  Task<Result<LayoutPtr>> find_anew(std::string table);
  /// Forgets what the store said of a table.
  void forget(std::string_view table);

 private:
  const schema::TableRule* rule(std::string_view table) const;
  /// Holds a sample of each index that is read against its rule, once for each index.
  Task<Result<void>> check_stored_keys(Layout& layout, std::uint64_t schema_number);

  Store& below_;
  mutable std::mutex mutex_;
  std::shared_ptr<const schema::Schema> schema_;
  std::map<std::string, LayoutPtr, std::less<>> known_;
  /// Goes up when something was forgotten: an answer that was asked for before is not kept.
  std::uint64_t generation_ = 0;
  /// Goes up with each schema.
  std::uint64_t schema_number_ = 0;
  /// Indexes whose entries were found to be by the rule of the current schema: table id and name.
  std::set<std::pair<std::string, std::string>> by_the_rule_;
};

}  // namespace isotherm::gateway
