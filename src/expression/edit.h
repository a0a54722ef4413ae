#pragma once

// Changes to an item at document paths, all of them named as the item was before the first.

#include <vector>

#include "expression/path.h"
#include "model/error.h"

namespace isotherm::expression {

/// What becomes of the value at a path.
struct Edit {
  enum class Kind { write, erase, keep };
  const Path* target = nullptr;
  Kind kind = Kind::keep;
  /// Of write.
  AttributeValue value;
};

/// Makes the edits, whose targets neither overlap nor conflict. In a list, indexes are those of
/// the list as it was: writes past its end append in the order of their indexes, erased elements
/// close up, and erasing past the end does nothing. ValidationException when a container that a
/// path goes through is missing or of the other kind, and when a written value nests too deep.
Result<void> apply_edits(Item& item, std::vector<Edit> edits);

}  // namespace isotherm::expression
