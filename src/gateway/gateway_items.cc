// Gateway: operations on single items.

#include "gateway/answers.h"
#include "gateway/logical_names.h"
#include "gateway/messages.h"
#include "gateway/note.h"
#include "gateway/read_plan.h"
#include "gateway/update_plan.h"
#include "gateway/write_plan.h"
#include "model/error_detail.h"

namespace isotherm::gateway {

Task<Result<GetItemResponse>> Gateway::get_sharded(GetItemRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const LayoutPtr layout, co_await layouts_->find(table));
  if (!layout) co_return co_await below_.get_item(std::move(request));
  CO_ASSIGN_OR_RETURN(auto planned, plan_get(*layout, std::move(request)));
  Result<GetItemResponse> answer = co_await below_.get_item(std::move(planned.request));
  note(table, answer);
  co_return logical_answer(*layout, std::move(answer));
}

Task<Result<WriteItemResponse>> Gateway::put_sharded(PutItemRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const LayoutPtr layout, co_await layouts_->find(table));
  if (!layout) co_return co_await below_.put_item(std::move(request));
  if (const auto* index = layout->find_foreign()) co_return messages::rule_does_not_fit(*index);
  CO_ASSIGN_OR_RETURN(auto planned, plan_put(*layout, std::move(request)));
  Result<WriteItemResponse> answer = co_await below_.put_item(std::move(planned.request));
  note(table, answer);
  co_return logical_answer(*layout, std::move(answer));
}

Task<Result<WriteItemResponse>> Gateway::delete_sharded(DeleteItemRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const LayoutPtr layout, co_await layouts_->find(table));
  if (!layout) co_return co_await below_.delete_item(std::move(request));
  CO_ASSIGN_OR_RETURN(auto planned, plan_delete(*layout, std::move(request)));
  Result<WriteItemResponse> answer = co_await below_.delete_item(std::move(planned.request));
  note(table, answer);
  co_return logical_answer(*layout, std::move(answer));
}

Task<Result<WriteItemResponse>> Gateway::update_sharded(UpdateItemRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const LayoutPtr layout, co_await layouts_->find(table));
  if (!layout) co_return co_await below_.update_item(std::move(request));
  if (const auto* index = layout->find_foreign()) co_return messages::rule_does_not_fit(*index);
  CO_ASSIGN_OR_RETURN(const UpdatePlan plan, plan_update(layout, std::move(request)));
  if (plan.route == Route::read_then_write) co_return co_await read_then_update(plan);
  Result<WriteItemResponse> answer = co_await below_.update_item(physical_update(plan));
  note(table, answer);
  co_return logical_answer(*layout, std::move(answer));
}

namespace {

/// The client's own condition failed on the item.
Error failed_condition(const UpdatePlan& plan, const std::optional<Item>& item) {
  Error error = Error::conditional_check_failed();
  const bool shows =
      plan.request.on_condition_check_failure == ReturnValuesOnConditionCheckFailure::all_old;
  if (shows && item) {
    plan.layout->strip(*(error.mutable_detail().item = item));
  }
  return error;
}

}  // namespace

Task<Result<WriteItemResponse>> Gateway::read_then_update(const UpdatePlan& plan) {
  const Layout& layout = *plan.layout;
  std::optional<Item> before;
  bool is_read = false;
  for (int attempt = 0; attempt < options_.update_attempts; ++attempt) {
    if (!is_read) {
      Result<GetItemResponse> read = co_await below_.get_item(read_before(plan));
      note(plan.request.table_name, read);
      if (!read.ok()) co_return logical(layout, std::move(read).error());
      before = std::move(read->item);
    }
    // The condition comes first, as in the store: on an item that fails it nothing is applied.
    if (!condition_holds(plan, before)) co_return failed_condition(plan, before);
    CO_ASSIGN_OR_RETURN(UpdateItemRequest update, guarded_update(plan, before));
    Result<WriteItemResponse> answer = co_await below_.update_item(std::move(update));
    note(plan.request.table_name, answer);
    if (answer.ok() || answer.error().code() != ErrorCode::conditional_check_failed)
      co_return logical_answer(layout, std::move(answer));
    // Another writer was here. The store tells what it left, or is asked.
    before = answer.error().detail().item;
    is_read = before.has_value();
  }
  co_return messages::too_many_writers();
}

}  // namespace isotherm::gateway
