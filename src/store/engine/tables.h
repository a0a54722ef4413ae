#pragma once

// The tables that are open, by name. Requests look up; table operations publish new versions.

#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "store/engine/table.h"

namespace isotherm::engine {

/// The name in a TableName member, which may also be the table's ARN.
std::string_view table_name_of(std::string_view name_or_arn);

class Tables {
 public:
  explicit Tables(const Clock& clock) : clock_(clock) {}

  /// In whatever state; nullptr: there is none.
  TablePtr find(std::string_view name_or_arn) const;
  /// For reads and writes of items: not while it is being created or deleted.
  Result<TablePtr> open(std::string_view name_or_arn) const;

  /// Makes a version the current one; its `version` is set here.
  TablePtr publish(std::shared_ptr<Table> table);
  /// Forgets the tables whose deletion has ended.
  void erase_deleted();

  std::vector<TablePtr> all() const;

 private:
  const Clock& clock_;
  mutable std::shared_mutex mutex_;
  std::map<std::string, TablePtr, std::less<>> tables_;
};

}  // namespace isotherm::engine
