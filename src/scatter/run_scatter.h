#pragma once

// Runs a scatter: asks its strands, some at the same time, and merges their answers into one page.
// A strand that fails fails the query: never a shorter answer.

#include "scatter/page.h"

namespace isotherm::scatter {

/// `consumed` sums what the strands consumed, by the stores' names of indexes and under the first
/// one's name of the table. At most `concurrency` physical queries are under way.
Task<Result<ReadManyResponse>> run_scatter(Scatter scatter, PageRules rules,
                                           std::size_t concurrency);

}  // namespace isotherm::scatter
