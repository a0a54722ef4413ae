#pragma once

// What the store would say of a request: tried on an engine in memory that has the table and no
// items, through a gateway with the schema.

#include <optional>

#include "gateway/explain.h"
#include "model/error.h"

namespace isotherm::cli {

/// Why the store refuses `request`, when that is certain without knowing its items: a malformed
/// expression, a key that does not fit `physical`, …. Nothing: it accepts the request, or the
/// answer depends on what is stored.
std::optional<Error> store_refusal(const schema::Schema& schema, const TableDescription& physical,
                                   const gateway::LogicalRequest& request);

}  // namespace isotherm::cli
