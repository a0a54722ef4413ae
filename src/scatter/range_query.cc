#include "scatter/range_query.h"

namespace isotherm::scatter {

void set_key_condition(QueryRequest& request, const std::string& partition_attribute,
                       AttributeValue partition, const std::string& sort_attribute,
                       const KeyRange& range) {
  ExpressionNames names = {{"#s", partition_attribute}};
  ExpressionValues values = {{":s", std::move(partition)}};
  std::string condition = "#s = :s";
  if (range.low || range.high) names.emplace("#k", sort_attribute);
  if (range.prefix) {
    condition += " AND begins_with(#k, :p)";
    values.emplace(":p", *range.prefix);
  } else if (range.low && range.high) {
    const bool exact = range.low->value == range.high->value;
    condition += exact ? " AND #k = :l" : " AND #k BETWEEN :l AND :h";
    values.emplace(":l", range.low->value);
    if (!exact) values.emplace(":h", range.high->value);
  } else if (range.low) {
    condition += range.low->inclusive ? " AND #k >= :l" : " AND #k > :l";
    values.emplace(":l", range.low->value);
  } else if (range.high) {
    condition += range.high->inclusive ? " AND #k <= :h" : " AND #k < :h";
    values.emplace(":h", range.high->value);
  }
  request.key_condition_expression = std::move(condition);
  request.placeholders = {std::move(names), std::move(values)};
}

std::optional<KeyRange> rest_of(KeyRange range, const std::optional<AttributeValue>& sort,
                                Beside beside, bool forward) {
  const bool comes_before = beside == Beside::before;
  if (!sort) return comes_before ? std::nullopt : range.expressible();
  const Bound bound{*sort, !comes_before};
  if (forward)
    range.raise_low(bound);
  else
    range.lower_high(bound);
  return range.expressible();
}

}  // namespace isotherm::scatter
