#pragma once

// A document path: an attribute, then map keys and list indexes: `info.tags[2]`.

#include <compare>
#include <string>
#include <variant>
#include <vector>

#include "model/attribute_value.h"

namespace isotherm::expression {

/// A map key or a list index.
using PathStep = std::variant<std::string, std::size_t>;

struct Path {
  std::string attribute;
  std::vector<PathStep> steps;

  friend auto operator<=>(const Path&, const Path&) = default;
  friend bool operator==(const Path&, const Path&) = default;
};

/// The value at the path, or nullptr.
const AttributeValue* find(const Item& item, const Path& path);

/// As the service prints it in messages: "[info, tags, [2]]".
std::string to_string(const Path& path);

/// Whether one path is the other or lies inside it ("overlap" in the service's words).
bool overlaps(const Path& a, const Path& b);

/// Whether the paths take one container both for a map and for a list ("conflict").
bool conflicts(const Path& a, const Path& b);

}  // namespace isotherm::expression
