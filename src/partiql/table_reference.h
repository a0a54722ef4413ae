#pragma once

// The table, and the index, that a statement names.

#include "model/error.h"
#include "model/table.h"
#include "partiql/syntax.h"

namespace isotherm::partiql {

struct TableName {
  std::string table;
  std::optional<std::string> index;
};

/// What the reference names: one name or two with a dot between.
Result<TableName> table_name_of(const TableReference& reference);

/// The key that a read goes by: the index's, or the table's.
struct AccessPath {
  KeySchema key;
  /// Of an index.
  std::optional<Projection> projection;
  bool is_global = false;

  bool is_key(std::string_view attribute) const {
    return attribute == key.partition.name || (key.sort && attribute == key.sort->name);
  }
};

/// The index's key and projection; the table's key without an index. Nothing: no such index.
std::optional<AccessPath> find_access_path(const TableDescription& table,
                                           const std::optional<std::string>& index);

/// Whether a read of the index can see the attribute.
bool is_projected(const AccessPath& path, const KeySchema& table_key, std::string_view attribute);

}  // namespace isotherm::partiql
