#pragma once

// Units in an answer that is put together of several.

#include <vector>

#include "store/parameters.h"

namespace isotherm::fleet {

/// Adds what one store consumed of a table: to the entry of the same table, if there is one.
void add_consumed(std::vector<ConsumedCapacity>& all, ConsumedCapacity one);

/// Sums the entries of each table, in the order of their first.
std::vector<ConsumedCapacity> summed(std::vector<ConsumedCapacity> all);

}  // namespace isotherm::fleet
