#pragma once

// The paths of a statement as document paths.

#include "expression/path.h"
#include "partiql/literal.h"

namespace isotherm::partiql {

/// The path of a name or path expression. Indexes out of range, wildcards and what else is no
/// document path are ValidationExceptions.
Result<expression::Path> path_of(const Expression& expression, const Context& context);

}  // namespace isotherm::partiql
