#pragma once

// A VSchema, read as it is: one keyspace's JSON, or the whole of `vtctldclient GetSrvVSchema`
// ({"keyspaces": {…}}). Members that say nothing about where rows go are passed over.

#include <unordered_map>

#include "placement/vindex.h"

namespace isotherm::placement {

/// How a table's rows are placed.
struct VitessTable {
  std::string name;
  /// The columns of the primary vindex, in its order.
  std::vector<std::string> columns;
  std::string vindex_name;
  std::string vindex_type;
  VindexParams params;
  /// A table that is pinned: the keyspace id of all rows.
  std::optional<std::string> pinned;
};

/// Finds the table. `keyspace` may be empty when there is only one. Refuses unsharded keyspaces,
/// reference tables and sequences, unknown names, and a primary vindex that is no function.
Placed<VitessTable> read_vschema_table(std::string_view json, std::string_view keyspace,
                                       std::string_view table);

/// {"1": 2, …}: numeric_static_map's table.
Placed<std::unordered_map<std::uint64_t, std::uint64_t>> read_number_table(std::string_view json);

/// [2, 4]: cfc's offsets, ascending from 1 on.
Placed<std::vector<std::size_t>> read_offsets(std::string_view json);

}  // namespace isotherm::placement
