#include "gateway/update_plan.h"

#include <algorithm>

#include "expression/update_actions.h"
#include "gateway/key_checks.h"
#include "gateway/messages.h"
#include "gateway/placeholder_names.h"
#include "gateway/shard_attribute.h"
#include "gateway/update_text.h"
#include "gateway/write_plan.h"

namespace isotherm::gateway {
namespace {

using expression::UpdateAction;
using expression::ValueExpression;

/// What is known of an attribute after the update, from the request alone.
struct Fate {
  enum class Kind { known, untouched, computed };
  Kind kind = Kind::untouched;
  /// Of `known`; nullptr: absent.
  const AttributeValue* value = nullptr;
};

bool is_plain_set(const UpdateAction& action) {
  return action.verb == UpdateAction::Verb::set && action.target.steps.empty() &&
         action.value.kind == ValueExpression::Kind::literal;
}

bool is_plain_remove(const UpdateAction& action) {
  return action.verb == UpdateAction::Verb::remove && action.target.steps.empty();
}

Fate fate_of(const UpdatePlan& plan, const std::string& attribute) {
  if (const AttributeValue* key = find(plan.request.key, attribute))
    return {Fate::Kind::known, key};
  Fate fate;
  if (!plan.update) return fate;
  for (const UpdateAction& action : plan.update->actions().actions) {
    if (action.target.attribute != attribute) continue;
    if (is_plain_set(action))
      fate = {Fate::Kind::known, &action.value.literal};
    else if (is_plain_remove(action))
      fate = {Fate::Kind::known, nullptr};
    else
      fate.kind = Fate::Kind::computed;
  }
  return fate;
}

void add_reads(const ValueExpression& value, std::set<std::string>& reads) {
  if (value.kind == ValueExpression::Kind::path ||
      value.kind == ValueExpression::Kind::if_not_exists)
    reads.insert(value.path.attribute);
  for (const ValueExpression& operand : value.operands) add_reads(operand, reads);
}

/// Adds the attributes that the outcome for an attribute depends on.
void add_dependencies(const UpdatePlan& plan, const std::string& attribute, const Fate& fate,
                      std::set<std::string>& dependencies) {
  if (fate.kind == Fate::Kind::known) return;
  if (fate.kind == Fate::Kind::untouched) {
    dependencies.insert(attribute);
    return;
  }
  for (const UpdateAction& action : plan.update->actions().actions) {
    if (action.target.attribute != attribute) continue;
    add_reads(action.value, dependencies);
    if (!is_plain_set(action) && action.verb != UpdateAction::Verb::set)
      dependencies.insert(attribute);
    if (!action.target.steps.empty()) dependencies.insert(attribute);
  }
}

/// The item as far as it is known, when that decides the index's attribute. One that loses a key is
/// in no index, whatever the rest; but a partition key that it gets at the same time must be one.
std::optional<Item> decisive_item(const ShardedIndex& index,
                                  const std::vector<std::pair<std::string, Fate>>& fates) {
  Item item;
  bool all_known = true;
  bool loses_key = false;
  bool computes_partition = false;
  for (const auto& [name, fate] : fates) {
    const bool is_index_key = name == index.rule.partition_key.name || name == index.rule.sort_key;
    if (fate.kind == Fate::Kind::known && fate.value == nullptr && is_index_key) loses_key = true;
    if (fate.kind == Fate::Kind::computed && name == index.rule.partition_key.name)
      computes_partition = true;
    if (fate.kind != Fate::Kind::known) all_known = false;
    if (fate.kind == Fate::Kind::known && fate.value != nullptr) item.emplace(name, *fate.value);
  }
  if (loses_key ? computes_partition : !all_known) return std::nullopt;
  return item;
}

/// Whether the attribute is right as it is, because nothing that decides it is touched.
bool stays(const UpdatePlan& plan, const ShardedIndex& index,
           const std::vector<std::pair<std::string, Fate>>& fates) {
  for (const auto& [name, fate] : fates)
    if (fate.kind != Fate::Kind::untouched && find(plan.request.key, name) == nullptr) return false;
  // A new item is in the index only when the table's key is enough for that.
  const auto in_key = [&](const std::string& name) {
    return find(plan.request.key, name) != nullptr;
  };
  return !in_key(index.rule.partition_key.name) ||
         (index.rule.sort_key && !in_key(*index.rule.sort_key));
}

void decide(const ShardedIndex& index, UpdatePlan& plan) {
  std::vector<std::pair<std::string, Fate>> fates;
  for (const std::string& name : index.relevant_attributes())
    fates.emplace_back(name, fate_of(plan, name));
  if (stays(plan, index, fates)) return;
  if (const auto item = decisive_item(index, fates)) {
    // A key that the service refuses is refused only if the condition holds: the item tells.
    if (auto value = updated_shard_attribute(index, *item, nullptr); value.ok()) {
      plan.known.push_back({&index, *std::move(value)});
      return;
    }
  }
  plan.undecided.push_back(&index);
  for (const auto& [name, fate] : fates) add_dependencies(plan, name, fate, plan.dependencies);
}

/// Parses what the request has; an error is the store's to tell.
Result<void> parse(UpdatePlan& plan) {
  const UpdateItemRequest& request = plan.request;
  const bool legacy = request.attribute_updates || request.expected || request.conditional_operator;
  if (legacy && (request.update_expression || request.condition_expression))
    return messages::contradictory();
  if (request.attribute_updates) {
    ASSIGN_OR_RETURN(plan.update, expression::update_from(*request.attribute_updates));
  }
  if (request.expected) {
    ASSIGN_OR_RETURN(
        plan.condition,
        expression::condition_from_expected(
            *request.expected, request.conditional_operator.value_or(ConditionalOperator::all_of)));
  }
  expression::PlaceholderScope scope(request.placeholders);
  TRY(scope.check_given(request.update_expression || request.condition_expression));
  if (request.update_expression) {
    ASSIGN_OR_RETURN(plan.update, expression::parse_update(*request.update_expression, scope));
  }
  if (request.condition_expression) {
    ASSIGN_OR_RETURN(plan.condition, expression::parse_condition(*request.condition_expression,
                                                                 "ConditionExpression", scope));
  }
  return scope.check_all_used();
}

/// What is wrong with the key or a target is the store's to tell as well.
bool store_refuses_key(const UpdatePlan& plan) {
  if (!plan.layout->physical()) return false;
  const KeySchema& key = plan.layout->physical()->key;
  if (!check_key(plan.request.key, key).ok()) return true;
  if (!plan.update) return false;
  const auto targets = plan.update->targets();
  return std::any_of(targets.begin(), targets.end(), [&](const expression::Path& target) {
    return find(plan.request.key, target.attribute) != nullptr;
  });
}

/// A literal of a wrong type for an index key is refused whatever the item is.
Result<void> check_literals(const UpdatePlan& plan, const ShardedIndex& index,
                            const AttributeDefinition& key) {
  for (const UpdateAction& action : plan.update->actions().actions) {
    const bool sets =
        action.verb == UpdateAction::Verb::set || action.verb == UpdateAction::Verb::add;
    if (!sets || action.value.kind != ValueExpression::Kind::literal) continue;
    if (action.target.attribute != key.name || !action.target.steps.empty()) continue;
    if (!has_type(action.value.literal, key.type))
      return messages::index_key_type_mismatch(key, action.value.literal, index.name());
  }
  return {};
}

Result<void> check_literals(const UpdatePlan& plan) {
  if (!plan.update) return {};
  for (const ShardedIndex& index : plan.layout->indexes()) {
    if (!index.live) continue;
    TRY(check_literals(plan, index, index.logical_key.partition));
    if (index.logical_key.sort) TRY(check_literals(plan, index, *index.logical_key.sort));
  }
  return {};
}

Result<void> check_update_paths(const UpdatePlan& plan) {
  TRY(check_literals(plan));
  const std::string_view place =
      plan.request.attribute_updates ? "AttributeUpdates" : "UpdateExpression";
  if (plan.update) {
    TRY(check_paths(*plan.layout, plan.update->targets(), place));
    TRY(check_key_paths(*plan.layout, plan.update->targets()));
    TRY(check_paths(*plan.layout, plan.update->operands(), place));
    TRY(check_key_paths(*plan.layout, plan.update->operands()));
  }
  TRY(check_condition(*plan.layout, plan.request));
  if (plan.condition) TRY(check_key_paths(*plan.layout, plan.condition->paths()));
  return {};
}

/// Puts the changes of the hidden attributes into a request.
void put_changes(const std::vector<HiddenChange>& changes, UpdateItemRequest& request) {
  const bool legacy = request.attribute_updates || request.expected || request.conditional_operator;
  PlaceholderNames names(request.placeholders);
  for (const HiddenChange& change : changes) {
    const std::string& attribute = change.index->attribute();
    if (legacy) {
      if (!request.attribute_updates) request.attribute_updates.emplace();
      const auto verb = change.value ? AttributeAction::put : AttributeAction::remove;
      request.attribute_updates->insert_or_assign(attribute, AttributeUpdate{change.value, verb});
      continue;
    }
    const std::string text = request.update_expression.value_or("");
    const std::string name = names.name(attribute);
    request.update_expression = change.value
                                    ? with_set(text, name + " = " + names.value(*change.value))
                                    : with_remove(text, name);
  }
}

/// Conditions that the item is still as it was read.
Result<void> put_guards(const UpdatePlan& plan, const Item& before, UpdateItemRequest& request) {
  const bool legacy = request.attribute_updates || request.expected || request.conditional_operator;
  PlaceholderNames names(request.placeholders);
  std::string guards;
  for (const std::string& attribute : plan.dependencies) {
    const AttributeValue* value = find(before, attribute);
    if (legacy) {
      const bool any_of = request.conditional_operator == ConditionalOperator::any_of;
      if (any_of || (request.expected && request.expected->contains(attribute)))
        return messages::legacy_guard(attribute);
      if (!request.expected) request.expected.emplace();
      ExpectedAttribute expected;
      if (value == nullptr)
        expected.exists = false;
      else
        expected.value = *value;
      request.expected->emplace(attribute, std::move(expected));
      continue;
    }
    if (!guards.empty()) guards += " AND ";
    const std::string name = names.name(attribute);
    guards += value == nullptr ? "attribute_not_exists(" + name + ")"
                               : name + " = " + names.value(*value);
  }
  if (!guards.empty())
    request.condition_expression =
        request.condition_expression ? as_operand(*request.condition_expression) + " AND " + guards
                                     : guards;
  return {};
}

}  // namespace

bool has_good_expressions(const UpdateItemRequest& request) {
  UpdatePlan plan;
  plan.request = request;
  return parse(plan).ok();
}

Result<UpdatePlan> plan_update(std::shared_ptr<const Layout> layout, UpdateItemRequest request) {
  UpdatePlan plan;
  plan.layout = std::move(layout);
  plan.request = std::move(request);
  if (!parse(plan).ok() || store_refuses_key(plan)) {
    plan.route = Route::pass_through;
    plan.is_refused_below = true;
    return plan;
  }
  TRY(check_update_paths(plan));
  for (const ShardedIndex& index : plan.layout->indexes()) decide(index, plan);
  if (!plan.undecided.empty())
    plan.route = Route::read_then_write;
  else if (plan.known.empty())
    plan.route = Route::pass_through;
  return plan;
}

GetItemRequest read_before(const UpdatePlan& plan) {
  GetItemRequest read;
  read.table_name = plan.request.table_name;
  read.key = plan.request.key;
  read.consistent_read = true;
  return read;
}

UpdateItemRequest physical_update(const UpdatePlan& plan) {
  UpdateItemRequest request = plan.request;
  put_changes(plan.known, request);
  return request;
}

Result<UpdateItemRequest> guarded_update(const UpdatePlan& plan,
                                         const std::optional<Item>& before) {
  const Item& start = before ? *before : plan.request.key;
  Item after = start;
  if (plan.update) {
    ASSIGN_OR_RETURN(after, plan.update->apply(start));
  }
  std::vector<HiddenChange> changes = plan.known;
  for (const ShardedIndex* index : plan.undecided) {
    ASSIGN_OR_RETURN(auto value,
                     updated_shard_attribute(*index, after, before ? &*before : nullptr));
    changes.push_back({index, std::move(value)});
  }
  UpdateItemRequest request = plan.request;
  put_changes(changes, request);
  static const Item nothing;
  TRY(put_guards(plan, before ? *before : nothing, request));
  request.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  return request;
}

bool condition_holds(const UpdatePlan& plan, const std::optional<Item>& item) {
  static const Item nothing;
  return !plan.condition || plan.condition->holds(item ? *item : nothing);
}

}  // namespace isotherm::gateway
