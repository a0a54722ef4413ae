#pragma once

// A range of sort keys of one partition: what a key condition selects, narrowed by a cursor.

#include <optional>
#include <string>

#include "expression/key_condition.h"

namespace isotherm::scatter {

struct Bound {
  AttributeValue value;
  bool inclusive = true;
};

/// Both bounds absent: every sort key.
struct KeyRange {
  std::optional<Bound> low;
  std::optional<Bound> high;
  /// Set while the range is exactly `begins_with(prefix)`: shorter to write than its bounds.
  std::optional<AttributeValue> prefix;

  /// What a condition on the sort key selects.
  static KeyRange of(const std::optional<expression::SortKeyCondition>& condition);

  /// Narrows the range; a bound that is looser than the one there changes nothing.
  void raise_low(Bound bound);
  void lower_high(Bound bound);

  bool contains(const AttributeValue& key) const;

  /// The same range with bounds that one physical condition can say: an open bound beside another
  /// bound becomes a closed one. Nothing: the range is empty.
  std::optional<KeyRange> expressible() const;
};

}  // namespace isotherm::scatter
