#pragma once

// The table that a schema implies, for tools that have no store to ask: its physical indexes as
// the rule says, projecting everything, and what cannot be known from the rule as it is told here.

#include <map>
#include <string>
#include <string_view>

#include "cli/options.h"
#include "model/table.h"
#include "schema/schema.h"

namespace isotherm::cli {

/// Types of key attributes that the schema leaves open; S for those that are not named.
using KeyTypes = std::map<std::string, KeyType, std::less<>>;

/// Reads "id", "id:N" or "PK,SK:N": a table's key.
Expected<KeySchema, UsageError> parse_table_key(std::string_view text);

/// Reads "memberId:N" into the map.
Expected<void, UsageError> add_key_type(std::string_view text, KeyTypes& types);

/// The table `name` as the store would describe it. `rule` is nullptr for a table without one.
TableDescription assumed_table(const std::string& name, const schema::TableRule* rule,
                               const KeySchema& key, const KeyTypes& types);

}  // namespace isotherm::cli
