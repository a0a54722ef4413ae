// Gateway: Query and Scan.

#include "gateway/answers.h"
#include "gateway/cursor.h"
#include "gateway/logical_names.h"
#include "gateway/messages.h"
#include "gateway/note.h"
#include "gateway/query_plan.h"
#include "gateway/read_plan.h"
#include "gateway/run_query.h"
#include "gateway/scatter_policy.h"

namespace isotherm::gateway {
namespace {

/// Sends a request that names a sharded index as it is, to hear what the store says of the rest.
Task<Result<ReadManyResponse>> ask(Store& below, QueryRequest request) {
  return below.query(std::move(request));
}
Task<Result<ReadManyResponse>> ask(Store& below, ScanRequest request) {
  return below.scan(std::move(request));
}

}  // namespace

Task<Result<LayoutPtr>> Gateway::layout_with_index(std::string table, std::string index) {
  CO_ASSIGN_OR_RETURN(LayoutPtr layout, co_await layouts_->find(table));
  const ShardedIndex* found = layout ? layout->find_index(index) : nullptr;
  const bool is_known = found == nullptr || (found->live && !found->is_being_created());
  if (is_known) co_return layout;
  co_return co_await layouts_->find_anew(table);
}

template <class Request>
Task<Error> Gateway::first_error(Request request, Error ours) {
  if (ours.code() != ErrorCode::validation) co_return ours;
  const Error no_index = messages::no_such_index(*request.index_name);
  const Result<ReadManyResponse> answer = co_await ask(below_, std::move(request));
  if (answer.ok() || answer.error().message() == no_index.message()) co_return ours;
  co_return answer.error();
}

template Task<Error> Gateway::first_error(QueryRequest, Error);
template Task<Error> Gateway::first_error(ScanRequest, Error);

Task<Result<ReadManyResponse>> Gateway::read_sharded(QueryRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const LayoutPtr layout,
                      co_await layout_with_index(table, request.index_name.value_or("")));
  if (!layout) co_return co_await below_.query(std::move(request));
  const ShardedIndex* index =
      request.index_name ? layout->find_index(*request.index_name) : nullptr;
  if (index == nullptr || !index->live) {
    CO_ASSIGN_OR_RETURN(auto planned, plan_plain_query(*layout, std::move(request)));
    Result<ReadManyResponse> answer = co_await below_.query(std::move(planned.request));
    note(table, answer);
    co_return logical_answer(*layout, std::move(answer));
  }
  if (!index->misfit.empty()) co_return messages::rule_does_not_fit(*index);
  const Result<QueryPlan> plan = plan_query(layout, *index, request);
  if (!plan.ok()) co_return co_await first_error(std::move(request), plan.error());
  CO_ASSIGN_OR_RETURN(const ScatterVerdict verdict, judge_scatter(*plan));
  if (verdict == ScatterVerdict::told && options_.on_scatter)
    options_.on_scatter(table, index->name());
  Result<ReadManyResponse> answer =
      co_await run_query(below_, *plan, {options_.scatter_concurrency, hedge_.get()});
  note(table, answer);
  co_return answer;
}

Task<Result<ReadManyResponse>> Gateway::read_sharded(ScanRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const LayoutPtr layout,
                      co_await layout_with_index(table, request.index_name.value_or("")));
  if (!layout) co_return co_await below_.scan(std::move(request));
  const ShardedIndex* index =
      request.index_name ? layout->find_index(*request.index_name) : nullptr;
  Result<Planned<ScanRequest>> planned = plan_scan(*layout, request);
  if (!planned.ok()) {
    if (index == nullptr) co_return planned.error();
    co_return co_await first_error(std::move(request), planned.error());
  }
  Result<ReadManyResponse> answer = co_await below_.scan(std::move(planned->request));
  note(table, answer);
  answer = logical_answer(*layout, std::move(answer));
  if (answer.ok() && planned->route == Route::rewritten && answer->last_evaluated_key) {
    CO_ASSIGN_OR_RETURN(
        answer->last_evaluated_key,
        logical_cursor(*index, layout->physical()->key, *std::move(answer->last_evaluated_key)));
  }
  co_return answer;
}

}  // namespace isotherm::gateway
