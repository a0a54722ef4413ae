// KeyGateway: Query and Scan.

#include "gateway/key_gateway.h"
#include "gateway/key_reads.h"
#include "gateway/key_requests.h"
#include "gateway/messages.h"
#include "gateway/parted_scan.h"
#include "gateway/query_plan.h"
#include "gateway/run_query.h"

namespace isotherm::gateway {
namespace {

/// Whether the store, asked with the logical key, can say what else is wrong with a query: the
/// shard key of a number is a text there.
bool can_ask(const KeyLayout& layout, const Error& ours) {
  return layout.rule().partition.type != KeyType::N ||
         ours.message() == messages::contradictory().message();
}

}  // namespace

Task<Result<ReadManyResponse>> KeyGateway::query(QueryRequest request) {
  if (!layouts_.is_sharded(request.table_name)) return below_.query(std::move(request));
  return query_placed(std::move(request));
}

Task<Result<ReadManyResponse>> KeyGateway::scan(ScanRequest request) {
  if (!layouts_.is_sharded(request.table_name)) return below_.scan(std::move(request));
  return scan_placed(std::move(request));
}

Task<Result<ReadManyResponse>> KeyGateway::query_placed(QueryRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const KeyLayoutPtr layout, co_await layouts_.find(table));
  if (!layout) co_return co_await below_.query(std::move(request));
  if (const ShardedIndex* view = layout->view(request.index_name))
    co_return co_await query_view(layout, *view, std::move(request));
  CO_ASSIGN_OR_RETURN(auto placed, place_index_query(*layout, std::move(request)));
  Result<ReadManyResponse> answer = co_await below_.query(std::move(placed.request));
  note(table, answer);
  if (!answer.ok()) co_return logical_error(*layout, std::move(answer).error());
  co_return finish_page(*layout, placed.here, std::move(answer).value());
}

Task<Result<ReadManyResponse>> KeyGateway::query_view(KeyLayoutPtr layout, const ShardedIndex& view,
                                                      QueryRequest request) {
  CO_TRY(check_hidden(*layout, request));
  // The plan keeps the layout with the names.
  const std::shared_ptr<const Layout> names(layout, layout->names().get());
  Result<QueryPlan> plan = plan_query(names, view, request);
  if (!plan.ok()) {
    if (plan.error().code() != ErrorCode::validation || !can_ask(*layout, plan.error()))
      co_return plan.error();
    // What the store says first, it says in its own words.
    const Result<ReadManyResponse> asked = co_await below_.query(std::move(request));
    co_return asked.ok() ? plan.error() : logical_error(*layout, asked.error());
  }
  plan->keys = layout;
  Result<ReadManyResponse> answer =
      co_await run_query(below_, *plan, {static_cast<int>(concurrency_)});
  note(request.table_name, answer);
  if (!answer.ok()) co_return logical_error(*layout, std::move(answer).error());
  co_return answer;
}

Task<Result<ReadManyResponse>> KeyGateway::scan_placed(ScanRequest request) {
  const std::string table = request.table_name;
  CO_ASSIGN_OR_RETURN(const KeyLayoutPtr layout, co_await layouts_.find(table));
  if (!layout) co_return co_await below_.scan(std::move(request));
  if (!layout->rule().aggregates.empty() && !request.index_name) {
    Result<ReadManyResponse> answer =
        co_await scan_parted({below_, layout, concurrency_}, std::move(request));
    note(table, answer);
    co_return answer;
  }
  CO_ASSIGN_OR_RETURN(auto placed, place_scan(*layout, std::move(request)));
  Result<ReadManyResponse> answer = co_await below_.scan(std::move(placed.request));
  note(table, answer);
  if (!answer.ok()) co_return logical_error(*layout, std::move(answer).error());
  co_return finish_page(*layout, placed.here, std::move(answer).value());
}

}  // namespace isotherm::gateway
