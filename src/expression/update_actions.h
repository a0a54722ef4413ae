#pragma once

// A checked update, ready to apply.

#include <vector>

#include "expression/path.h"
#include "expression/update.h"

namespace isotherm::expression {

/// The right side of SET.
struct ValueExpression {
  enum class Kind { path, literal, if_not_exists, list_append, plus, minus };
  Kind kind = Kind::literal;
  Path path;               // of path and if_not_exists
  AttributeValue literal;  // of literal
  /// if_not_exists has one, list_append, plus and minus have two.
  std::vector<ValueExpression> operands;
};

struct UpdateAction {
  enum class Verb { set, remove, add, delete_elements };
  Verb verb = Verb::set;
  Path target;
  /// Of set; of add and delete_elements a literal.
  ValueExpression value;
};

/// In the order of the text.
struct UpdateActions {
  std::vector<UpdateAction> actions;
  /// From AttributeUpdates: other words for wrong types, and ADD may append to a list.
  bool is_legacy = false;
};

}  // namespace isotherm::expression
