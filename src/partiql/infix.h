#pragma once

// The operators between two expressions, and how tightly they bind.

#include "partiql/syntax.h"
#include "partiql/token.h"

namespace isotherm::partiql {

struct Infix {
  std::string_view word;
  int precedence;
  ExpressionKind kind;
};

/// How tightly NOT before an expression binds.
inline constexpr int not_precedence = 3;

/// The operator that the token is, or nullptr.
const Infix* find_infix(const Token& token);

/// Whether it is one of NOT IN, NOT BETWEEN, NOT LIKE, IS NOT.
bool is_negated(const Token& op);

}  // namespace isotherm::partiql
