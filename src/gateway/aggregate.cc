#include "gateway/aggregate.h"

#include <algorithm>

#include "expression/update_actions.h"
#include "gateway/key_messages.h"
#include "gateway/write_plan.h"

namespace isotherm::gateway {
namespace {

using expression::UpdateAction;
using schema::Aggregate;

const Aggregate* find_aggregate(const KeyLayout& layout, std::string_view attribute) {
  const auto at = layout.rule().aggregates.find(attribute);
  return at == layout.rule().aggregates.end() ? nullptr : &at->second;
}

template <class Set>
bool unite(AttributeValue& a, const AttributeValue& b) {
  Set* mine = a.get_if<Set>();
  const Set* other = b.get_if<Set>();
  if (mine == nullptr || other == nullptr) return false;
  // Both are sorted, and stay so.
  Set all;
  std::set_union(mine->elements.begin(), mine->elements.end(), other->elements.begin(),
                 other->elements.end(), std::back_inserter(all.elements));
  *mine = std::move(all);
  return true;
}

Result<AttributeValue> joined(const KeyLayout& layout, const std::string& name, Aggregate how,
                              AttributeValue a, const AttributeValue& b) {
  const Number* first = a.get_if<Number>();
  const Number* second = b.get_if<Number>();
  const bool numbers = first != nullptr && second != nullptr;
  if (how == Aggregate::set_union) {
    if (unite<StringSet>(a, b) || unite<NumberSet>(a, b) || unite<BinarySet>(a, b)) return a;
  } else if (numbers && how == Aggregate::sum) {
    ASSIGN_OR_RETURN(const Number sum, Number::add(*first, *second));
    return AttributeValue(sum);
  } else if (numbers) {
    const bool takes_second = how == Aggregate::min ? *second < *first : *first < *second;
    return takes_second ? b : a;
  }
  return messages::parts_do_not_fit(layout.physical().name, name);
}

bool fits(Aggregate how, const AttributeValue& value) {
  const AttributeType type = value.type();
  if (how != Aggregate::set_union) return type == AttributeType::N;
  return type == AttributeType::SS || type == AttributeType::NS || type == AttributeType::BS;
}

Result<void> check_value(const KeyLayout& layout, const std::string& name, Aggregate how,
                         const AttributeValue& value) {
  if (!fits(how, value)) return messages::no_aggregate_value(layout, name);
  return {};
}

bool names_any(const KeyLayout& layout, const std::vector<expression::Path>& paths) {
  return std::ranges::any_of(paths, [&](const expression::Path& path) {
    return find_aggregate(layout, path.attribute) != nullptr;
  });
}

void add_reads(const expression::ValueExpression& value, std::vector<expression::Path>& reads) {
  using Kind = expression::ValueExpression::Kind;
  if (value.kind == Kind::path || value.kind == Kind::if_not_exists) reads.push_back(value.path);
  for (const auto& operand : value.operands) add_reads(operand, reads);
}

Result<void> check_action(const KeyLayout& layout, const UpdateAction& action) {
  const Aggregate* how = find_aggregate(layout, action.target.attribute);
  std::vector<expression::Path> reads;
  add_reads(action.value, reads);
  if (names_any(layout, reads)) return messages::aggregate_is_read(layout, "UpdateExpression");
  if (how == nullptr) return {};
  if (!action.target.steps.empty()) return messages::aggregate_is_read(layout, "UpdateExpression");
  const bool is_literal = action.value.kind == expression::ValueExpression::Kind::literal;
  if (action.verb == UpdateAction::Verb::set && !is_literal)
    return messages::aggregate_is_read(layout, "UpdateExpression");
  if (action.verb == UpdateAction::Verb::remove) return {};
  return check_value(layout, action.target.attribute, *how, action.value.literal);
}

Result<expression::Update> parse(const UpdateItemRequest& request) {
  if (request.attribute_updates) return expression::update_from(*request.attribute_updates);
  expression::PlaceholderScope scope(request.placeholders);
  return expression::parse_update(request.update_expression.value_or(""), scope);
}

bool is_extreme(const Aggregate* how) {
  return how != nullptr && (*how == Aggregate::min || *how == Aggregate::max);
}

/// What the actions do, when each of them can be done.
Result<AggregateChange> change_of(const KeyLayout& layout,
                                  const std::vector<UpdateAction>& actions) {
  std::size_t adds = 0;
  std::size_t resets = 0;
  std::size_t extremes = 0;
  for (const UpdateAction& action : actions) {
    TRY(check_action(layout, action));
    const Aggregate* how = find_aggregate(layout, action.target.attribute);
    if (how == nullptr) continue;
    const bool is_add = action.verb == UpdateAction::Verb::add;
    (is_add ? adds : resets) += 1;
    if (is_add && is_extreme(how)) ++extremes;
  }
  if (resets > 0 && adds > 0) return messages::add_and_reset(layout);
  if (extremes > 0 && actions.size() > 1) return messages::extreme_beside_others(layout);
  if (resets > 0) return AggregateChange::resets;
  if (adds == 0) return AggregateChange::none;
  return adds == actions.size() ? AggregateChange::contributes : AggregateChange::at_home;
}

}  // namespace

bool is_parted(const KeyLayout& layout) { return !layout.rule().aggregates.empty(); }

bool is_home(const KeyLayout& layout, const Item& item, sharding::Shard shard) {
  const auto home = layout.shard_of(item);
  return home.ok() && *home == shard;
}

Result<void> combine(const KeyLayout& layout, Item& home, const Item& part) {
  for (const auto& [name, how] : layout.rule().aggregates) {
    const AttributeValue* value = find(part, name);
    if (value == nullptr) continue;
    const auto at = home.find(name);
    if (at == home.end()) {
      home.emplace(name, *value);
      continue;
    }
    ASSIGN_OR_RETURN(at->second, joined(layout, name, how, std::move(at->second), *value));
  }
  return {};
}

Result<std::optional<Item>> combined(const KeyLayout& layout, std::vector<StoredPart> parts) {
  const auto home = std::ranges::find_if(
      parts, [&](const StoredPart& part) { return is_home(layout, part.item, part.shard); });
  if (home == parts.end()) return std::optional<Item>();
  Item item = std::move(home->item);
  for (auto part = parts.begin(); part != parts.end(); ++part)
    if (part != home) TRY(combine(layout, item, part->item));
  return std::optional(std::move(item));
}

Result<void> check_values(const KeyLayout& layout, const Item& item) {
  for (const auto& [name, how] : layout.rule().aggregates)
    if (const AttributeValue* value = find(item, name)) TRY(check_value(layout, name, how, *value));
  return {};
}

Result<void> check_condition(const KeyLayout& layout, const ConditionalWrite& write) {
  if (write.on_condition_check_failure == ReturnValuesOnConditionCheckFailure::all_old)
    return messages::aggregate_is_returned(layout, "ReturnValuesOnConditionCheckFailure");
  if (write.expected)
    for (const auto& [name, expected] : *write.expected)
      if (find_aggregate(layout, name) != nullptr)
        return messages::aggregate_is_read(layout, "Expected");
  if (!write.condition_expression) return {};
  expression::PlaceholderScope scope(write.placeholders);
  const auto condition =
      expression::parse_condition(*write.condition_expression, "ConditionExpression", scope);
  if (condition.ok() && names_any(layout, condition->paths()))
    return messages::aggregate_is_read(layout, "ConditionExpression");
  return {};
}

Result<AggregateChange> change_of(const KeyLayout& layout, const UpdateItemRequest& request) {
  TRY(check_condition(layout, request));
  AggregateChange change = AggregateChange::none;
  if (request.update_expression || request.attribute_updates) {
    ASSIGN_OR_RETURN(const expression::Update update, parse(request));
    ASSIGN_OR_RETURN(change, change_of(layout, update.actions().actions));
  }
  const bool whole = request.return_values == ReturnValues::all_old ||
                     request.return_values == ReturnValues::all_new;
  if (whole || (change != AggregateChange::none && request.return_values != ReturnValues::none))
    return messages::aggregate_is_returned(layout, "ReturnValues");
  const bool has_condition = request.condition_expression || request.expected;
  if (change == AggregateChange::contributes && has_condition) {
    if (extreme_of(layout, request) != nullptr) return messages::extreme_beside_others(layout);
    return AggregateChange::at_home;
  }
  return change;
}

const schema::Aggregate* extreme_of(const KeyLayout& layout, const UpdateItemRequest& request) {
  const auto update = parse(request);
  if (!update.ok() || update->actions().actions.size() != 1) return nullptr;
  const Aggregate* how = find_aggregate(layout, update->actions().actions[0].target.attribute);
  return is_extreme(how) ? how : nullptr;
}

}  // namespace isotherm::gateway
