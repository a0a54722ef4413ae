#include "scatter/key_range.h"

#include "scatter/successor.h"

namespace isotherm::scatter {
namespace {

using expression::SortKeyOperator;

/// Whether `a` starts above `b` (as low bounds).
bool is_tighter_low(const Bound& a, const Bound& b) {
  const auto order = compare(a.value, b.value);
  return order > 0 || (order == 0 && !a.inclusive && b.inclusive);
}

bool is_tighter_high(const Bound& a, const Bound& b) {
  const auto order = compare(a.value, b.value);
  return order < 0 || (order == 0 && !a.inclusive && b.inclusive);
}

}  // namespace

KeyRange KeyRange::of(const std::optional<expression::SortKeyCondition>& condition) {
  KeyRange range;
  if (!condition) return range;
  const AttributeValue& value = condition->value;
  switch (condition->op) {
    case SortKeyOperator::eq:
      range.low = Bound{value, true};
      range.high = Bound{value, true};
      break;
    case SortKeyOperator::lt: range.high = Bound{value, false}; break;
    case SortKeyOperator::le: range.high = Bound{value, true}; break;
    case SortKeyOperator::gt: range.low = Bound{value, false}; break;
    case SortKeyOperator::ge: range.low = Bound{value, true}; break;
    case SortKeyOperator::between:
      range.low = Bound{value, true};
      range.high = Bound{condition->upper, true};
      break;
    case SortKeyOperator::begins_with:
      range.low = Bound{value, true};
      range.high = Bound{last_with_prefix(value), true};
      range.prefix = value;
      break;
  }
  return range;
}

void KeyRange::raise_low(Bound bound) {
  if (low && !is_tighter_low(bound, *low)) return;
  low = std::move(bound);
  prefix.reset();
}

void KeyRange::lower_high(Bound bound) {
  if (high && !is_tighter_high(bound, *high)) return;
  high = std::move(bound);
  prefix.reset();
}

bool KeyRange::contains(const AttributeValue& key) const {
  if (low) {
    const auto order = compare(key, low->value);
    if (!(order > 0 || (order == 0 && low->inclusive))) return false;
  }
  if (high) {
    const auto order = compare(key, high->value);
    if (!(order < 0 || (order == 0 && high->inclusive))) return false;
  }
  return true;
}

std::optional<KeyRange> KeyRange::expressible() const {
  if (!low || !high) return *this;
  KeyRange closed = *this;
  if (!low->inclusive) {
    auto next = successor(low->value);
    if (!next) return std::nullopt;
    closed.low = Bound{*std::move(next), true};
  }
  if (!high->inclusive) {
    auto previous = predecessor(high->value);
    if (!previous) return std::nullopt;
    closed.high = Bound{*std::move(previous), true};
  }
  if (compare(closed.low->value, closed.high->value) > 0) return std::nullopt;
  return closed;
}

}  // namespace isotherm::scatter
