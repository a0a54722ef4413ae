#pragma once

// What stands beside a table's description and goes with the table: time to live, tags, resource
// policies. Immutable and shared by versions of the table.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "model/attribute_value.h"

namespace isotherm::engine {

struct ResourcePolicy {
  std::string document;
  std::string revision;
};

struct TableSettings {
  /// Holds the second in which an item expires; empty: time to live is disabled.
  std::string ttl_attribute;
  /// When time to live was last enabled or disabled; 0: never.
  UnixMillis ttl_changed{0};
  /// In the order in which they were added.
  std::vector<std::pair<std::string, std::string>> tags;
  /// Of the table (empty) and its streams (by label).
  std::map<std::string, ResourcePolicy> policies;
};

/// As a member of the table's document.
Map settings_document(const TableSettings& settings);
/// Nothing: the document is no such thing.
std::optional<TableSettings> settings_from_document(const Map& document);

}  // namespace isotherm::engine
