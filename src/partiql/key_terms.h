#pragma once

// A condition as alternatives: each fixes keys, and what else it asks for.
//
// Only what is about the key is taken apart: (a OR b) without a key attribute stays one condition.

#include "partiql/sort_range.h"
#include "partiql/table_reference.h"

namespace isotherm::partiql {

struct KeyTerm {
  /// Values that the partition key must equal; more than one: nothing does.
  std::vector<AttributeValue> partitions;
  std::vector<SortCondition> sorts;
  std::vector<ConditionNode> rest;
  /// The rest has a negated condition on the sort key, or one with <>.
  bool negates_sort = false;
};

/// Whether every alternative fixes the partition key.
bool fixes_partition(const ConditionNode& node, const KeySchema& key);

/// How many alternatives there are; counting stops at the limit.
std::size_t count_terms(const ConditionNode& node, const KeySchema& key, std::size_t limit);

std::vector<KeyTerm> key_terms(const ConditionNode& node, const KeySchema& key);

}  // namespace isotherm::partiql
