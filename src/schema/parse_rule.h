#pragma once

// The rules of one table out of its section of the YAML.

#include "schema/schema.h"
#include "schema/section.h"

namespace isotherm::schema {

/// What can be made of the table's section; its problems are added to `problems`.
TableRule parse_table(const Section::Entry& entry, Problems& problems);

/// Problems of a table's rules with each other: names and attributes that two of them claim.
void check_rules(const TableRule& rule, Problems& problems);

}  // namespace isotherm::schema
