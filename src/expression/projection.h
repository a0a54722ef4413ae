#pragma once

// ProjectionExpression and AttributesToGet: which parts of an item an answer shows.

#include <string_view>
#include <vector>

#include "expression/path.h"
#include "expression/placeholders.h"

namespace isotherm::expression {

/// Paths that do not overlap.
struct ProjectionPaths {
  std::vector<Path> paths;

  /// The parts of the item that the paths name; lists keep only the named elements, in order.
  Item project(const Item& item) const;
};

Result<ProjectionPaths> parse_projection(std::string_view text, PlaceholderScope& placeholders);

}  // namespace isotherm::expression
