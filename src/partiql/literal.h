#pragma once

// Literals and parameters as attribute values.

#include "model/attribute_value.h"
#include "model/error.h"
#include "partiql/syntax.h"

namespace isotherm::partiql {

/// What the expressions of one statement are read with. Refers to both.
struct Context {
  std::string_view statement;
  const std::vector<AttributeValue>& parameters;
};

/// Whether the expression is a literal or a parameter: it has a value without an item. Signs before
/// a number belong to it.
bool is_value(const Expression& expression);

/// The value. Messages show the place inside it: "root.a[0]". Inside a literal there are no
/// parameters.
Result<AttributeValue> value_of(const Expression& expression, const Context& context);

/// What a message calls an expression that should not be where it is.
std::string_view kind_name(const Expression& expression);

}  // namespace isotherm::partiql
