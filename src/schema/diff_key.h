#pragma once

// Inside the schema room only: what changes in the rule of a table's own key.

#include <vector>

#include "schema/diff.h"

namespace isotherm::schema {

/// The rules of every table.
void diff_wildcards(const Schema& before, const Schema& after, std::vector<Change>& changes);

void diff_keys(const TableRule& before, const TableRule& after, std::vector<Change>& changes);

}  // namespace isotherm::schema
