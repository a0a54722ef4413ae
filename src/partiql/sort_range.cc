#include "partiql/sort_range.h"

#include <algorithm>

namespace isotherm::partiql {
namespace {

/// The first value after all that begin with the prefix; nothing: there is none.
std::optional<AttributeValue> after_prefix(const AttributeValue& prefix) {
  const auto* text = prefix.get_if<std::string>();
  const auto* binary = prefix.get_if<Binary>();
  if (text == nullptr && binary == nullptr) return std::nullopt;
  std::string bytes = text ? *text : binary->bytes;
  while (!bytes.empty() && static_cast<unsigned char>(bytes.back()) == 0xFF) bytes.pop_back();
  if (bytes.empty()) return std::nullopt;
  bytes.back() = static_cast<char>(static_cast<unsigned char>(bytes.back()) + 1);
  if (text) return AttributeValue(std::move(bytes));
  return AttributeValue(Binary{std::move(bytes)});
}

void raise(SortInterval& interval, const AttributeValue& bound, bool included) {
  const auto order =
      interval.lower ? compare(bound, *interval.lower) : std::partial_ordering::greater;
  if (order < 0 || (order == 0 && included)) return;
  interval.lower = bound;
  interval.lower_included = included;
}

void lower(SortInterval& interval, const AttributeValue& bound, bool included) {
  const auto order = interval.upper ? compare(bound, *interval.upper) : std::partial_ordering::less;
  if (order > 0 || (order == 0 && included)) return;
  interval.upper = bound;
  interval.upper_included = included;
}

/// Whether the interval that ends with `upper` ends before the one that begins with `lower`.
bool ends_before(const SortInterval& first, const SortInterval& second) {
  if (!first.upper || !second.lower) return false;
  const auto order = compare(*first.upper, *second.lower);
  return order < 0 || (order == 0 && !(first.upper_included && second.lower_included));
}

const SortCondition* find_operator(const std::vector<SortCondition>& conditions,
                                   std::initializer_list<ConditionOperator> operators) {
  for (const ConditionOperator op : operators) {
    const auto found = std::ranges::find(conditions, op, &SortCondition::op);
    if (found != conditions.end()) return &*found;
  }
  return nullptr;
}

}  // namespace

void SortInterval::narrow(const SortCondition& condition) {
  switch (condition.op) {
    case ConditionOperator::eq:
      raise(*this, condition.value, true);
      partiql::lower(*this, condition.value, true);
      break;
    case ConditionOperator::lt: partiql::lower(*this, condition.value, false); break;
    case ConditionOperator::le: partiql::lower(*this, condition.value, true); break;
    case ConditionOperator::gt: raise(*this, condition.value, false); break;
    case ConditionOperator::ge: raise(*this, condition.value, true); break;
    case ConditionOperator::between:
      raise(*this, condition.value, true);
      partiql::lower(*this, condition.upper, true);
      break;
    case ConditionOperator::begins_with:
      raise(*this, condition.value, true);
      if (const auto end = after_prefix(condition.value)) partiql::lower(*this, *end, false);
      break;
    default: break;
  }
}

bool SortInterval::overlaps(const SortInterval& other) const {
  return !ends_before(*this, other) && !ends_before(other, *this);
}

bool SortInterval::is_before(const SortInterval& other) const { return ends_before(*this, other); }

SortRange sort_range(const std::vector<SortCondition>& conditions) {
  using Op = ConditionOperator;
  SortRange range;
  for (const SortCondition& condition : conditions) range.interval.narrow(condition);
  const SortCondition* chosen = find_operator(conditions, {Op::eq, Op::begins_with, Op::between});
  const SortCondition* low = find_operator(conditions, {Op::ge, Op::gt});
  const SortCondition* high = find_operator(conditions, {Op::le, Op::lt});
  const bool both = chosen == nullptr && low && high && compare(low->value, high->value) <= 0;
  if (both) {
    // One condition can hold both bounds, only not leave them out.
    range.condition = SortCondition{Op::between, low->value, high->value};
  } else {
    if (chosen == nullptr) chosen = low ? low : high;
    if (chosen != nullptr) range.condition = *chosen;
  }
  for (const SortCondition& condition : conditions) {
    const bool exact = both ? (&condition == low && low->op == Op::ge) ||
                                  (&condition == high && high->op == Op::le)
                            : &condition == chosen;
    if (!exact) range.remaining.push_back(condition);
  }
  return range;
}

}  // namespace isotherm::partiql
