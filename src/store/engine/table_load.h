#pragma once

// TableLoad: the last part of filling a new table from elsewhere: its indexes from its items, and
// its counters. Until it ends the table is CREATING and nobody sees what is in it.

#include <cstdint>
#include <string>

#include "store/engine/core.h"

namespace isotherm::engine {

class TableLoad {
 public:
  TableLoad(Core& core, ResourceId table) : core_(core), table_id_(table) {}

  ResourceId table() const { return table_id_; }

  /// Goes on for a while. False: all is there; the table is to be opened.
  Result<bool> step();
  /// The table becomes ACTIVE. `batch` holds what must be in the log together with it.
  Result<void> open(rocksdb::WriteBatch& batch);

 private:
  /// The resource that is counted: the table, then each index. nullptr: none is left.
  Counters* counted(const Table& table, ResourceId& resource) const;
  Result<bool> count_step(const TablePtr& table);

  Core& core_;
  const ResourceId table_id_;
  std::size_t filled_ = 0;
  std::size_t counted_ = 0;
  std::string cursor_;
  std::int64_t items_ = 0;
  std::int64_t bytes_ = 0;
};

/// The table with that id; nullptr: there is none.
TablePtr find_table(Core& core, ResourceId id);

}  // namespace isotherm::engine
