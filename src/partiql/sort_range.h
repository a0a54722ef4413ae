#pragma once

// What a set of conditions on the sort key selects, and the one condition that a Query can take.

#include "partiql/condition.h"

namespace isotherm::partiql {

/// A condition on the sort key as a Query's key condition takes it.
struct SortCondition {
  ConditionOperator op = ConditionOperator::eq;
  AttributeValue value;
  /// Of between.
  AttributeValue upper;
};

/// An interval of sort keys.
struct SortInterval {
  std::optional<AttributeValue> lower;
  std::optional<AttributeValue> upper;
  bool lower_included = true;
  bool upper_included = true;

  /// Keeps only what the condition selects too.
  void narrow(const SortCondition& condition);
  /// Whether some key could be in both.
  bool overlaps(const SortInterval& other) const;
  /// Whether this one lies before the other; they do not overlap.
  bool is_before(const SortInterval& other) const;
};

/// Of several conditions that must all hold.
struct SortRange {
  SortInterval interval;
  /// The condition to query by, and those that remain to be checked on each item.
  std::optional<SortCondition> condition;
  std::vector<SortCondition> remaining;
};

SortRange sort_range(const std::vector<SortCondition>& conditions);

}  // namespace isotherm::partiql
