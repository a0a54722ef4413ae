#include "gateway/transaction_plan.h"

#include <utility>

#include "gateway/key_checks.h"
#include "gateway/messages.h"
#include "gateway/write_plan.h"
#include "model/cancellation.h"
#include "model/limits.h"
#include "store/transaction_fingerprint.h"

namespace isotherm::gateway {
namespace {

/// Of one action: it became a physical one, or the store refuses it whatever it becomes.
enum class Verdict { planned, refused_below };

bool is_well_formed(const UpdateItemRequest& update) { return has_good_expressions(update); }
bool is_well_formed(const ConditionalWrite& write) { return has_good_condition(write); }

/// Whether the store would look at the tables at all.
bool is_acceptable(const TransactWriteItemsRequest& request) {
  for (const TransactWriteAction& action : request.actions) {
    if (!std::visit([](const auto& one) { return is_well_formed(one); }, action)) return false;
    const auto* put = std::get_if<PutItemRequest>(&action);
    if (put != nullptr && size_bytes(put->item) > limits::item_bytes_max) return false;
  }
  return true;
}

class Planner {
 public:
  explicit Planner(TransactionPlan& plan) : plan_(plan) {}

  /// Plans the action at a place.
  Result<Verdict> plan(std::size_t place) {
    layout_ = plan_.layouts[place];
    place_ = place;
    return std::visit([this](auto& action) { return one(action); }, plan_.request.actions[place]);
  }

 private:
  bool has_table_key(const Item& item) const { return check_key(key_of(item, key()), key()).ok(); }
  const KeySchema& key() const { return layout_->physical()->key; }

  Result<Verdict> one(PutItemRequest& put) {
    if (const auto* index = layout_->find_foreign()) return messages::rule_does_not_fit(*index);
    if (!has_table_key(put.item)) return Verdict::refused_below;
    ASSIGN_OR_RETURN(const bool completed, complete_item(*layout_, put.item));
    if (!completed) return Verdict::refused_below;
    TRY(check_condition(*layout_, put));
    return Verdict::planned;
  }

  template <class WithoutItem>
  Result<Verdict> one(WithoutItem& action) {
    if (!check_key(action.key, key()).ok()) return Verdict::refused_below;
    TRY(check_condition(*layout_, action));
    return Verdict::planned;
  }

  Result<Verdict> one(UpdateItemRequest& action) {
    if (const auto* index = layout_->find_foreign()) return messages::rule_does_not_fit(*index);
    ASSIGN_OR_RETURN(UpdatePlan update, plan_update(layout_, action));
    if (update.is_refused_below) return Verdict::refused_below;
    if (update.route == Route::read_then_write) {
      plan_.undecided.emplace(place_, std::move(update));
    } else {
      action = physical_update(update);
    }
    return Verdict::planned;
  }

  TransactionPlan& plan_;
  LayoutPtr layout_;
  std::size_t place_ = 0;
};

bool is_ours(const Error& error) { return error.message().starts_with("Isotherm:"); }

/// A check that no item passes, and that tells the item.
ConditionCheckRequest failing_check(const UpdatePlan& plan) {
  ConditionCheckRequest check;
  check.table_name = plan.request.table_name;
  check.key = plan.request.key;
  check.condition_expression = "attribute_exists(#p) AND attribute_not_exists(#p)";
  check.placeholders.names = ExpressionNames{{"#p", plan.layout->physical()->key.partition.name}};
  check.on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
  return check;
}

}  // namespace

Result<TransactionPlan> plan_transaction(std::vector<LayoutPtr> layouts,
                                         TransactWriteItemsRequest request) {
  TransactionPlan plan{std::move(layouts), std::move(request), {}};
  if (!is_acceptable(plan.request)) return plan;
  for (const LayoutPtr& layout : plan.layouts) {
    if (layout && !layout->physical()) return Error::resource_not_found();
  }
  // A retry may find other items, and so become other physical actions.
  if (plan.request.client_request_token) {
    plan.request.token_fingerprint = fingerprint(plan.request);
  }
  Planner planner(plan);
  for (std::size_t i = 0; i < plan.layouts.size(); ++i) {
    if (!plan.layouts[i]) continue;
    Result<Verdict> verdict = planner.plan(i);
    if (verdict.ok()) {
      if (*verdict == Verdict::planned) continue;
      plan.undecided.clear();
      return plan;
    }
    if (is_ours(verdict.error()) || precedes_transaction(verdict.error())) return verdict.error();
    return transaction_canceled_by(i, plan.layouts.size(), std::move(verdict).error());
  }
  return plan;
}

TransactWriteAction action_for(const UpdatePlan& plan, const std::optional<Item>& before) {
  if (!condition_holds(plan, before)) return failing_check(plan);
  Result<UpdateItemRequest> update = guarded_update(plan, before);
  if (!update.ok()) return failing_check(plan);
  return std::move(update).value();
}

Result<void> check_outcome(const UpdatePlan& plan, const std::optional<Item>& item) {
  if (!condition_holds(plan, item)) {
    Error error = Error::conditional_check_failed();
    const bool shows =
        plan.request.on_condition_check_failure == ReturnValuesOnConditionCheckFailure::all_old;
    if (shows && item) error.mutable_detail().item = item;
    return error;
  }
  TRY(guarded_update(plan, item));
  return {};
}

}  // namespace isotherm::gateway
