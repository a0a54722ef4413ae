#pragma once

// What every item must keep, whatever form it is read from: sets, names, depth.

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "model/attribute_value.h"
#include "model/error.h"
#include "model/limits.h"

namespace isotherm::exports {

inline Result<void> check_attribute_name(std::string_view name) {
  if (name.empty()) {
    return Error::validation("One or more parameter values were invalid: Empty attribute name");
  }
  if (name.size() > limits::attribute_name_bytes_max) {
    return Error::validation(
        "One or more parameter values were invalid: Attribute name is longer than 65535 bytes");
  }
  return {};
}

/// Whether a list or map may stand below so many others: its elements count as a level.
inline Result<void> check_depth(int depth) {
  if (depth + 1 < limits::nesting_max) return {};
  return Error::validation(
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
      "beyond supported limit");
}

/// The set, sorted; not empty, and without duplicates.
template <class Set>
Result<AttributeValue> finished_set(Set set) {
  if (set.elements.empty()) {
    return Error::validation("One or more parameter values were invalid: a set may not be empty");
  }
  if (normalize(set)) return Error::validation("Input collection contains duplicates");
  return AttributeValue(std::move(set));
}

/// The map of the members; of members with one name the last counts.
inline Map finished_map(Map::sequence_type entries) {
  std::vector<std::size_t> order(entries.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const int compared = entries[a].first.compare(entries[b].first);
    return compared != 0 ? compared < 0 : a < b;
  });
  Map::sequence_type unique;
  unique.reserve(entries.size());
  for (const std::size_t i : order) {
    if (!unique.empty() && unique.back().first == entries[i].first) unique.pop_back();
    unique.push_back(std::move(entries[i]));
  }
  Map map;
  map.adopt_sequence(boost::container::ordered_unique_range, std::move(unique));
  return map;
}

}  // namespace isotherm::exports
