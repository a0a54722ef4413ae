#pragma once

// Why a placement was not made, or has no answer: what the rule's source leaves undefined is
// refused, never guessed.

#include <string>

#include "base/result.h"

namespace isotherm::placement {

struct Refusal {
  /// A sentence for a person: what is wrong, with the value that is.
  std::string message;
};

/// A value, or why there is none.
template <class T>
using Placed = Expected<T, Refusal>;

/// `return refuse("…");` from any function that yields Placed<T>.
inline Failure<Refusal> refuse(std::string message) {
  return Failure<Refusal>(Refusal{std::move(message)});
}

}  // namespace isotherm::placement
