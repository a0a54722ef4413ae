#pragma once

// The clauses of UPDATE as the actions of an UpdateExpression.

#include "expression/update_actions.h"
#include "partiql/literal.h"

namespace isotherm::partiql {

/// SET a = set_add(a, …) becomes ADD, set_delete DELETE; all others stay what they are. What the
/// expression room finds wrong with the whole is the answer.
Result<expression::UpdateActions> update_actions(const Update& update, const Context& context);

}  // namespace isotherm::partiql
