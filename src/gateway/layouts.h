#pragma once

// The layouts of all tables with sharded indexes: the schema, and what the store said of each table
// when it was last asked. A table is asked for again after it was changed through this gateway, and
// after the store refused a request in a way that a stale description would explain.

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "gateway/layout.h"
#include "store/store.h"

namespace isotherm::gateway {

/// nullptr: the table has no sharded index.
using LayoutPtr = std::shared_ptr<const Layout>;

/// The table's name in what a client wrote as TableName: a name, or a table's ARN.
std::string_view table_name_in(std::string_view name_or_arn);

class Layouts {
 public:
  Layouts(Store& below, std::shared_ptr<const schema::Schema> schema);

  void use_schema(std::shared_ptr<const schema::Schema> schema);
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

  Store& below_;
  mutable std::mutex mutex_;
  std::shared_ptr<const schema::Schema> schema_;
  std::map<std::string, LayoutPtr, std::less<>> known_;
  /// Goes up when something was forgotten: an answer that was asked for before is not kept.
  std::uint64_t generation_ = 0;
};

}  // namespace isotherm::gateway
