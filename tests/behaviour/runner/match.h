#pragma once

// Holds an answer against what a behaviour file expects of it.

#include <optional>
#include <string>

#include "template.h"

namespace isotherm::behaviour {

/// The first place where an answer is not what was expected.
struct Mismatch {
  /// "Attributes.tags[2]"; empty: the whole answer.
  std::string path;
  std::string expected;
  std::string got;
};

/// Nothing when the answer fits; captures go to `variables` (only when all fits). Objects are exact
/// unless they say `...`; lists are exact and in order unless they say `unordered`; the elements of
/// SS, NS and BS have no order.
std::optional<Mismatch> match(const Template& expected, const Json& actual, Variables& variables);

}  // namespace isotherm::behaviour
